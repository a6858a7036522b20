import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { CatalogError } from '../../../../src/core/errors.ts'
import { ALLOWED_FUNCTIONS } from '../../../../src/core/functions/sql-functions.ts'
import type { SqlRunner } from '../../../../src/core/ports.ts'
import { IDIOMS } from '../../../../src/sql/guard/dialect-advice.ts'
import { FUNCTION_ADVICE } from '../../../../src/sql/guard/function-advice.ts'
import { createSqlPool } from '../../../../src/sql/pool/pool.ts'
import { catalogOf } from '../../../fixtures/snapshots/sql-catalogs.ts'
import { FUNCTION_CASES, IDIOM_CASES } from './advice-cases.ts'

let pool: SqlRunner
beforeAll(async () => {
  const catalogPath = await catalogOf(undefined)
  pool = createSqlPool({ catalogPath, processes: 1, queue: 4, timeoutMs: 20_000, memoryMb: 128, explainMs: 10_000 })
})
afterAll(() => pool.close())

async function refusalOf(sql: string): Promise<CatalogError> {
  const error = await pool.run({ sql, maxRows: 1 }).catch((thrown: unknown) => thrown)
  if (error instanceof CatalogError) return error
  throw new Error(`accepted: ${sql}`)
}

/** The only value of the first row. */
async function resultOf(sql: string): Promise<unknown> {
  const { json } = await pool.run({ sql, maxRows: 1 })
  const { data, columns } = JSON.parse(Buffer.concat(json).toString())
  expect(columns, sql).toHaveLength(1)
  return data[0][columns[0]]
}

test('every advice on a dialect has a case, and every case its advice', () => {
  const begins = Object.keys(IDIOM_CASES)
  for (const { advice } of IDIOMS)
    expect(
      begins.filter((begin) => advice.startsWith(begin)),
      advice,
    ).toHaveLength(1)
  for (const begin of begins)
    expect(
      IDIOMS.some(({ advice }) => advice.startsWith(begin)),
      begin,
    ).toBe(true)
  expect(Object.keys(FUNCTION_CASES).sort()).toEqual(Object.keys(FUNCTION_ADVICE).sort())
})

describe('what another dialect writes is met with advice that works', () => {
  for (const [begin, cases] of Object.entries(IDIOM_CASES))
    test.each(cases.map(([...one]) => one))(`${begin}: %s`, async (wrong, corrected, value) => {
      const { message } = await refusalOf(wrong)
      expect(message).toContain(begin)
      expect(message).not.toContain('README')
      expect(await resultOf(corrected)).toEqual(value)
    })
})

describe('a function of another database is met with advice that works', () => {
  test.each(
    Object.entries(FUNCTION_CASES).map(([name, [wrong, corrected, value]]) => [name, wrong, corrected, value] as const),
  )('%s', async (name, wrong, corrected, value) => {
    const { message, help } = await refusalOf(wrong)
    expect(message).toContain(FUNCTION_ADVICE[name]!)
    expect(await resultOf(corrected)).toEqual(value)
    // What is suggested is what the advice calls, and it exists.
    for (const suggestion of help.suggestions ?? []) {
      expect(ALLOWED_FUNCTIONS.has(suggestion)).toBe(true)
      expect(FUNCTION_ADVICE[name]).toContain(`${suggestion}(`)
    }
  })
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
])('%s', async (sql, message, suggestions) => {
  const error = await refusalOf(sql)
  expect(error.message).toContain(message)
  expect(error.help.suggestions ?? []).toEqual([...suggestions])
})

test('no column of a star is suggested for one of a planet', async () => {
  for (const column of ['pl_teff', 'pl_met', 'pl_logg', 'pl_spectype']) {
    const { help } = await refusalOf(`SELECT ${column} FROM exoplanets`)
    expect((help.suggestions ?? []).filter((name) => !name.startsWith('pl_'))).toEqual([])
  }
})
