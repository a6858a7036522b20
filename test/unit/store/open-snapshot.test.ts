import { beforeEach, describe, expect, test } from 'bun:test'
import { appendFile, cp, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { type Manifest, serializeManifest } from '../../../src/format/manifest.ts'
import { openSnapshot } from '../../../src/store/open-snapshot.ts'
import { SnapshotError } from '../../../src/store/snapshot-error.ts'
import { awkwardArchive } from '../../fixtures/archives/awkward-archive.ts'
import { builtSnapshot } from '../../fixtures/snapshots/built-snapshot.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const archive = awkwardArchive()

let dataDir: string
let manifest: Manifest
beforeEach(async () => {
  const built = await builtSnapshot(await archive)
  dataDir = await temporaryFolder()
  await cp(built.dataDir, dataDir, { recursive: true })
  manifest = built.manifest
})

async function refusal(): Promise<string> {
  try {
    await openSnapshot(dataDir)
  } catch (thrown) {
    if (thrown instanceof SnapshotError) return thrown.message
    throw thrown
  }
  throw new Error('The snapshot was opened.')
}

const writeText = (text: string): Promise<number> => Bun.write(join(dataDir, 'manifest.json'), text)
/** As a build that meant something else would write it. */
const writeManifest = (changed: Manifest): Promise<number> => writeText(serializeManifest(changed))

test('a whole snapshot opens with its tables, insights and exports', async () => {
  const snapshot = await openSnapshot(dataDir)
  expect(snapshot.manifest).toEqual(manifest)
  expect(await Bun.file(snapshot.catalogPath).exists()).toBe(true)
  expect(snapshot.pageTable('exoplanets').rows).toBe(400)
  expect([...snapshot.pageTable('stellarhosts').columns.keys()]).toEqual(
    manifest.tables.stellarhosts.columns.map(({ name }) => name),
  )
  expect([...snapshot.insights.keys()]).toEqual(Object.keys(manifest.files.insights))
  expect(snapshot.exportNames('exoplanet')).toHaveLength(manifest.tables.exoplanets.names)
  expect(snapshot.exportNames('stellarhost')).toHaveLength(manifest.tables.stellarhosts.names)
  expect(snapshot.findExport('stellarhost', 'a', 'json')).toBeDefined()
  expect(snapshot.findExport('exoplanet', 'a', 'json')).toBeUndefined()
  expect([...snapshot.plots.keys()]).toEqual(Object.keys(manifest.files.plots))
  for (const [slug, { rows, chart }] of Object.entries(manifest.files.plots)) {
    expect(snapshot.plots.get(slug)!.rows.byteLength).toBe(rows.bytes)
    expect(snapshot.plots.get(slug)!.chart.byteLength).toBe(chart.bytes)
  }
  expect(snapshot.insightList.byteLength).toBe(manifest.files.insightList.bytes)
  expect(snapshot.plotList.byteLength).toBe(manifest.files.plotList.bytes)
  expect(snapshot.statistics('exoplanets').columns.map(({ name }) => name)).toEqual(
    manifest.tables.exoplanets.columns.map(({ name }) => name),
  )
  expect(snapshot.copiedBytes).toBe(0)
})

describe('a snapshot that is not whole is refused by name', () => {
  test('no manifest', async () => {
    await rm(join(dataDir, 'manifest.json'))
    expect(await refusal()).toBe(
      `There is no snapshot: ${join(dataDir, 'manifest.json')} is missing. Run the build first.`,
    )
  })

  test('a manifest that is no JSON, or not an object', async () => {
    await writeText('{"formatVersion": 1, ')
    expect(await refusal()).toContain('cannot be read as JSON')
    for (const text of ['[]', 'null', '1']) {
      await writeText(text)
      expect(await refusal()).toContain('is not a JSON object')
    }
  })

  test('another format version', async () => {
    await writeManifest({ ...manifest, formatVersion: 99 })
    expect(await refusal()).toBe(
      `Manifest ${join(dataDir, 'manifest.json')} has format version 99, but this program reads ${manifest.formatVersion}. It was created by a later version of this program: upgrade this program to that version.`,
    )
    await writeText('{}')
    expect(await refusal()).toContain('has format version none')
  })

  test('a manifest as version 1 of the format had it, without a hash', async () => {
    await writeText(JSON.stringify({ ...manifest, formatVersion: 1 }))
    expect(await refusal()).toMatch(/has format version 1, but this program reads \d+\. Run the build again\./)
    await writeText(JSON.stringify(manifest))
    expect(await refusal()).toContain('is damaged')
  })

  test('one wrong letter or digit anywhere in the manifest', async () => {
    const sealed = serializeManifest(manifest)
    const damaged = `Manifest ${join(dataDir, 'manifest.json')} is damaged: its content is not that of its SHA-256. Run the build again.`
    for (const [part, changed] of [
      ['"description": "', '"description": "x'],
      ['"archiveDate": ', '"archivedate": '],
      [manifest.snapshotId, `${manifest.snapshotId.slice(1)}0`],
      [manifest.inputs[0]!.name, `x${manifest.inputs[0]!.name}`],
      [`"bytes": ${manifest.files.catalog.bytes}`, `"bytes": ${manifest.files.catalog.bytes}0`],
      ['"sha256": "', '"sha256": "0'],
      [/\n {2}"sha256": "\w+"/, '\n  "sha256": null'],
      [/,\n {2}"sha256": "\w+"/, ''],
    ] as const) {
      const text = sealed.replace(part, changed)
      expect(text).not.toBe(sealed)
      await writeText(text)
      expect(await refusal()).toBe(damaged)
    }
    // Blanks tell nothing, and some tools change them.
    await writeText(JSON.stringify(JSON.parse(sealed)))
    expect((await openSnapshot(dataDir)).manifest).toEqual(manifest)
  })

  test('a path that leads out of the data folder', async () => {
    for (const path of [
      '../catalog.sqlite',
      '/etc/passwd',
      'pages/../../x',
      'a//b',
      '',
      '.',
      'pages/.hidden',
      'C:\\x',
    ]) {
      await writeManifest({ ...manifest, files: { ...manifest.files, catalog: { ...manifest.files.catalog, path } } })
      expect(await refusal()).toContain(`names the file "${path}", which is not inside the data folder`)
    }
  })

  const everyFile = (): readonly { readonly path: string }[] => [
    manifest.files.catalog,
    manifest.files.pages.exoplanets,
    manifest.files.exports.stellarhosts,
    manifest.files.insightList,
  ]

  test('a missing file', async () => {
    for (const { path } of everyFile()) {
      const full = join(dataDir, path)
      const bytes = await Bun.file(full).bytes()
      await rm(full)
      expect(await refusal()).toContain(`names ${full}, which cannot be opened`)
      await Bun.write(full, bytes)
    }
  })

  test('a file that is cut short or too long', async () => {
    for (const { path } of everyFile()) {
      const full = join(dataDir, path)
      const bytes = await Bun.file(full).bytes()
      await truncate(full, bytes.byteLength - 1)
      expect(await refusal()).toBe(
        `${full} has ${bytes.byteLength - 1} bytes, but the manifest says ${bytes.byteLength}. Run the build again.`,
      )
      await Bun.write(full, bytes)
      await appendFile(full, 'x')
      expect(await refusal()).toContain(`${full} has ${bytes.byteLength + 1} bytes`)
      await Bun.write(full, bytes)
    }
    await openSnapshot(dataDir)
  })

  test('a file with one wrong bit', async () => {
    for (const { path } of everyFile()) {
      const full = join(dataDir, path)
      const bytes = await Bun.file(full).bytes()
      bytes[bytes.byteLength >> 1]! ^= 1
      await Bun.write(full, bytes)
      expect(await refusal()).toBe(`The content of ${full} does not match the manifest (SHA-256). Run the build again.`)
      bytes[bytes.byteLength >> 1]! ^= 1
      await Bun.write(full, bytes)
    }
  })

  test('page files of the two tables exchanged, and a file that is no page file', async () => {
    const { pages, insightList } = manifest.files
    const swapped = { exoplanets: pages.stellarhosts, stellarhosts: pages.exoplanets }
    await writeManifest({ ...manifest, files: { ...manifest.files, pages: swapped } })
    expect(await refusal()).toContain('contains table "stellarhosts", not "exoplanets"')
    await writeManifest({ ...manifest, files: { ...manifest.files, pages: { ...pages, exoplanets: insightList } } })
    expect(await refusal()).toContain(`${insightList.path} does not begin with EXOPAGE`)
  })

  test('an index of names, or a pack of exports, that is none', async () => {
    const { insightList } = manifest.files
    await writeManifest({ ...manifest, files: { ...manifest.files, names: insightList } })
    expect(await refusal()).toBe(
      `The index of names ${insightList.path} does not begin with EXONAME1. Run the build again.`,
    )
    const exports = { ...manifest.files.exports, stellarhosts: insightList }
    await writeManifest({ ...manifest, files: { ...manifest.files, exports } })
    expect(await refusal()).toMatch(/^The export pack ".*" (?:is too short|does not begin with EXOPACK\d?)\.$/)
  })

  test('a manifest without the page file of a table that it describes', async () => {
    const { exoplanets, ...pages } = manifest.files.pages
    await writeManifest({ ...manifest, files: { ...manifest.files, pages: pages as never } })
    expect(await refusal()).toBe('The manifest has no page file of the table exoplanets. Run the build again.')
  })

  test('a manifest that describes other rows or columns than the page file has', async () => {
    const { exoplanets } = manifest.tables
    for (const changed of [
      { ...exoplanets, rows: 399 },
      { ...exoplanets, columns: exoplanets.columns.slice(1) },
      { ...exoplanets, defaultColumns: exoplanets.defaultColumns.slice(1) },
      { ...exoplanets, defaultColumns: exoplanets.defaultColumns.toReversed() },
    ]) {
      await writeManifest({ ...manifest, tables: { ...manifest.tables, exoplanets: changed } })
      expect(await refusal()).toContain('does not have the rows and columns that the manifest describes')
    }
  })
})

test('writing into a mapped page file changes nothing on disk', async () => {
  const snapshot = await openSnapshot(dataDir)
  const { path } = manifest.files.pages.exoplanets
  const before = await Bun.file(join(dataDir, path)).bytes()
  snapshot.pageTable('exoplanets').defaultRows.bytes.fill(0)
  expect(await Bun.file(join(dataDir, path)).bytes()).toEqual(before)
})
