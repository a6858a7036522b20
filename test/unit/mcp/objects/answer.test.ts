import { describe, expect, test } from 'bun:test'
import { grouped, hasZeroError, leftOutNotice } from '../../../../src/mcp/objects/answer.ts'
import { topicsOf } from '../../../../src/mcp/objects/topics.ts'

test('entries are grouped by topic, in their order, with the reference of the first', () => {
  expect(
    grouped([
      { topic: 'Planet', reference: 'R', column: 'a', entry: 1 },
      { topic: 'Star', column: 'b', entry: 2 },
      { topic: 'Planet', reference: 'S', column: 'c', entry: 3 },
    ]),
  ).toEqual([
    { topic: 'Planet', reference: 'R', values: { a: 1, c: 3 } },
    { topic: 'Star', values: { b: 2 } },
  ])
})

describe('the notice on columns that are left out', () => {
  const columns = (count: number) => Array.from({ length: count }, (_, at) => `c${at}`)
  const begin = `Left out to keep the result short: ${columns(15).join(', ')}`
  test.each([
    [15, `${begin}. query_catalog returns them.`],
    [16, `${begin} and 1 more column. query_catalog returns them.`],
    [17, `${begin} and 2 more columns. query_catalog returns them.`],
  ])('names at most fifteen of %d', (count, notice) => {
    expect(leftOutNotice(columns(count))).toBe(notice)
  })
})

test('an uncertainty of zero is found on either side', () => {
  expect(hasZeroError({ value: 1, err1: 0 })).toBe(true)
  expect(hasZeroError({ value: 1, err2: 0 })).toBe(true)
  expect(hasZeroError({ value: 0, err1: 1, err2: null })).toBe(false)
  expect(hasZeroError(0)).toBe(false)
  expect(hasZeroError(null)).toBe(false)
})

test('topics come by importance with their references, without companions and what is said elsewhere', () => {
  const names = [
    'hostname',
    'pl_name',
    'rastr',
    'hd_name',
    'sy_dist',
    'ra',
    'st_mass',
    'disc_year',
    'pl_rade',
    'pl_radeerr1',
    'sy_vmag',
    'zz',
  ]
  const topics = topicsOf(names.map((name) => ({ name, type: 'real' })))
  expect(
    topics.map(({ topic, reference, columns }) => [topic, reference, columns.map(({ name }) => name).join()]),
  ).toEqual([
    ['Planet', 'pl_refname', 'pl_rade'],
    ['Discovery', 'disc_refname', 'disc_year'],
    ['Star', 'st_refname', 'st_mass'],
    ['System', 'sy_refname', 'sy_dist'],
    ['Position on the sky', 'sy_refname', 'ra'],
    ['Names and catalog numbers', undefined, 'hd_name'],
    ['Magnitudes of the system', 'sy_refname', 'sy_vmag'],
    ['Other', undefined, 'zz'],
  ])
})
