import { describe, expect, test } from 'bun:test'
import { CatalogError } from '../../../../src/core/errors.ts'
import { faultText } from '../../../../src/mcp/results/faults.ts'

const textOf = (message: string): string => faultText(new CatalogError('invalid_sql', message))

describe('a fault leaves out the sentences that lead to REST', () => {
  test.each([
    ['There is no column "x". The schema endpoints list the columns.', 'There is no column "x".'],
    ['No such thing. Did you mean a or b? /rest/insights lists them all.', 'No such thing. Did you mean a or b?'],
    ['First. /rest/a and /rest/b list them. Last.', 'First. Last.'],
    ['pi is 3.14 here. See /rest/query for 2.5 more. Done.', 'pi is 3.14 here. Done.'],
  ])('%s', (message, text) => {
    expect(textOf(message)).toBe(text)
  })

  test.each([
    'There is no insight "see /rest/insights of it".',
    'There is no insight "one. See /rest/insights of it. And so on".',
    'There is nothing to leave out!',
    '',
  ])('but what is quoted stays: %s', (message) => {
    expect(textOf(message)).toBe(message)
  })

  test.each([
    [' ', ' '],
    [' /rest', ' /rest'],
    ['. ', '. '],
    ['" ', '" '],
  ])('in time that grows with the message alone: many of "%s"', (part) => {
    // What looked at every pair of places would not end within the test's time.
    expect(textOf(part.repeat(1_000_000)).length).toBeGreaterThan(0)
  })
})
