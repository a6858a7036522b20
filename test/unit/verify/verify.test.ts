import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Catalog } from '../../../src/core/catalog/catalog.ts'
import { createCatalog } from '../../../src/core/catalog/create-catalog.ts'
import type { Snapshot } from '../../../src/core/ports.ts'
import { filesOf, type Manifest } from '../../../src/format/manifest.ts'
import { openSnapshot } from '../../../src/store/open-snapshot.ts'
import { checkCatalog } from '../../../src/verify/check-catalog.ts'
import { checkExports } from '../../../src/verify/check-exports.ts'
import { checkPages } from '../../../src/verify/check-pages.ts'
import type { CheckResult } from '../../../src/verify/check-result.ts'
import { SqlCatalog } from '../../../src/verify/sql-catalog.ts'
import { verifySnapshot } from '../../../src/verify/verify.ts'
import { folderWith } from '../../fixtures/archives/archive-folder.ts'
import { builtSnapshot } from '../../fixtures/snapshots/built-snapshot.ts'
import { withBrokenList } from '../../fixtures/snapshots/with-broken-list.ts'

let dataDir: string
let manifest: Manifest
let snapshot: Snapshot
let catalog: SqlCatalog

beforeAll(async () => {
  const folder = await folderWith({
    'exoplanets.csv': [
      'pl_name,hostname,default_flag,disc_year,pl_rade,note',
      'A b,A,0,2001,1.5,first',
      'A b,A,1,2002,1.6,second',
      'A b,A,1,2003,1.7,third',
      'A c,A,0,2004,,"x, ""y"""',
      'A c,A,0,2005,2,ä𝄞',
      ...Array.from({ length: 30 }, (_, i) => `B ${i} b,B ${i},1,${2000 + i},${i / 4},n${i}`),
    ].join('\n'),
    'stellarhosts.csv': [
      'hostname,st_teff',
      'A,5000',
      ...Array.from({ length: 30 }, (_, i) => `B ${i},${4000 + i}`),
    ].join('\n'),
  })
  ;({ dataDir, manifest } = await builtSnapshot(folder))
  snapshot = await openSnapshot(dataDir)
  catalog = new SqlCatalog(snapshot.catalogPath)
})
afterAll(() => catalog.close())

const noProgress = () => {}

test('a sound snapshot passes each check, and each says how much it compared', async () => {
  const findings: CheckResult[] = []
  const stages = new Map<string, (readonly [done: number, total: number])[]>()
  const opened = await verifySnapshot({
    dataDir,
    pages: 3,
    onFinding: (finding) => findings.push(finding),
    onProgress: (check, done, total) => stages.set(check, [...(stages.get(check) ?? []), [done, total]]),
  })
  expect(opened.snapshotId).toBe(manifest.snapshotId)
  expect(findings.map(({ differing, differences }) => [differing, differences])).toEqual(findings.map(() => [0, []]))
  const files = filesOf(manifest)
  const megabytes = (files.map(({ bytes }) => bytes).reduce((a, b) => a + b) / 1e6).toFixed(1)
  expect(findings.map(({ check, figures }) => [check, figures])).toEqual([
    [
      'Files against the manifest',
      `${files.length} files, ${megabytes} MB, each of the size and SHA-256 that the manifest says`,
    ],
    ['SQL catalog against the manifest', 'exoplanets 35 rows and 6 columns, stellarhosts 31 rows and 2 columns'],
    ['Orders and values of exoplanets against SQL', "6 columns × 35 rows, each in SQL's order"],
    ['Orders and values of stellarhosts against SQL', "2 columns × 31 rows, each in SQL's order"],
    ['Column statistics of exoplanets against SQL', '6 columns'],
    ['Column statistics of stellarhosts against SQL', '2 columns'],
    [
      'Bodies of pages against SQL',
      expect.stringMatching(/^6 pages of random columns, orders and filters, \d of them with \d+ conditions?$/),
    ],
    ['Exports of exoplanets against SQL', expect.stringMatching(/^32 names, JSON and CSV, 0\.\d MB unpacked$/)],
    ['Exports of stellarhosts against SQL', expect.stringMatching(/^31 names, JSON and CSV, 0\.\d MB unpacked$/)],
    ['Insights against their SQL', expect.stringMatching(/^\d+ insights?, /)],
    ['Rows of plots against their SQL', expect.stringMatching(/^\d+ plots?, /)],
  ])
  const counted = (total: number) => Array.from({ length: total }, (_, i) => [i + 1, total])
  expect(Object.fromEntries(stages)).toEqual({
    'columns of exoplanets': counted(6),
    'columns of stellarhosts': counted(2),
    'statistics of exoplanets': counted(6),
    'statistics of stellarhosts': counted(2),
    pages: counted(6),
    'exports of exoplanets': counted(32),
    'exports of stellarhosts': counted(31),
  } as never)
})

test('what cannot be read is a difference, and the other checks go on', async () => {
  const findings: CheckResult[] = []
  const onFinding = (finding: CheckResult) => findings.push(finding)
  await verifySnapshot({
    dataDir: await withBrokenList({ dataDir, manifest }),
    pages: 0,
    onFinding,
    onProgress: noProgress,
  })
  expect(findings).toHaveLength(11)
  expect(findings.filter(({ differing }) => differing > 0)).toEqual([
    {
      check: 'Insights against their SQL',
      figures: 'not finished',
      differing: 1,
      differences: [expect.stringMatching(/^It cannot be read: .*JSON.*\.$/)],
    },
  ])
})

describe('the catalog is compared with the manifest', () => {
  const withTable = (change: Partial<Manifest['tables']['exoplanets']>): Manifest => ({
    ...manifest,
    tables: { ...manifest.tables, exoplanets: { ...manifest.tables.exoplanets, ...change } },
  })

  test('in its rows', () => {
    expect(checkCatalog(catalog, withTable({ rows: 34 })).differences).toEqual([
      'The number of rows of exoplanets is 35, but should be 34.',
      'The last row of exoplanets is 35, but should be 34.',
    ])
  })

  test('in its names', () => {
    expect(checkCatalog(catalog, withTable({ names: 33 })).differences).toEqual([
      'The number of names in exoplanets is 32, but should be 33.',
    ])
  })

  test('in its columns', () => {
    const columns = manifest.tables.exoplanets.columns.map((column) =>
      column.name === 'disc_year' ? { ...column, type: 'real' as const } : column,
    )
    expect(checkCatalog(catalog, withTable({ columns })).differences).toEqual([
      'The columns of exoplanets is "pl_name TEXT, hostname TEXT, default_flag INTEGER, disc_year INTEGER, pl_rade REAL, note TEXT", but should be "pl_name TEXT, hostname TEXT, default_flag INTEGER, disc_year REAL, pl_rade REAL, note TEXT".',
    ])
  })
})

describe('exports are compared with the rows of their names', () => {
  const exportOf = (name: string) => snapshot.findExport('stellarhost', name, 'json')!.identity()

  test('a host has the default row of each planet, or its first', () => {
    const { planets } = JSON.parse(new TextDecoder().decode(exportOf('A')))
    expect(planets).toMatchObject([
      { pl_name: 'A b', disc_year: 2002 },
      { pl_name: 'A c', disc_year: 2004 },
    ])
    expect(checkExports(catalog, snapshot, 'stellarhost', noProgress).differences).toEqual([])
  })

  test('one that is absent, one that cannot be unpacked and one that differs are found, in both formats', () => {
    const changed: Snapshot = {
      ...snapshot,
      findExport(entity, name, format) {
        if (name === 'B 1 b') return undefined
        const found = snapshot.findExport(entity, name, format)!
        if (name === 'B 2 b' && format === 'json')
          return {
            ...found,
            identity() {
              throw new Error('Damaged.')
            },
          }
        if (name === 'B 3 b' && format === 'csv') return { ...found, identity: () => found.identity().subarray(1) }
        return found
      },
    }
    const { differences, differing } = checkExports(catalog, changed, 'exoplanet', noProgress)
    expect(differing).toBe(4)
    expect(differences).toEqual([
      '"B 1 b" has no json export.',
      '"B 1 b" has no csv export.',
      'Damaged.',
      expect.stringContaining('The csv export of "B 3 b": at byte 0 it has "l_name'),
    ])
  })

  test('names are those of SQL, in its order', () => {
    const changed: Snapshot = { ...snapshot, exportNames: () => ['A b'] }
    expect(checkExports(catalog, changed, 'exoplanet', noProgress).differences).toEqual([
      expect.stringMatching(/^The names with an export of exoplanets is "A b", but should be "A b\\nA c\\nB 0 b/),
    ])
  })
})

describe('random pages', () => {
  /** The queries of so many pages, and how many of them differ if `change` changes their bodies. */
  function sampled(sample: number, change: (body: Uint8Array, nth: number) => Uint8Array = (body) => body) {
    const service = createCatalog(snapshot, { run: () => Promise.reject(new Error('no SQL')), close: async () => {} })
    const queries: (readonly [table: string, URLSearchParams])[] = []
    const watched = {
      ...service,
      manifest: service.manifest,
      page(...args: Parameters<Catalog['page']>) {
        queries.push([args[0], new URLSearchParams(String(args[1]))])
        const page = service.page(...args)
        const nth = queries.length
        return { ...page, body: () => change(page.body(), nth) }
      },
    } as Catalog
    return { queries, ...checkPages(catalog, watched, sample, noProgress) }
  }

  test('are the same each time, and of every kind', () => {
    const { queries, differing } = sampled(150)
    expect(differing).toBe(0)
    expect(queries).toEqual(sampled(150).queries)
    expect(queries.map(([table]) => table)).toEqual([
      ...Array<string>(150).fill('exoplanets'),
      ...Array<string>(150).fill('stellarhosts'),
    ])
    const valuesOf = (name: string) => queries.map(([, query]) => query.get(name))
    const share = (is: (query: URLSearchParams) => boolean) => queries.filter(([, query]) => is(query)).length / 300
    expect(new Set(valuesOf('limit'))).toEqual(new Set(['0', '1', '7', '50', '200']))
    expect(new Set(valuesOf('order'))).toEqual(new Set(['asc', 'desc']))
    expect(share((query) => query.has('sort_by'))).toBeWithin(0.7, 0.9)
    expect(share((query) => query.has('filter'))).toBeWithin(0.2, 0.4)
    for (const [table, query] of queries) {
      const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))]
      const rows = manifest.tables[table as 'exoplanets'].rows
      // One page more than there are, which is empty.
      expect(page).toBeWithin(1, Math.ceil(rows / Math.max(1, limit)) + 2)
      const columns = query.get('columns')!.split(',')
      expect(new Set(columns).size).toBe(columns.length)
      expect(columns.length).toBeWithin(1, 7)
      const filter = query.get('filter')
      if (filter !== null) {
        expect([...filter].length).toBeWithin(1, 5)
        expect(page).toBeLessThanOrEqual(3)
      }
    }
    // Pages beyond the first, an empty one after the last, and several columns are among them.
    expect(share((query) => Number(query.get('page')) > 3)).toBeGreaterThan(0.1)
    expect(share((query) => Number(query.get('limit')) === 200 && query.get('page') === '2')).toBeGreaterThan(0.03)
    expect(share((query) => query.get('columns')!.split(',').length > 2)).toBeGreaterThan(0.3)
  })

  test('that differ from SQL are found', () => {
    const { differing, differences, queries } = sampled(4, (body, nth) => (nth === 2 ? body.subarray(1) : body))
    expect(differing).toBe(1)
    expect(differences[0]).toStartWith(`/rest/exoplanets?${queries[1]![1]}: at byte 0 it has `)
  })
})
