import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { COVERING_COLUMNS } from '../../../../build/catalog/covering-columns.ts'
import { encodeCatalog } from '../../../../build/catalog/write-catalog.ts'
import type { ArchiveTable } from '../../../../build/table/archive-table.ts'
import { orderRows } from '../../../../build/table/order-rows.ts'
import { FORMAT_VERSION } from '../../../../src/format/manifest.ts'
import type { Cell } from '../../../fixtures/archives/make-table.ts'
import { cellAt, makeTable } from '../../../fixtures/archives/make-table.ts'

const HUGE = 9223372036854775807n
const PLANETS = {
  hostname: 'text',
  pl_name: 'text',
  default_flag: 'integer',
  pl_rade: 'real',
  gaia: 'integer',
  note: 'text',
  'odd "name"': 'text',
} as const
const HOSTS = { hostname: 'text', sy_dist: 'real' } as const

function tables(rows = 40) {
  const planetRows = Array.from({ length: rows }, (_, row): Cell[] => [
    `host ${row % 7}`,
    `host ${row % 7} ${'bcd'[row % 3]}`,
    row % 2,
    row % 5 === 0 ? null : row / 3,
    row % 4 === 0 ? HUGE - BigInt(row) : row % 4 === 1 ? null : -row,
    [null, '\u{1F31F} "q"\u0001', 'é', '', 'x'.repeat(5000)][row % 5]!,
    null,
  ])
  const hostRows = Array.from({ length: 20 }, (_, row): Cell[] => [
    `host ${row % 10}`,
    row % 3 === 0 ? null : row * 1e10,
  ])
  return {
    exoplanets: orderRows(makeTable('exoplanets', PLANETS, planetRows)),
    stellarhosts: orderRows(makeTable('stellarhosts', HOSTS, hostRows)),
  }
}

const open = (bytes: Uint8Array) => Database.deserialize(bytes, { readonly: true, safeIntegers: true })

test('every cell of both tables is in the database, in snapshot order, exactly', async () => {
  const made = tables()
  const database = open(await encodeCatalog(made))
  for (const table of [made.exoplanets, made.stellarhosts]) {
    const rows = database.query(`SELECT rowid, * FROM ${table.name} ORDER BY rowid`).values()
    const expected = Array.from({ length: table.rows }, (_, row) => [
      BigInt(row + 1),
      ...table.cells.map((cells) => {
        const cell = cellAt(cells, row)
        return cells.kind === 'integer' && cell !== null ? BigInt(cell) : cell
      }),
    ])
    expect(rows).toEqual(expected)
  }
  expect(database.query('PRAGMA integrity_check').values()).toEqual([['ok']])
  expect(database.query('PRAGMA user_version').values()).toEqual([[BigInt(FORMAT_VERSION)]])
})

test('both tables are STRICT, with the declared types', async () => {
  const database = open(await encodeCatalog(tables()))
  const strict = database.query(
    `SELECT name, strict FROM pragma_table_list WHERE name NOT LIKE 'sqlite%' ORDER BY name`,
  )
  expect(strict.values()).toEqual([
    ['exoplanets', 1n],
    ['stellarhosts', 1n],
  ])
  const types = database.query(`SELECT name, type FROM pragma_table_info('exoplanets')`).values()
  expect(types).toEqual([
    ['hostname', 'TEXT'],
    ['pl_name', 'TEXT'],
    ['default_flag', 'INTEGER'],
    ['pl_rade', 'REAL'],
    ['gaia', 'INTEGER'],
    ['note', 'TEXT'],
    ['odd "name"', 'TEXT'],
  ])
})

const SEARCHES: readonly (readonly [string, RegExp])[] = [
  [`SELECT note FROM exoplanets WHERE pl_name = 'host 1 b'`, /SEARCH exoplanets USING INDEX exoplanets_pl_name/],
  [`SELECT note FROM exoplanets WHERE hostname = 'host 1'`, /SEARCH exoplanets USING INDEX exoplanets_covering/],
  [
    `SELECT * FROM stellarhosts WHERE hostname = 'host 1'`,
    /SEARCH stellarhosts USING (COVERING )?INDEX stellarhosts_covering/,
  ],
  ['SELECT COUNT(*) FROM exoplanets JOIN stellarhosts USING (hostname)', /SEARCH \w+ USING COVERING INDEX/],
  ['SELECT hostname, AVG(pl_rade) FROM exoplanets GROUP BY hostname', /SCAN exoplanets USING COVERING INDEX/],
]

test.each(SEARCHES)('an index answers %s', async (sql, plan) => {
  const database = open(await encodeCatalog(tables(4000)))
  const steps = database.query(`EXPLAIN QUERY PLAN ${sql}`).values()
  expect(steps.map((step) => String(step[3])).join('\n')).toMatch(plan)
})

test('the same tables give the same bytes, whatever size is expected', async () => {
  const made = tables()
  const bytes = await encodeCatalog(tables())
  for (const expected of [0, 1000, 10_000_000])
    expect(Buffer.compare(await encodeCatalog(made, () => expected), bytes)).toBe(0)
})

/** Columns of which no index has any. */
const OTHERS = Array.from({ length: 90 }, (_, i) => `comment_${i}`)

/** A table with the columns of a full archive, each row another. */
function wideTable(rows: number): ArchiveTable {
  const names = [...new Set(Object.values(COVERING_COLUMNS.exoplanets).flat()), 'note', 'comment', ...OTHERS]
  const types = Object.fromEntries(
    names.map(
      (name) => [name, /name$|method|facility|spectype|prov|note|comment/.test(name) ? 'text' : 'real'] as const,
    ),
  )
  const cells = (row: number): Cell[] =>
    names.map((name, at) => (types[name] === 'text' ? `${name} ${row % 97}` : row + at))
  return makeTable(
    'exoplanets',
    types,
    Array.from({ length: rows }, (_, row) => cells(row)),
  )
}

test.each([
  ['SELECT disc_facility, AVG(pl_rade) FROM exoplanets GROUP BY disc_facility', 'covering'],
  ['SELECT COUNT(*), AVG(pl_rade), MAX(pl_bmasse), MIN(pl_orbper), SUM(st_teff) FROM exoplanets', 'covering'],
  ['SELECT pl_name, pl_rade, pl_radeerr1, pl_radeerr2 FROM exoplanets WHERE pl_radelim = 0', 'uncertainties'],
  ['SELECT pl_name FROM exoplanets WHERE st_masserr1 / st_mass < 0.05 AND default_flag = 1', 'uncertainties'],
  ['SELECT AVG(pl_trandep), AVG(pl_ratror) FROM exoplanets WHERE sy_kmag < 9', 'transits'],
  ['SELECT pl_name, st_rotp FROM exoplanets ORDER BY st_rotp', 'transits'],
])('%s reads the index %s alone', async (sql, index) => {
  const [hosts, planets] = [makeTable('stellarhosts', { hostname: 'text' }, [['a']]), wideTable(2_000)]
  const database = open(await encodeCatalog({ exoplanets: planets, stellarhosts: hosts }))
  const steps = database.query(`EXPLAIN QUERY PLAN ${sql}`).values()
  expect(steps.map((step) => String(step[3])).join('\n')).toContain(`USING COVERING INDEX exoplanets_${index}`)
})

test('an archive without uncertainties has no index for them', async () => {
  const database = open(await encodeCatalog(tables()))
  const names = database.query("SELECT name FROM sqlite_schema WHERE type = 'index' ORDER BY name").values()
  expect(names).toEqual([['exoplanets_covering'], ['exoplanets_pl_name'], ['stellarhosts_covering']])
})
