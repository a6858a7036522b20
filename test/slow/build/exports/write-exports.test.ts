import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { writeExports } from '../../../../build/exports/write-exports.ts'
import type { ArchiveTable } from '../../../../build/table/archive-table.ts'
import { columnInfo } from '../../../../src/format/column.ts'
import type { FileRef } from '../../../../src/format/manifest.ts'
import { eachTable, type TableName } from '../../../../src/format/table.ts'
import { openExportPack } from '../../../../src/store/read-export.ts'
import { type Cell, makeTable } from '../../../fixtures/archives/make-table.ts'
import { pagesOf } from '../../../fixtures/archives/pages-of.ts'
import { openFilesBelow } from '../../../fixtures/processes/open-files.ts'
import { hasProc } from '../../../fixtures/processes/process-tree.ts'
import { watchWorkers } from '../../../fixtures/processes/watch-workers.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'
import { parseStrictCsv } from '../../../fixtures/values/strict-csv.ts'

const snapshot = {
  snapshotId: '0123456789abcdef',
  archiveDate: '2026-01-31',
  source: 'a test',
  tables: { exoplanets: { date: '2021-01-11' }, stellarhosts: { date: '2026-01-31' } },
}
const factsOf = (table_dates: object) => ({
  id: '0123456789abcdef',
  archive_date: '2026-01-31',
  table_dates,
  source: 'a test',
})
const effects = { log: () => {}, progress: () => {}, nowMs: () => 0 }
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'exports-'))
})
afterAll(() => rm(dataDir, { recursive: true }))

type Tables = Readonly<Record<TableName, ArchiveTable>>

const pagesOfBoth = (tables: Tables) => eachTable((name) => pagesOf(tables[name]))

async function writeAndOpen(tables: Tables) {
  const files = await writeExports({ tables, pages: pagesOfBoth(tables), snapshot, dataDir, effects })
  const open = (file: FileRef) => {
    const pack = openExportPack(Bun.mmap(join(dataDir, file.path)), file.path)
    const text = (name: string, format: 'json' | 'csv') =>
      new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(pack.find(name, format)!.identity())
    return { pack, text, file }
  }
  return { exoplanets: open(files.exoplanets), stellarhosts: open(files.stellarhosts) }
}

const PLANET_COLUMNS = {
  pl_name: 'text',
  hostname: 'text',
  default_flag: 'integer',
  pl_orbper: 'real',
  pl_rade: 'real',
  gaia_id: 'integer',
  pl_refname: 'text',
} as const

const PLANETS: Cell[][] = [
  ['K2-1 b', 'K2-1', 0, 1.5, null, 9_007_199_254_740_993n, '<a href="x">Smith, et al.</a>'],
  ['K2-1 b', 'K2-1', 1, 8.4e-5, 2, null, null],
  ['K2-1 c', 'K2-1', 0, 1e21, 0, -9_223_372_036_854_775_808n, 'a\r\nb'],
  ['K2-1 c', 'K2-1', 0, 3.25, 1, 7, 'second'],
  ['k2-1', 'Other', 1, 1e-7, null, 0, '"'],
]
const HOSTS: Cell[][] = [
  ['K2-1', 12.5],
  ['K2-1', null],
  ['k2-1', 1],
]

function sampleTables(): Tables {
  return {
    exoplanets: makeTable('exoplanets', PLANET_COLUMNS, PLANETS),
    stellarhosts: makeTable('stellarhosts', { hostname: 'text', sy_dist: 'real' }, HOSTS),
  }
}

describe('the JSON payload', () => {
  test('carries all rows of the name with all columns, metadata and snapshot, byte for byte', async () => {
    const { exoplanets } = await writeAndOpen(sampleTables())
    const row = (values: string) =>
      `{${Object.keys(PLANET_COLUMNS)
        .map((name, index) => `"${name}":${values.split('|')[index]}`)
        .join(',')}}`
    const metadata = JSON.stringify(sampleTables().exoplanets.columns.map(columnInfo))
    expect(exoplanets.text('K2-1 b', 'json')).toBe(
      `{"entity":"exoplanet","name":"K2-1 b","records":[${row(
        '"K2-1 b"|"K2-1"|0|1.5|null|9007199254740993|"<a href=\\"x\\">Smith, et al.</a>"',
      )},${row('"K2-1 b"|"K2-1"|1|0.000084|2|null|null')}],"metadata":${metadata},"snapshot":${JSON.stringify(factsOf({ exoplanets: '2021-01-11' }))}}`,
    )
  })

  test('of a host lists its planets from the default row, else the first', async () => {
    const { stellarhosts } = await writeAndOpen(sampleTables())
    const payload = JSON.parse(stellarhosts.text('K2-1', 'json'))
    expect(Object.keys(payload)).toEqual(['entity', 'name', 'records', 'planets', 'metadata', 'snapshot'])
    expect(payload.entity).toBe('stellarhost')
    expect(payload.records).toEqual([
      { hostname: 'K2-1', sy_dist: 12.5 },
      { hostname: 'K2-1', sy_dist: null },
    ])
    expect(payload.planets).toEqual([
      { pl_name: 'K2-1 b', hostname: 'K2-1', pl_orbper: 0.000084, pl_rade: 2 },
      { pl_name: 'K2-1 c', hostname: 'K2-1', pl_orbper: 1e21, pl_rade: 0 },
    ])
    expect(JSON.parse(stellarhosts.text('k2-1', 'json')).planets).toEqual([])
  })

  test('of a host names the dates of both tables, and the limit flag of each listed value', async () => {
    const columns = {
      pl_name: 'text',
      hostname: 'text',
      pl_rade: 'real',
      pl_radelim: 'integer',
      pl_eqtlim: 'integer',
    } as const
    const tables = {
      exoplanets: makeTable('exoplanets', columns, [['a b', 'a', 36, 1, 1]]),
      stellarhosts: makeTable('stellarhosts', { hostname: 'text' }, [['a']]),
    }
    const { exoplanets, stellarhosts } = await writeAndOpen(tables)
    const ofHost = JSON.parse(stellarhosts.text('a', 'json'))
    expect(ofHost.planets).toEqual([{ pl_name: 'a b', hostname: 'a', pl_rade: 36, pl_radelim: 1 }])
    expect(Object.keys(ofHost.planets[0])).toEqual(['pl_name', 'hostname', 'pl_rade', 'pl_radelim'])
    expect(ofHost.snapshot).toEqual(factsOf({ exoplanets: '2021-01-11', stellarhosts: '2026-01-31' }))
    expect(JSON.parse(exoplanets.text('a b', 'json')).snapshot).toEqual(factsOf({ exoplanets: '2021-01-11' }))
  })

  test('of a planet has no list of planets', async () => {
    const { exoplanets } = await writeAndOpen(sampleTables())
    expect(JSON.parse(exoplanets.text('K2-1 c', 'json'))).not.toHaveProperty('planets')
  })

  test('takes the first row where the archive has no default_flag', async () => {
    const tables = {
      exoplanets: makeTable('exoplanets', { pl_name: 'text', hostname: 'text', pl_rade: 'real' }, [
        ['a b', 'a', 4],
        ['a b', 'a', 5],
      ]),
      stellarhosts: makeTable('stellarhosts', { hostname: 'text' }, [['a']]),
    }
    const { stellarhosts } = await writeAndOpen(tables)
    expect(JSON.parse(stellarhosts.text('a', 'json')).planets).toEqual([{ pl_name: 'a b', hostname: 'a', pl_rade: 4 }])
  })
})

test('the CSV file has a header, CRLF, doubled quotes, empty nulls and numbers as JSON writes them', async () => {
  const { exoplanets } = await writeAndOpen(sampleTables())
  expect(exoplanets.text('K2-1 b', 'csv')).toBe(
    'pl_name,hostname,default_flag,pl_orbper,pl_rade,gaia_id,pl_refname\r\n' +
      'K2-1 b,K2-1,0,1.5,,9007199254740993,"<a href=""x"">Smith, et al.</a>"\r\n' +
      'K2-1 b,K2-1,1,0.000084,2,,\r\n',
  )
  expect(exoplanets.text('K2-1 c', 'csv')).toContain('1e+21,0,-9223372036854775808,"a\r\nb"\r\n')
  expect(exoplanets.text('k2-1', 'csv')).toContain('k2-1,Other,1,1e-7,,0,""""\r\n')
})

test('the gzip form decodes to the identity form', async () => {
  const { exoplanets } = await writeAndOpen(sampleTables())
  const stored = exoplanets.pack.find('K2-1 b', 'csv')!
  expect(Bun.gunzipSync(new Uint8Array(stored.coded('gzip')))).toEqual(new Uint8Array(stored.identity()))
})

test('names are told apart by case and listed in code-point order; a row without a name has no export', async () => {
  const names = ['\u{1f600}', '\uffee', 'b', 'B', 'a', null, 'ä', "d'", 'a+b', 'a b']
  const tables = {
    exoplanets: makeTable(
      'exoplanets',
      { pl_name: 'text', hostname: 'text' },
      names.map((name) => [name, 'h']),
    ),
    stellarhosts: makeTable('stellarhosts', { hostname: 'text' }, [['h']]),
  }
  const { exoplanets } = await writeAndOpen(tables)
  expect(exoplanets.pack.names).toEqual(['B', 'a', 'a b', 'a+b', 'b', "d'", 'ä', '\uffee', '\u{1f600}'])
  for (const name of exoplanets.pack.names) expect(JSON.parse(exoplanets.text(name, 'json')).name).toBe(name)
})

test('the same tables give the same file, named by its hash, and no other file is left', async () => {
  const first = await writeAndOpen(sampleTables())
  const second = await writeAndOpen(sampleTables())
  expect(second.exoplanets.file).toEqual(first.exoplanets.file)
  expect(second.stellarhosts.file).toEqual(first.stellarhosts.file)
  const { path, bytes, sha256 } = first.exoplanets.file
  const written = await Bun.file(join(dataDir, path)).bytes()
  expect(written.byteLength).toBe(bytes)
  expect(new Bun.CryptoHasher('sha256').update(written).digest('hex')).toBe(sha256)
  expect(path).toBe(`exports/exoplanets-${sha256.slice(0, 16)}.pack`)
  expect((await readdir(join(dataDir, 'exports'))).filter((name) => name.endsWith('.tmp'))).toEqual([])
})

describe('a table large enough to be compressed by threads', () => {
  const names = 400
  const rows: Cell[][] = Array.from({ length: 50_000 }, (_, row) => [
    `Planet ${row % names} b`,
    `Planet ${row % names}`,
    row % 3 === 0 ? 1 : 0,
    row / 7,
    null,
    row,
    null,
  ])
  const tables = { ...sampleTables(), exoplanets: makeTable('exoplanets', PLANET_COLUMNS, rows) }

  test('keeps every file under its name, and leaves no thread', async () => {
    using workers = watchWorkers()
    const opened = (await writeAndOpen(tables)).exoplanets
    expect(workers.started).toBeGreaterThan(0)
    expect(workers.running()).toEqual([])
    expect(opened.pack.names).toHaveLength(names)
    for (const [number, name] of opened.pack.names.entries()) {
      const [, ...lines] = parseStrictCsv(opened.text(name, 'csv'))
      const first = Number(name.split(' ')[1])
      expect(lines.map((line) => Number(line[5]))).toEqual(
        Array.from({ length: 125 }, (_, index) => first + index * names),
      )
      if (number % 50 === 0) expect(JSON.parse(opened.text(name, 'json')).records).toHaveLength(125)
    }
  })

  test('leaves no thread, no open file and no part of a file where it cannot be written to its end', async () => {
    using workers = watchWorkers()
    const progress = () => {
      throw new Error('the end')
    }
    const folder = await temporaryFolder()
    const writing = writeExports({
      tables,
      pages: pagesOfBoth(tables),
      snapshot,
      dataDir: folder,
      effects: { ...effects, progress },
    })
    await expect(writing).rejects.toThrow('the end')
    expect(workers.started).toBeGreaterThan(0)
    expect(workers.running()).toEqual([])
    expect(await readdir(join(folder, 'exports'))).toEqual([])
    if (hasProc) expect(openFilesBelow(folder)).toEqual([])
  })
})

test('any text and any number make the round trip: the CSV cells are the cells of the JSON records', async () => {
  const awkward = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', ' ', 'a', '\u{1d11e}', '\ufeff', '\u0000', '=') }),
  )
  const text = fc.option(awkward.filter((value) => value !== ''))
  const real = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0))
  const integer = fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }))
  const row = fc.tuple(fc.constantFrom('p b', 'q "c"', 'r\r\n,d'), text, real, integer)
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), async (rows) => {
      const exoplanets = makeTable(
        'exoplanets',
        { pl_name: 'text', hostname: 'text', pl_rade: 'real', gaia_id: 'integer' },
        rows,
      )
      const opened = (await writeAndOpen({ ...sampleTables(), exoplanets })).exoplanets
      for (const name of opened.pack.names) {
        const [header, ...lines] = parseStrictCsv(opened.text(name, 'csv'))
        const json = opened.text(name, 'json')
        const { records } = JSON.parse(json) as { records: Record<string, string | number | null>[] }
        const expected = rows.filter(([planet]) => planet === name)
        expect(records).toHaveLength(expected.length)
        for (const [index, [planet, host, rade, gaia]] of expected.entries()) {
          expect(records[index]).toEqual({
            pl_name: planet,
            hostname: host,
            pl_rade: rade,
            gaia_id: gaia === null ? null : Number(gaia),
          })
          // The digits of a wide integer are in the text, whatever JSON.parse makes of them.
          if (gaia !== null) expect(json).toContain(`"gaia_id":${gaia}`)
          expect(header).toEqual(['pl_name', 'hostname', 'pl_rade', 'gaia_id'])
          expect(lines[index]).toEqual([
            planet,
            host ?? '',
            rade === null ? '' : JSON.stringify(rade),
            gaia === null ? '' : gaia.toString(),
          ])
        }
      }
    }),
    { numRuns: 150 },
  )
})
