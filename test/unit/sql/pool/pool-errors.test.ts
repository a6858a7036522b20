import { expect, test } from 'bun:test'
import type { CatalogError } from '../../../../src/core/errors.ts'
import type { VoOutput } from '../../../../src/formats/vo/vo-output.ts'
import { checkSqlText } from '../../../../src/sql/pool/check-text.ts'
import {
  brokenProcess,
  changedAnswer,
  stopping,
  timedOut,
  tooManyQueries,
  unavailable,
} from '../../../../src/sql/pool/pool-errors.ts'
import { catalogError } from '../../../fixtures/thrown.ts'

const AGAIN = 'SQL cannot run at the moment; everything else works. Try again shortly.'
const timeLimit = (time: string) =>
  `The query exceeded the time limit of ${time} and was stopped. Narrow it with WHERE, or join on hostname.`

test.each<[error: CatalogError, code: string, message: string, retryAfterS: number | undefined]>([
  [
    changedAnswer(),
    'sql_unavailable',
    'The query was interrupted, and its result differs when it runs again. Try again shortly.',
    2,
  ],
  [stopping(), 'stopping', 'The service is shutting down.', 5],
  [unavailable(), 'sql_unavailable', AGAIN, 2],
  [unavailable(7), 'sql_unavailable', AGAIN, 7],
  [brokenProcess(), 'internal', 'The query failed because of an internal error.', undefined],
  [tooManyQueries(3), 'too_many_queries', 'The query queue is full: try again later.', 3],
  [timedOut(1_000), 'query_timeout', timeLimit('1 second'), undefined],
  [timedOut(30_000), 'query_timeout', timeLimit('30 seconds'), undefined],
  [timedOut(1_500), 'query_timeout', timeLimit('1.5 seconds'), undefined],
])('%s', (error, code, message, retryAfterS) => {
  expect([error.code, error.message]).toEqual([code, message] as never)
  expect(error.help).toEqual(retryAfterS === undefined ? {} : { retryAfterS })
})

const VO: VoOutput = { format: 'csv', query: '', columns: [], snapshotId: '', source: '', warnings: [] }

test('a text is as long as its bytes, of which 16 KiB are accepted', () => {
  checkSqlText({ sql: 'ä'.repeat(8_192) })
  const { code, message } = catalogError(() => checkSqlText({ sql: `${'ä'.repeat(8_192)}x` }))
  expect([code, message]).toEqual(['sql_too_long', 'The SQL is 16385 bytes long; the maximum is 16384 (16 KiB).'])
})

test('a translated query may have 4 MiB', () => {
  const limit = 4 * 1_048_576
  checkSqlText({ sql: 'x'.repeat(limit), vo: VO })
  const { code, message } = catalogError(() => checkSqlText({ sql: 'x'.repeat(limit + 1), vo: VO }))
  expect([code, message]).toEqual([
    'query_too_large',
    "The query is too long after its translation to SQLite's SQL: shorten it.",
  ])
})

test('half of a surrogate pair is refused, a whole one is not', () => {
  checkSqlText({ sql: "SELECT '\u{1d11e}'" })
  const { code, message } = catalogError(() => checkSqlText({ sql: "SELECT '\ud834'" }))
  expect([code, message]).toEqual([
    'invalid_sql',
    'The SQL contains half of a surrogate pair, which is not valid Unicode.',
  ])
})
