import { describe, expect, test } from 'bun:test'
import { CatalogError } from '../../../../src/core/errors.ts'
import { faultText, joinErrorMessages, RequestError, withFaults } from '../../../../src/mcp/results/faults.ts'

test('five errors are told, and the others counted', () => {
  const told = (count: number) =>
    joinErrorMessages(
      Array.from({ length: count }, (_, at) => at + 1),
      (fault) => `${fault}.`,
    )
  expect(told(1)).toBe('1.')
  expect(told(5)).toBe('1. 2. 3. 4. 5.')
  expect(told(6)).toBe('1. 2. 3. 4. 5. There is one more error like these.')
  expect(told(7)).toBe('1. 2. 3. 4. 5. There are 2 more errors like these.')
})

describe('an error as text', () => {
  test('has what is similar, its place, when to come back, and what to do', () => {
    expect(faultText(new CatalogError('invalid_sql', 'No.', { suggestions: ['a', 'b'], position: 6 }))).toBe(
      'No. Did you mean a or b? The error is at character 7 of the SQL.',
    )
    expect(faultText(new CatalogError('invalid_sql', 'No a.', { suggestions: ['a'] }))).toBe('No a.')
    expect(faultText(new CatalogError('sql_unavailable', 'No.', { retryAfterS: 3 }))).toBe(
      'No. Call again after 3 s. The other tools work in the meantime.',
    )
    expect(faultText(new CatalogError('unknown_column', 'No.', { see: { kind: 'schema' } }))).toBe(
      'No. describe_catalog lists the columns of a table.',
    )
  })
})

test('each protocol shapes errors of requests, and no others', async () => {
  const shaped = (fault: RequestError) => new Error(`shaped ${fault.kind}`)
  const seen = (thrown: Error) =>
    withFaults(() => Promise.reject(thrown), shaped).catch((error: Error) => error.message)
  expect(await seen(new RequestError('invalid_params', 'x'))).toBe('shaped invalid_params')
  expect(await seen(new Error('other'))).toBe('other')
  expect(await withFaults(() => 5, shaped)).toBe(5)
})
