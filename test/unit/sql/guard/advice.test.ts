import { beforeAll, describe, expect, test } from 'bun:test'
import { CatalogError } from '../../../../src/core/errors.ts'
import { ALLOWED_FUNCTIONS } from '../../../../src/core/functions/sql-functions.ts'
import { dialectAdvice, IDIOMS } from '../../../../src/sql/guard/dialect-advice.ts'
import { FUNCTION_ADVICE } from '../../../../src/sql/guard/function-advice.ts'
import { tokenize } from '../../../../src/sql/guard/tokens.ts'
import type { CatalogDatabase } from '../../../../src/sql/sqlite/open-database.ts'
import { guardOutcome, rowsOf, tinyDatabase } from '../../../fixtures/sql/query-engine.ts'
import { FUNCTION_ADVICES, FUNCTION_CASES, IDIOM_CASES } from './advice-cases.ts'

let database: CatalogDatabase
beforeAll(async () => {
  database = await tinyDatabase()
})

function refusalOf(sql: string): CatalogError {
  const refusal = guardOutcome(database, sql)
  if (refusal instanceof CatalogError) return refusal
  throw new Error(`accepted: ${sql}`)
}

/** The only value of the first row. */
function resultOf(sql: string): unknown {
  const values = Object.values(rowsOf(database, sql)[0]!)
  expect(values, sql).toHaveLength(1)
  return values[0]
}

test('every advice has a case, and every case its advice', () => {
  expect(IDIOMS.map(({ advice }) => advice)).toEqual(Object.keys(IDIOM_CASES))
  expect(Object.keys(FUNCTION_CASES).sort()).toEqual(Object.keys(FUNCTION_ADVICE).sort())
  const advices = FUNCTION_ADVICES.flatMap(([advice, names]) => names.map((name) => [name, advice]))
  expect(FUNCTION_ADVICE).toEqual(Object.fromEntries(advices))
})

describe('what another dialect writes is met with advice that works', () => {
  for (const [advice, cases] of Object.entries(IDIOM_CASES))
    test.each(cases.map(([...one]) => one))(`${advice}: %s`, (wrong, corrected, value) => {
      expect(refusalOf(wrong).message).toEndWith(` ${advice}`)
      expect(resultOf(corrected)).toEqual(value)
    })
})

describe('a function of another database is met with advice that works', () => {
  test.each(
    Object.entries(FUNCTION_CASES).map(([name, [wrong, corrected, value]]) => [name, wrong, corrected, value] as const),
  )('%s', (name, wrong, corrected, value) => {
    const { message, help } = refusalOf(wrong)
    expect(message).toContain(FUNCTION_ADVICE[name]!)
    expect(resultOf(corrected)).toEqual(value)
    // What is suggested is what the advice calls, and it exists.
    for (const suggestion of help.suggestions ?? []) {
      expect(ALLOWED_FUNCTIONS.has(suggestion)).toBe(true)
      expect(FUNCTION_ADVICE[name]).toContain(`${suggestion}(`)
    }
  })
})

test('advice is for the name that SQLite reports, or for what is wrong whichever that is', () => {
  const adviceFor = (sql: string, name?: string) => {
    const found = dialectAdvice(tokenize(sql), name)
    return found && [found.position, found.advice.slice(0, 22)]
  }
  expect(adviceFor('SELECT TOP 5 x DIV 2')).toEqual([7, 'SQLite has no TOP: wri'])
  expect(adviceFor('SELECT TOP 5 x DIV 2', 'div')).toEqual([15, 'SQLite has no DIV: "/"'])
  expect(adviceFor('SELECT TOP 5 x DIV 2', 'x')).toBeUndefined()
  expect(adviceFor('SELECT y FROM t WHERE a LIKE b%', 'y')).toEqual([24, 'Write the pattern of L'])
  expect(adviceFor('SELECT y FROM t WHERE a = ‘b’', 'y')).toEqual([26, 'Typographic quotes are'])
  expect(adviceFor('TOP 5')).toEqual([0, 'SQLite has no TOP: wri'])
  expect(adviceFor('SELECT 1')).toBeUndefined()
})

test.each<readonly [sql: string, message: string, suggestions: readonly string[]]>([
  ['SELECT * FROM ps', "The archive's table ps is exoplanets here.", ['exoplanets']],
  ['SELECT * FROM PSCompPars', "The archive's table of planets is exoplanets here.", ['exoplanets']],
  ['SELECT * FROM constructor', 'The tables are exoplanets and stellarhosts.', ['exoplanets', 'stellarhosts']],
  ['SELECT pl_name form exoplanets', 'Did you mean FROM in place of "form"?', []],
  ['SELECT pl_name FROM exoplanets WHRE 1', 'Did you mean WHERE in place of "WHRE"?', []],
  ['SELECT pl_name FROM exoplanets ODRER BY 1', 'Did you mean ORDER in place of "ODRER"?', []],
  ['SELCT 1', 'Did you mean SELECT?', []],
  ['```sql\nSELECT 1\n```', 'Leave out the Markdown fence', []],
  ['“SELECT 1”', 'Leave out the quotes around the SQL', []],
  ['SELECT pl_name FROM exoplanets WHERE hostname = Proxima', "write it in single quotes, as in 'Proxima'", []],
  ['SELECT distance(1, 2)', 'Write sky_distance(ra, dec, A, D)', ['sky_distance']],
  ['SELECT stddev_samp(pl_rade) FROM exoplanets', 'Write stddev(value).', ['stddev']],
  ['SELECT constructor(1)', 'Unknown function constructor()', []],
])('%s', (sql, message, suggestions) => {
  const error = refusalOf(sql)
  expect(error.message).toContain(message)
  expect(error.help.suggestions ?? []).toEqual([...suggestions])
})

test('no column of a star is suggested for one of a planet', () => {
  for (const column of ['pl_teff', 'pl_met', 'pl_logg', 'pl_spectype']) {
    const { help } = refusalOf(`SELECT ${column} FROM exoplanets`)
    expect((help.suggestions ?? []).filter((name) => !name.startsWith('pl_'))).toEqual([])
  }
})
