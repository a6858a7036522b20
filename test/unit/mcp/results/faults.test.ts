import { expect, test } from 'bun:test'
import { CatalogError, type See } from '../../../../src/core/errors.ts'
import { problemBody } from '../../../../src/http/response/problem.ts'
import { faultText } from '../../../../src/mcp/results/faults.ts'
import { TOOLS } from '../../../../src/mcp/tools/index.ts'

const SEES: readonly See[] = [
  { kind: 'schema' },
  { kind: 'schema', table: 'exoplanets' },
  { kind: 'schema', table: 'stellarhosts' },
  { kind: 'insights' },
  { kind: 'functions' },
  { kind: 'names', table: 'exoplanets' },
  { kind: 'names', table: 'stellarhosts' },
]

test.each(SEES)('%o: each interface adds a sentence that leads to what its client can reach', (see) => {
  const error = new CatalogError('invalid_sql', 'Something is wrong.', { see })
  const text = faultText(error)
  expect(text).toStartWith('Something is wrong. ')
  expect(text).not.toContain('/rest/')
  expect(TOOLS.some(({ name }) => text.includes(name))).toBe(true)
  const { detail } = problemBody(error)
  expect(detail).toMatch(/^Something is wrong\. .*\/rest\/.*\.$/)
  for (const { name } of TOOLS.filter((tool) => tool.name.includes('_'))) expect(detail).not.toContain(name)
})

test('a name that is not there leads to the column of its own table', () => {
  const host = new CatalogError('unknown_name', 'No such host.', { see: { kind: 'names', table: 'stellarhosts' } })
  expect(faultText(host)).toContain('SELECT DISTINCT hostname FROM stellarhosts')
  expect(faultText(host)).not.toContain('pl_name')
})

test('a message that is long, or says what looks like an address, is passed on as it is', () => {
  for (const message of ['Unknown insight "see /rest/insights of it".', '. '.repeat(1_000_000)])
    expect(faultText(new CatalogError('invalid_sql', message))).toBe(message)
})

test('an overloaded service says once when to call again', () => {
  const error = new CatalogError('too_many_queries', 'Too many queries are waiting.', { retryAfterS: 30 })
  expect(faultText(error)).toBe('Too many queries are waiting. Call again after 30 s.')
})
