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
  const names = search(column('pl_name'), 'B')
  const hosts = search(column('hostname'), 'B')
  const others = search(column('pl_name'), 'C')
  expect([names, hosts, others].map(({ rows }) => rows)).toEqual([2, 1, 1])
  expect([names, hosts, others].map(codesOf)).toEqual([[0, 2], [1], [1]])
  expect(search(column('pl_name'), 'B')).toBe(names)
  expect(search(column('hostname'), 'B')).toBe(hosts)
  expect(search(column('pl_name'), 'C')).toBe(others)
})

test('a text and a column that look like another text and column together are not taken for them', () => {
  const search = createValueSearch()
  const renamed = { ...column('note'), name: '1note' }
  expect(search(renamed, 'E').rows).toBe(1)
  expect(search(column('note'), 'E1').rows).toBe(1)
  expect(search(renamed, '1').rows).toBe(2)
  expect(search(column('note'), '11').rows).toBe(0)
})

test('what was found for many texts does not grow without end', () => {
  const search = createValueSearch()
  const first = search(column('note'), 'E')
  for (let i = 0; i < 40_000; i++) search(column('note'), `no such text ${i}`)
  expect(search(column('note'), 'E')).not.toBe(first)
  expect(search(column('note'), 'E')).toEqual(first)
})
