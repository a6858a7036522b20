import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCatalog } from '../../../src/core/catalog/create-catalog.ts'
import { exportFilename } from '../../../src/core/catalog/export-filename.ts'
import type { Snapshot, SqlRunner } from '../../../src/core/ports.ts'
import { columnInfo } from '../../../src/format/column.ts'
import { EXPORT_ENTITIES, EXPORT_FORMATS, EXPORT_TABLE, type ExportEntity } from '../../../src/format/export-pack.ts'
import { EXPORTED_TABLES, snapshotFacts } from '../../../src/format/manifest.ts'
import { type App, createApp } from '../../../src/http/app.ts'
import { readCommandLine } from '../../../src/settings.ts'
import { openSnapshot } from '../../../src/store/open-snapshot.ts'
import { NO_REAL_ARCHIVE, realArchive } from '../../fixtures/archives/real-archive.ts'
import { skipUnless } from '../../fixtures/skip-unless.ts'
import { builtSnapshot, SAMPLE_ARCHIVE } from '../../fixtures/snapshots/built-snapshot.ts'
import { asCsv, asJson, readSqlRows } from '../../fixtures/values/sql-rows.ts'
import { parseStrictCsv } from '../../fixtures/values/strict-csv.ts'

const noSql: SqlRunner = {
  run: () => Promise.reject(new Error('An export never runs SQL.')),
  close: async () => {},
}

async function serveArchive(archiveDir: string): Promise<{ snapshot: Snapshot; app: App }> {
  const { dataDir } = await builtSnapshot(archiveDir)
  const snapshot = await openSnapshot(dataDir)
  const catalog = createCatalog(snapshot, noSql)
  const app = createApp({
    catalog: () => catalog,
    settings: readCommandLine({}, []).settings,
    observe: () => {},
    isStopping: () => false,
  })
  return { snapshot, app }
}

const pathOf = (entity: ExportEntity, name: string, format: string) =>
  `/${EXPORT_TABLE[entity]}/${encodeURIComponent(name)}.${format}`

/** A detail payload as the tests look at it. */
interface Payload {
  readonly entity: string
  readonly name: string
  readonly records: readonly Readonly<Record<string, string | number | null>>[]
  readonly planets?: readonly object[]
}

async function payloadOf(response: Response): Promise<Payload> {
  return (await response.json()) as Payload
}

function ask(app: App, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  return app.handle(new Request(`http://localhost:3000${path}`, { method, headers }))
}

const archives: [string, string, boolean][] = [
  ['the sample archive', SAMPLE_ARCHIVE, false],
  ['every column of the real archive', join(realArchive ?? '', 'all-columns'), realArchive === undefined],
  ['the real archive', join(realArchive ?? '', 'volume'), realArchive === undefined],
]

describe.each(archives)('%s', (_, archiveDir, isSkipped) => {
  for (const entity of EXPORT_ENTITIES) {
    const table = EXPORT_TABLE[entity]
    skipUnless(!isSkipped, NO_REAL_ARCHIVE).test(
      `every ${entity} is downloaded under its URL-encoded name with the rows that SQL gives, as JSON and as CSV`,
      async () => {
        const { snapshot, app } = await serveArchive(archiveDir)
        const { columns, byName } = readSqlRows(snapshot.catalogPath, table)
        const metadata = snapshot.manifest.tables[table].columns.map(columnInfo)
        expect(new Set(snapshot.exportNames(entity))).toEqual(new Set(byName.keys()))
        expect(byName.size).toBe(snapshot.manifest.tables[table].names)
        for (const [name, rows] of byName) {
          const json = await ask(app, pathOf(entity, name, 'json'))
          const csv = await ask(app, pathOf(entity, name, 'csv'))
          expect([name, json.status, csv.status]).toEqual([name, 200, 200])
          const payload = await payloadOf(json)
          expect(payload).toMatchObject({
            entity,
            name,
            metadata,
            snapshot: snapshotFacts(snapshot.manifest, EXPORTED_TABLES[table]),
          })
          expect(payload.records.map((record) => Object.keys(record))).toEqual(rows.map(() => [...columns]))
          expect(payload.records.map((record) => Object.values(record))).toEqual(rows.map((row) => row.map(asJson)))
          expect(parseStrictCsv(await csv.text())).toEqual([[...columns], ...rows.map((row) => row.map(asCsv))])
        }
      },
    )
  }

  skipUnless(!isSkipped, NO_REAL_ARCHIVE).test(
    'every host lists the planets that SQL finds, each from its default row or else its first',
    async () => {
      const { snapshot, app } = await serveArchive(archiveDir)
      const { columns, byName } = readSqlRows(snapshot.catalogPath, 'exoplanets')
      const [planetAt, hostAt, flagAt] = ['pl_name', 'hostname', 'default_flag'].map((name) => columns.indexOf(name))
      const defaults = snapshot.manifest.tables.exoplanets.defaultColumns
      // A value that may be a limit comes with its flag.
      const shown = defaults.flatMap((name) => [name, `${name}lim`]).filter((name) => columns.includes(name))
      const expected = new Map<unknown, object[]>()
      for (const rows of [...byName.values()]) {
        for (const host of new Set(rows.map((row) => row[hostAt!]))) {
          const ofHost = rows.filter((row) => row[hostAt!] === host)
          const chosen = ofHost.find((row) => row[flagAt!] === 1n) ?? ofHost[0]!
          const planet = Object.fromEntries(shown.map((name) => [name, asJson(chosen[columns.indexOf(name)]!)]))
          expected.set(host, [...(expected.get(host) ?? []), planet])
        }
      }
      expect(planetAt).toBeGreaterThanOrEqual(0)
      let planets = 0
      for (const host of snapshot.exportNames('stellarhost')) {
        const payload = await payloadOf(await ask(app, pathOf('stellarhost', host, 'json')))
        expect([host, payload.planets]).toEqual([host, expected.get(host) ?? []])
        planets += payload.planets?.length ?? 0
      }
      expect(planets).toBeGreaterThan(0)
    },
  )
})

describe('a download', () => {
  let snapshot: Snapshot
  let app: App
  let planets: readonly string[]
  let hosts: readonly string[]
  beforeAll(async () => {
    ;({ snapshot, app } = await serveArchive(SAMPLE_ARCHIVE))
    planets = snapshot.exportNames('exoplanet')
    hosts = snapshot.exportNames('stellarhost')
  })

  test('is an attachment with a long lifetime, a validator and its own media type', async () => {
    for (const entity of EXPORT_ENTITIES)
      for (const format of EXPORT_FORMATS) {
        const name = snapshot.exportNames(entity).find((candidate) => candidate.includes(' '))!
        const response = await ask(app, pathOf(entity, name, format))
        expect(response.status).toBe(200)
        expect(response.headers.get('content-type')).toBe(
          format === 'json' ? 'application/json' : 'text/csv; charset=utf-8',
        )
        expect(response.headers.get('content-disposition')).toBe(
          `attachment; filename="${exportFilename(entity, name, format)}"`,
        )
        expect(response.headers.get('etag')).toMatch(/^"[\w.-]+"$/)
        expect(
          Number(response.headers.get('cache-control')?.match(/public, max-age=(\d+)/)?.[1]),
        ).toBeGreaterThanOrEqual(86_400)
        expect(response.headers.get('vary')).toContain('Accept-Encoding')
        expect(response.headers.get('access-control-allow-origin')).toBe('*')
        expect(response.headers.get('access-control-expose-headers')).toContain('Content-Disposition')
        expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      }
  })

  test('has the file name of the description', async () => {
    const planet = await ask(app, '/exoplanets/Kepler-22%20b.csv')
    expect(planet.headers.get('content-disposition')).toBe('attachment; filename="exoplanet-Kepler-22_b.csv"')
    const host = hosts.find((name) => name.includes(' '))!
    const star = await ask(app, pathOf('stellarhost', host, 'json'))
    expect(star.headers.get('content-disposition')).toBe(`attachment; filename="stellarhost-${host}.json"`)
  })

  test.each(['+', '.', "'"])('finds names that hold %s, sent bare and encoded', async (character) => {
    const found = planets.filter((name) => name.includes(character))
    expect(found.length).toBeGreaterThan(0)
    const escaped = `%${character.charCodeAt(0).toString(16).toUpperCase()}`
    for (const name of found) {
      const bare = encodeURIComponent(name).replaceAll(encodeURIComponent(character), character)
      const encoded = encodeURIComponent(name).replaceAll(encodeURIComponent(character), escaped)
      for (const path of [bare, encoded]) {
        const response = await ask(app, `/exoplanets/${path}.json`)
        expect([path, response.status]).toEqual([path, 200])
        expect((await payloadOf(response)).name).toBe(name)
      }
    }
  })

  test('finds a file whose dot, or whole ending, is percent-encoded', async () => {
    for (const ending of ['%2Ejson', '%2ejson', '.%6Ason', '%2E%6A%73%6F%6E']) {
      const response = await ask(app, `/exoplanets/Kepler-22%20b${ending}`)
      expect([ending, response.status]).toEqual([ending, 200])
      expect((await payloadOf(response)).name).toBe('Kepler-22 b')
    }
  })

  test('tells a star from a planet by case', async () => {
    expect((await payloadOf(await ask(app, '/exoplanets/HAT-P-7%20b.json'))).entity).toBe('exoplanet')
    expect((await ask(app, '/exoplanets/HAT-P-7%20B.json')).status).toBe(404)
    expect((await ask(app, '/exoplanets/hat-p-7%20b.json')).status).toBe(404)
  })

  test('goes out as the build compressed it, and plain to who does not take gzip', async () => {
    for (const entity of EXPORT_ENTITIES)
      for (const format of EXPORT_FORMATS) {
        const name = snapshot.exportNames(entity)[3]!
        const stored = snapshot.findExport(entity, name, format)!
        const gzip = await ask(app, pathOf(entity, name, format), { 'accept-encoding': 'gzip, deflate, br, zstd' })
        expect(gzip.headers.get('content-encoding')).toBe('gzip')
        expect(await gzip.bytes()).toEqual(new Uint8Array(stored.coded('gzip')))
        for (const accepted of ['', 'identity', 'br, zstd', 'gzip;q=0, *;q=0.5']) {
          const plain = await ask(app, pathOf(entity, name, format), { 'accept-encoding': accepted })
          expect(plain.headers.has('content-encoding')).toBe(false)
          expect(await plain.bytes()).toEqual(new Uint8Array(stored.identity()))
        }
      }
  })

  test('is validated per coding: each has its own entity tag, and 304 has no body', async () => {
    const path = pathOf('exoplanet', planets[0]!, 'json')
    const tags = new Set<string>()
    for (const accepted of ['gzip', 'identity']) {
      const first = await ask(app, path, { 'accept-encoding': accepted })
      const tag = first.headers.get('etag')!
      tags.add(tag)
      const second = await ask(app, path, { 'accept-encoding': accepted, 'if-none-match': tag })
      expect(second.status).toBe(304)
      expect(second.headers.get('etag')).toBe(tag)
      expect(second.headers.get('cache-control')).toBe(first.headers.get('cache-control'))
      expect(second.headers.get('vary')).toBe(first.headers.get('vary'))
      expect(await second.text()).toBe('')
      const other = await ask(app, path, { 'accept-encoding': accepted, 'if-none-match': '"other"' })
      expect(other.status).toBe(200)
    }
    expect(tags.size).toBe(2)
  })

  test('is described by HEAD as GET would send it', async () => {
    for (const accepted of ['gzip', 'identity']) {
      const path = pathOf('stellarhost', hosts[0]!, 'csv')
      const get = await ask(app, path, { 'accept-encoding': accepted })
      const head = await ask(app, path, { 'accept-encoding': accepted }, 'HEAD')
      expect(head.status).toBe(200)
      expect(await head.text()).toBe('')
      expect(head.headers.get('content-length')).toBe(String((await get.arrayBuffer()).byteLength))
      for (const name of ['etag', 'content-type', 'content-disposition', 'cache-control', 'content-encoding'])
        expect(head.headers.get(name)).toBe(get.headers.get(name))
    }
  })

  test('that does not exist is 404 with the nearest names, and nobody keeps that answer', async () => {
    const response = await ask(app, '/exoplanets/kepler22b.json')
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toContain('application/problem+json')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const problem = (await response.json()) as { suggestions?: string[] }
    expect(problem).toMatchObject({ status: 404, code: 'unknown_name' })
    expect(problem.suggestions).toContain('Kepler-22 b')
  })

  test.each([
    ['encoded twice', '/exoplanets/Kepler-22%2520b.json'],
    ['with an extension in capitals', '/exoplanets/Kepler-22%20b.JSON'],
    ['with an unknown extension', '/exoplanets/Kepler-22%20b.votable'],
    ['with two extensions', '/exoplanets/Kepler-22%20b.json.csv'],
    ['with a slash at the end', '/exoplanets/Kepler-22%20b.json/'],
  ])('is suggested for its name %s', async (_, path) => {
    const problem = await (await ask(app, path)).json()
    expect(problem).toMatchObject({ status: 404, code: 'unknown_name', suggestions: ['Kepler-22 b'] })
  })

  const malformed: [string, string, number, string][] = [
    ['a percent sign without digits', '/exoplanets/%ZZ.json', 400, 'invalid_path'],
    ['a percent sign at the end', '/exoplanets/%.csv', 400, 'invalid_path'],
    ['bytes that are no UTF-8', '/stellarhosts/%C3%28.json', 400, 'invalid_path'],
    ['an encoded surrogate', '/stellarhosts/%ED%A0%80.json', 400, 'invalid_path'],
    ['a null character', '/exoplanets/%00.json', 404, 'unknown_name'],
    ['a null character after a name', '/exoplanets/Kepler-22%20b%00.json', 404, 'unknown_name'],
    ['an encoded way up', '/exoplanets/..%2F..%2Fmanifest.json', 404, 'unknown_name'],
    ['an encoded way up with backslashes', '/exoplanets/..%5C..%5Cmanifest.json', 404, 'unknown_name'],
    ['an absolute path', '/exoplanets//etc/passwd.json', 404, 'unknown_name'],
    ['a bare way up', '/exoplanets/../manifest.json', 404, 'unknown_path'],
    ['a way up with encoded dots', '/exoplanets/%2e%2e/manifest.json', 404, 'unknown_path'],
    ['a name of 4 kB', `/exoplanets/${'x'.repeat(4096)}.json`, 404, 'unknown_name'],
    ['a name of 4 kB, encoded', `/stellarhosts/${'%F0%9F%98%80'.repeat(1024)}.csv`, 404, 'unknown_name'],
    ['a name encoded twice', '/exoplanets/Kepler-22%2520b.json', 404, 'unknown_name'],
    ['a space written as a plus sign', '/exoplanets/Kepler-22+b.json', 404, 'unknown_name'],
    ['a name that JavaScript objects have', '/exoplanets/__proto__.json', 404, 'unknown_name'],
    ['no name', '/exoplanets/.json', 404, 'unknown_path'],
    ['no name and no dot', '/exoplanets/json', 404, 'unknown_name'],
    ['nothing after the table', '/exoplanets/', 404, 'unknown_path'],
    ['the table alone', '/exoplanets', 404, 'unknown_path'],
    ['a slash after the format', '/exoplanets/Kepler-22%20b.json/', 404, 'unknown_name'],
    ['an unknown format', '/exoplanets/Kepler-22%20b.xml', 404, 'unknown_name'],
    ['a format in capitals', '/exoplanets/Kepler-22%20b.JSON', 404, 'unknown_name'],
  ]
  test.each(malformed)('is refused for %s', async (_, path, status, code) => {
    const response = await ask(app, path)
    expect(response.headers.get('content-type')).toContain('application/problem+json')
    expect(await response.json()).toMatchObject({ status, code })
    expect(response.status).toBe(status)
    expect(response.headers.has('content-disposition')).toBe(false)
  })

  test('ignores the parameters of trackers and caches, and no others', async () => {
    expect((await ask(app, '/exoplanets/Kepler-22%20b.json?utm_source=x&_=1')).status).toBe(200)
    expect((await ask(app, '/exoplanets/Kepler-22%20b.json?utm_source=x&limit=1')).status).toBe(400)
  })
})

describe('names of any kind', () => {
  const names = [
    'é Cas b',
    '\u65e5\u672c b',
    '\u{1f600} b',
    'a/b c',
    '50% b',
    '%41 b',
    'x?y#z b',
    'q;r&s=t b',
    'say "so" b',
    '..',
    '.',
    'a.json',
    ' spaces  kept ',
  ]
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'awkward-names-'))
    const quoted = names.map((name) => `"${name.replaceAll('"', '""')}"`)
    await Bun.write(join(folder, 'exoplanets.csv'), `pl_name,hostname\n${quoted.map((name) => `${name},h\n`).join('')}`)
    await Bun.write(
      join(folder, 'stellarhosts.csv'),
      `hostname,st_mass\n${quoted.map((name) => `${name},1\n`).join('')}`,
    )
  })
  afterAll(() => rm(folder, { recursive: true }))

  test('are found when URL-encoded, and named in the header as RFC 6266 and RFC 8187 ask', async () => {
    const { app } = await serveArchive(folder)
    for (const name of names)
      for (const entity of EXPORT_ENTITIES) {
        const response = await ask(app, pathOf(entity, name, 'json'))
        expect([name, response.status]).toEqual([name, 200])
        expect((await payloadOf(response)).name).toBe(name)
        const disposition = response.headers.get('content-disposition')!
        expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]+"(; filename\*=UTF-8''[\w%.~!#$&+^`|-]+)?$/)
        const extended = /filename\*=UTF-8''(.*)$/.exec(disposition)?.[1]
        const plain = /filename="([^"]*)"/.exec(disposition)?.[1]
        const filename = exportFilename(entity, name, 'json')
        expect(extended === undefined ? plain : decodeURIComponent(extended)).toBe(filename)
      }
  })
})
