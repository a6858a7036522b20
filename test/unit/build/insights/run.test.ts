import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import type { Database } from 'sql.js'
import { openCatalog } from '../../../../build/catalog/open-catalog.ts'
import { encodeCatalog } from '../../../../build/catalog/write-catalog.ts'
import { planInsight } from '../../../../build/insights/describe.ts'
import type { InsightDefinition } from '../../../../build/insights/parts/definition.ts'
import { showErrors, showMeasured } from '../../../../build/insights/parts/sql-parts.ts'
import { runInsight } from '../../../../build/insights/run.ts'
import type { InsightResult } from '../../../../src/core/answers/insight.ts'
import { insightArchive } from '../../../fixtures/archives/insight-archive.ts'
import { catalogOf } from '../../../fixtures/insights/check-insight.ts'

const TABLES = insightArchive(31)

let database: Database

beforeAll(async () => {
  database = await openCatalog(await encodeCatalog(TABLES))
})
afterAll(() => database.close())

const DATES = { exoplanets: '2021-01-11', stellarhosts: null } as const

/** An insight of two rows at most that gives what a text of SQL does. */
function insight(sql: string, columns: readonly string[], more: Partial<InsightDefinition> = {}): InsightDefinition {
  return {
    slug: 'example',
    title: 'An example',
    category: 'exoplanets',
    description: 'For tests',
    kind: 'list',
    limit: 2,
    rank: [],
    reads: 'exoplanets',
    alsoNeeds: {},
    uses: {},
    columns: columns.map((name) => ({ name, type: 'integer', description: name })),
    rules: () => [],
    sql: () => sql,
    caveats: () => [],
    whenEmpty: 'nothing is asked for',
    ...more,
  }
}

function runSql(sql: string, ...columns: readonly string[]): InsightResult {
  return runDefinition(insight(sql, columns))
}

function runDefinition(definition: InsightDefinition): InsightResult {
  return runInsight(database, planInsight(definition, catalogOf(TABLES)), { namesRepeat: false, dates: DATES })
}

test('a result is the rows by column name, with their number', () => {
  const sql = "SELECT 1 AS a, 'x' AS b UNION ALL SELECT NULL, 2.5"
  const result = runSql(sql, 'a', 'b')
  expect(Object.keys(result)).toEqual(['meta', 'data', 'rows', 'columns', 'total', 'truncated'])
  expect(result).toEqual({
    meta: {
      slug: 'example',
      title: 'An example',
      category: 'exoplanets',
      description: 'For tests',
      kind: 'list',
      limit: 2,
      sql: `${sql}\nLIMIT 2`,
      caveats: '',
      columns: ['a', 'b'].map((name) => ({ name, data_type: 'Int64', description: name })),
    },
    data: [
      { a: 1, b: 'x' },
      { a: null, b: 2.5 },
    ],
    rows: 2,
    columns: ['a', 'b'],
    total: 2,
    truncated: false,
  })
})

test('a column that no table has is named, with what its definition lacks', () => {
  expect(() => runSql('SELECT st_colour AS a FROM stellarhosts', 'a')).toThrow(
    'The SQL of "example" cannot run: no such column: st_colour. If it is a column of the archive, its definition must name it in "columns", "alsoNeeds" or "uses".',
  )
})

test('rows beyond the limit are counted, and said to be cut', () => {
  const { rows, total, truncated } = runSql('SELECT rowid AS a FROM exoplanets', 'a')
  expect({ rows, total, truncated }).toEqual({ rows: 2, total: TABLES.exoplanets.rows, truncated: true })
})

test('a limit that cuts rows of one rank says how many there are; one between two ranks says nothing', () => {
  const values = (...cells: readonly string[]) => cells.map((cell) => `SELECT ${cell} AS a`).join(' UNION ALL ')
  const caveats = (sql: string, rank: readonly string[]) =>
    runDefinition(insight(`SELECT a FROM (${sql}) ORDER BY a`, ['a'], { rank })).meta.caveats
  const ofThree =
    'The limit cuts a tie: 3 rows rank like the last one, of which 1 is shown, in the order of their names.'
  expect(caveats(values('1', '2', '2', '2', '3'), ['a'])).toBe(ofThree)
  expect(caveats(values('NULL', 'NULL', 'NULL', '4'), ['a'])).toBe(
    'The limit cuts a tie: 3 rows rank like the last one, of which 2 are shown, in the order of their names.',
  )
  expect(caveats(values('1', '2', '3'), ['a'])).toBe('')
  expect(caveats(values('1', '2', '2', '3'), ['a', 'a > 1'])).toContain('2 rows rank like the last one')
  expect(caveats(values('1', '2', '2.5', '3'), ['ROUND(a - 0.1)'])).toContain('2 rows rank like the last one')
  // Without a limit that cuts, and without ranks, there is no tie to speak of.
  expect(caveats(values('2', '2'), ['a'])).toBe('')
  expect(caveats(values('2', '2', '2'), [])).toBe('')
})

test('a row is set aside for the first rule that it does not meet, and not at all by one without a reason', () => {
  const rules = () => [
    { condition: 'pl_rade > 0', reason: 'no radius' },
    { condition: 'pl_orbper < 10' },
    { condition: 'pl_bmasse > 0', reason: 'no mass' },
    { condition: 'st_rad > 0', reason: 'no radius' },
  ]
  const sql = (_archive: unknown, rows: string) => `SELECT COUNT(*) AS a FROM exoplanets${rows}`
  const count = (where: string) => database.exec(`SELECT COUNT(*) FROM exoplanets WHERE ${where}`)[0]!.values[0]![0]
  const { data, left_out } = runDefinition(insight('', ['a'], { rules, sql }))
  expect(data).toEqual([{ a: Number(count('pl_rade > 0 AND pl_orbper < 10 AND pl_bmasse > 0 AND st_rad > 0')) }])
  const noRadius = Number(count('(pl_rade > 0) IS NOT TRUE'))
  const noStar = Number(count('pl_rade > 0 AND pl_orbper < 10 AND pl_bmasse > 0 AND (st_rad > 0) IS NOT TRUE'))
  expect(left_out).toEqual([
    { reason: 'no radius', rows: noRadius + noStar },
    { reason: 'no mass', rows: Number(count('pl_rade > 0 AND pl_orbper < 10 AND (pl_bmasse > 0) IS NOT TRUE')) },
  ])
})

test('an insight without rows says why, and makes no caveat about rows that are not there', () => {
  const { meta, total, truncated } = runDefinition(
    insight('', ['a'], {
      rules: () => [{ condition: 'pl_rade > 1000000', reason: 'no giant (pl_rade)' }],
      sql: (_archive, rows) => `SELECT pl_rade AS a FROM exoplanets${rows}`,
      caveats: () => ['Rows are large.'],
    }),
  )
  expect({ total, truncated }).toEqual({ total: 0, truncated: false })
  expect(meta.caveats).toBe(
    `No rows in this archive: nothing is asked for. Rows set aside: ${TABLES.exoplanets.rows}: no giant (pl_rade).`,
  )
})

test('limits and errors that are shown as null are counted', () => {
  const definition = insight('', ['pl_name', 'pl_rade', 'pl_radeerr1', 'pl_radeerr2'], {
    limit: 10_000,
    uses: { exoplanets: ['pl_radelim'] },
    sql: (archive) =>
      `SELECT pl_name, ${showMeasured(archive, 'pl_rade')}, ${showErrors(archive, 'pl_rade')} FROM exoplanets ORDER BY rowid`,
  })
  const { data, meta } = runDefinition(definition)
  const count = (where: string) => database.exec(`SELECT COUNT(*) FROM exoplanets WHERE ${where}`)[0]!.values[0]![0]
  const limits = count('pl_rade IS NOT NULL AND pl_radelim <> 0')
  const oneSided = 'COALESCE(pl_radeerr1, 0) = 0 OR COALESCE(pl_radeerr2, 0) = 0'
  const [upper, lower] = ['1', '2'].map((side) => count(`pl_radeerr${side} IS NOT NULL AND (${oneSided})`))
  expect(limits).toBeGreaterThan(0)
  expect(meta.caveats).toBe(
    `Values that are only upper or lower limits are shown as null: ${limits} pl_rade. Uncertainties that are 0 or one-sided are shown as null: ${upper} pl_radeerr1, ${lower} pl_radeerr2.`,
  )
  expect(data.filter((row) => row.pl_rade === null)).toHaveLength(
    Number(count('pl_rade IS NULL OR COALESCE(pl_radelim, 0) <> 0')),
  )
})

test('an integer that no number holds is a bigint, and only such a one', () => {
  const sql = `SELECT 9007199254740991 AS a, 9007199254740993 AS b, -9223372036854775808 AS c, 9007199254740993.0 AS d, 2 * 1.5 AS e`
  expect(runSql(sql, 'a', 'b', 'c', 'd', 'e').data).toEqual([
    { a: 9_007_199_254_740_991, b: 9007199254740993n, c: -9223372036854775808n, d: 9_007_199_254_740_992, e: 3 },
  ])
})

test('a text has all its characters, also a byte order mark at its beginning and a NUL', () => {
  const sql =
    "SELECT char(65279) || 'x' AS a, char(65279) AS b, '' AS c UNION ALL SELECT 'x' || char(65279), 'x' || char(0) || 'y', 'é𝄞'"
  expect(runSql(sql, 'a', 'b', 'c').data).toEqual([
    { a: '\ufeffx', b: '\ufeff', c: '' },
    { a: 'x\ufeff', b: 'x\0y', c: 'é𝄞' },
  ])
})

test('other columns than the declared ones stop the build', () => {
  expect(() => runSql('SELECT 1 AS a, 2 AS c', 'a', 'b')).toThrow(
    'Insight "example" gives the columns a,c instead of a,b.',
  )
})

test('a blob stops the build', () => {
  expect(() => runSql("SELECT x'00' AS a", 'a')).toThrow('neither text nor a number')
})

test('the catalog is opened for reading only, with the functions of SQLite itself', () => {
  expect(() => database.exec('DELETE FROM exoplanets')).toThrow('readonly')
  // sql.js used to bring a natural `log` along.
  expect(database.exec('SELECT log(1000), sqrt(2.25), power(10, -1)')[0]!.values).toEqual([[3, 1.5, 0.1]])
})

test('no statement stays open, whatever became of it', () => {
  const { prepare } = database
  let open = 0
  const preparing = spyOn(database, 'prepare').mockImplementation((...args) => {
    const statement = prepare.apply(database, args)
    const { free } = statement
    open += 1
    return Object.assign(statement, {
      free() {
        open -= 1
        return free.call(statement)
      },
    })
  })
  try {
    runSql('SELECT 1 AS a', 'a')
    expect(() => runSql('SELECT 1 AS a', 'b')).toThrow('gives the columns a instead of b')
    expect(preparing.mock.calls.length).toBeGreaterThan(1)
    expect(open).toBe(0)
  } finally {
    preparing.mockRestore()
  }
})

/** The caveats of an insight on planets with several rows, in an archive without default rows. */
function everyRow(
  sql: string,
  columns: readonly string[],
  more: Partial<InsightDefinition> = {},
  namesRepeat = true,
): string {
  const { exoplanets, ...others } = catalogOf(TABLES)
  const without = { ...others, exoplanets: exoplanets.filter(({ name }) => name !== 'default_flag') }
  const definition = insight(sql, columns, { uses: { exoplanets: ['default_flag'] }, limit: 9, ...more })
  return runInsight(database, planInsight(definition, without), { namesRepeat, dates: DATES }).meta.caveats
}

test('that every row is used is told where planets have several and none is chosen', () => {
  const used = 'This archive has several rows for some planets and marks none of them as the default: every row is used'
  const twice = "SELECT 'A b' AS pl_name UNION ALL SELECT 'A b'"
  expect(everyRow("SELECT 'A b' AS pl_name UNION ALL SELECT 'A c'", ['pl_name'])).toBe(`${used}.`)
  expect(everyRow(twice, ['pl_name'])).toBe(`${used}, so some of the planets shown appear several times.`)
  expect(everyRow('SELECT 1 AS a', ['a'])).toBe(`${used}, but a planet counts once in each row of the result.`)
  for (const sql of [twice, 'SELECT 1 AS a'])
    expect(everyRow(sql, [sql === twice ? 'pl_name' : 'a'], { kind: 'relationship' })).toBe(`${used}.`)
  expect(everyRow(twice, ['pl_name'], {}, false)).toBe('')
  expect(everyRow(twice, ['pl_name'], { uses: {} })).toBe('')
})
