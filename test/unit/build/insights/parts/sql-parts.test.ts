import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import type { ArchiveColumns } from '../../../../../build/insights/parts/archive-columns.ts'
import type { ResultFacts } from '../../../../../build/insights/parts/caveats.ts'
import { countedDisputes, disputedColumn, partialYear } from '../../../../../build/insights/parts/discoveries.ts'
import {
  countPlanets,
  disputedCondition,
  HAS_SYSTEM_NAME,
  hasErrors,
  isChosen,
  isFlagged,
  isNamed,
  isNoLimit,
  isPositive,
  isUndisputed,
  isUndisputedInAllRows,
  measured,
  measuredIfPresent,
  present,
  type Rule,
  showErrors,
  showMeasured,
  where,
} from '../../../../../build/insights/parts/sql-parts.ts'

const archive = (columns: readonly string[], more: Partial<ArchiveColumns> = {}): ArchiveColumns => ({
  has: (table, column) => columns.includes(column) && table === 'exoplanets',
  showsAll: false,
  isComposite: false,
  ...more,
})

const database = new Database(':memory:')
database.run(
  'CREATE TABLE exoplanets (pl_name TEXT, default_flag INT, pl_controv_flag INT, v REAL, verr1 REAL, verr2 REAL, vlim INT)',
)
database.run(`INSERT INTO exoplanets VALUES
  ('a', 1, 0, 1.5, 0.1, -0.1, 0),
  ('a', 0, 1, 2.5, 0.1, 0, 1),
  ('b', 1, NULL, NULL, NULL, NULL, NULL),
  ('c', 1, 1, -3, 0.1, NULL, -1),
  (NULL, 1, 0, 0, 0.2, -0.2, NULL)`)

const values = (sql: string): unknown[] =>
  database
    .query(sql)
    .values()
    .map(([value]) => value)

/** The numbers of the rows that rules leave. */
const rowsOf = (...rules: Rule[]): unknown[] =>
  values(`SELECT rowid FROM exoplanets${where(present(rules))} ORDER BY rowid`)

const ALL = archive(['default_flag', 'pl_controv_flag', 'v', 'vlim'])

describe('rules', () => {
  test('leave all rows if there are none, or none for this archive', () => {
    expect(rowsOf()).toEqual([1, 2, 3, 4, 5])
    const bare = archive([])
    expect(present([isChosen(bare), isUndisputed(bare), isUndisputedInAllRows(bare), isNoLimit(bare, 'v')])).toEqual([])
  })

  test('choose rows', () => {
    expect(rowsOf(isChosen(ALL))).toEqual([1, 3, 4, 5])
    expect(rowsOf(isNamed('pl_name', 'v'))).toEqual([1, 2, 4])
    expect(rowsOf(isPositive('v'))).toEqual([1, 2])
    expect(rowsOf(...isFlagged('pl_controv_flag'))).toEqual([2, 4])
    expect(rowsOf(hasErrors('v'))).toEqual([1, 5])
    expect(rowsOf(isNoLimit(ALL, 'v'))).toEqual([1, 3, 5])
    expect(rowsOf(isPositive('v'), isNoLimit(ALL, 'v'))).toEqual([1])
    expect(isNoLimit(ALL, 'v', 'stellarhosts')).toBeUndefined()
    expect(HAS_SYSTEM_NAME!.condition).toContain("<> ''")
    expect(isNamed('a', 'b')!.reason).toBe('no value (a or b)')
  })

  test('leave out disputed planets: by the chosen row, or by any row where none is chosen', () => {
    expect(rowsOf(isUndisputed(ALL))).toEqual([1, 3, 5])
    const noChoice = archive(['pl_controv_flag'])
    expect(rowsOf(isUndisputed(noChoice), isNamed('pl_name'))).toEqual([3])
    expect(rowsOf(isUndisputedInAllRows(ALL), isNamed('pl_name'))).toEqual([3])
  })
})

describe('counts', () => {
  test('are of rows if one is chosen for each planet, else of names', () => {
    expect(values(`SELECT ${countPlanets(ALL)} FROM exoplanets`)).toEqual([5])
    expect(values(`SELECT ${countPlanets(archive([]))} FROM exoplanets`)).toEqual([3])
  })

  test('tell disputed planets', () => {
    expect(values(`SELECT ${disputedColumn(ALL)} FROM exoplanets`)).toEqual([2])
    expect(values(`SELECT ${disputedColumn(archive(['pl_controv_flag']))} FROM exoplanets`)).toEqual([2])
    expect(disputedColumn(archive([]))).toBe('0 AS controversial')
    expect(disputedCondition(archive(['default_flag']))).toBeUndefined()
  })
})

describe('values', () => {
  test('that are limits are not shown as measured, unless all are shown', () => {
    expect(values(`SELECT ${measured(ALL, 'v')} FROM exoplanets`)).toEqual([1.5, null, null, null, 0])
    expect(measured(archive(['v']), 'v')).toBe('v')
    expect(showMeasured(archive(['v']), 'v')).toBe('v')
    expect(showMeasured(ALL, 'v')).toEndWith(' AS v')
    expect(showMeasured({ ...ALL, showsAll: true }, 'v')).toBe('v')
    expect([measuredIfPresent(ALL, 'w'), measuredIfPresent(archive(['v']), 'v')]).toEqual(['NULL', 'v'])
  })

  test('have both uncertainties or none', () => {
    expect(database.query(`SELECT ${showErrors(ALL, 'v')} FROM exoplanets`).values()).toEqual([
      [0.1, -0.1],
      [null, null],
      [null, null],
      [null, null],
      [0.2, -0.2],
    ])
    expect(showErrors({ ...ALL, showsAll: true }, 'v')).toBe('verr1, verr2')
  })
})

describe('caveats on discoveries', () => {
  const facts = (data: ResultFacts['data'], date: string | null = '2026-03-04', known = ALL): ResultFacts => ({
    archive: known,
    data,
    dates: { exoplanets: date, stellarhosts: null },
    count: () => 0,
  })

  test('count disputed planets over all rows', () => {
    const told = (...counts: number[]) => countedDisputes(facts(counts.map((controversial) => ({ controversial }))))
    expect([told(), told(0, 0)]).toEqual([undefined, undefined])
    expect(told(0, 1)).toBe('1 planet flagged as controversial (pl_controv_flag is 1) is counted.')
    expect(told(2, 1)).toBe('3 planets flagged as controversial (pl_controv_flag is 1) are counted.')
    expect(countedDisputes(facts([], null, archive([])))).toBe(
      'This archive does not mark controversial planets: all planets are counted.',
    )
  })

  test('tell that the year of the archive is not over', () => {
    const years = [{ disc_year: 2025 }, { disc_year: 2026 }]
    expect(partialYear(facts(years))).toBe('2026 is incomplete: exoplanets is of 2026-03-04.')
    expect(partialYear(facts(years.slice(0, 1)))).toBeUndefined()
    expect(partialYear(facts(years, null))).toBe('The date of exoplanets is unknown: 2026 may be incomplete.')
  })
})
