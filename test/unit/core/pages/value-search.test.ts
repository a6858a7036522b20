import { expect, test } from 'bun:test'
import { encodePageFile } from '../../../../build/pages/write-pages.ts'
import { createValueSearch, type Matches } from '../../../../src/core/pages/value-search.ts'
import type { PageColumn } from '../../../../src/core/ports.ts'
import { pageTable } from '../../../../src/store/page-table.ts'
import { makeTable } from '../../../fixtures/archives/make-table.ts'

const TABLE = makeTable('exoplanets', { pl_name: 'text', hostname: 'text', note: 'text' }, [
  ['a b', 'a', '1'],
  ['a c', 'a', 'e1'],
  ['b b', 'b', null],
])
const { columns } = pageTable('exoplanets', new Uint8Array(Buffer.concat(encodePageFile(TABLE))), 'x')
const column = (name: string): PageColumn => columns.get(name)!

const codesOf = ({ isMatch }: Matches): number[] => Array.from(isMatch.keys()).filter((code) => isMatch[code] === 1)

test('what was found is kept, for each column and text by itself', () => {
  const search = createValueSearch()
  const names = search.find('exoplanets', column('pl_name'), 'B')
  const hosts = search.find('exoplanets', column('hostname'), 'B')
  const others = search.find('exoplanets', column('pl_name'), 'C')
  expect([names, hosts, others].map(({ rows }) => rows)).toEqual([2, 1, 1])
  expect([names, hosts, others].map(codesOf)).toEqual([[0, 2], [1], [1]])
  expect(search.find('exoplanets', column('pl_name'), 'B')).toBe(names)
  expect(search.find('exoplanets', column('hostname'), 'B')).toBe(hosts)
  expect(search.find('exoplanets', column('pl_name'), 'C')).toBe(others)
})

test('a text and a column that look like another text and column together are not taken for them', () => {
  const search = createValueSearch()
  const renamed = { ...column('note'), name: '1note' }
  expect(search.find('exoplanets', renamed, 'E').rows).toBe(1)
  expect(search.find('exoplanets', column('note'), 'E1').rows).toBe(1)
  expect(search.find('exoplanets', renamed, '1').rows).toBe(2)
  expect(search.find('exoplanets', column('note'), '11').rows).toBe(0)
})

test('what was found for many texts does not grow without end', () => {
  const search = createValueSearch(1_000_000)
  const first = search.find('exoplanets', column('note'), 'E')
  for (let i = 0; i < 10_000; i++) search.find('exoplanets', column('note'), `no such text ${i}`)
  expect(search.find('exoplanets', column('note'), 'E')).not.toBe(first)
  expect(search.find('exoplanets', column('note'), 'E')).toEqual(first)
})

test('columns of one name in two tables are not taken for each other', () => {
  const search = createValueSearch()
  const inOther = { ...column('pl_name'), name: 'hostname' }
  expect(search.find('exoplanets', column('hostname'), 'B').rows).toBe(1)
  expect(search.find('stellarhosts', inOther, 'B').rows).toBe(2)
})

test('all that is kept lies within the bytes that are given, and reads are reported', () => {
  const reads: boolean[] = []
  const search = createValueSearch(2_000, (isHit) => reads.push(isHit))
  for (let i = 0; i < 100; i++) {
    search.find('exoplanets', column('note'), `text ${i}`)
    expect(search.byteLength).toBeLessThanOrEqual(2_000)
  }
  expect(search.byteLength).toBeGreaterThan(1_000)
  search.find('exoplanets', column('note'), 'text 99')
  expect(reads).toEqual([...Array.from({ length: 100 }, () => false), true])
})

test('a search that is retired finds the same and keeps nothing', () => {
  const search = createValueSearch()
  const before = search.find('exoplanets', column('pl_name'), 'B')
  search.retire()
  expect(search.byteLength).toBe(0)
  expect(search.find('exoplanets', column('pl_name'), 'B')).toEqual(before)
  expect(search.byteLength).toBe(0)
})
