import { expect, test } from 'bun:test'
import { readRows } from '../../../../src/http/page-routes/read-json.ts'
import { fakeCatalog, textAnswer } from '../../../fixtures/servers/fake-catalog.ts'

/** The rows that are read of a table with so many, and the reads. */
function read(
  total: number,
  arrive = (page: number): number => Math.max(0, Math.min(1_000, total - (page - 1) * 1_000)),
) {
  const asked: string[] = []
  const catalog = fakeCatalog({
    page(table, query) {
      asked.push(`${table}?${query}`)
      const page = Number(new URLSearchParams(query).get('page'))
      const data = Array.from({ length: arrive(page) }, (_, at) => ({ at: (page - 1) * 1_000 + at }))
      return textAnswer(query, JSON.stringify({ data, total }))
    },
  })
  const rows = readRows(catalog, 'exoplanets', [['pl_name', 'A & b']], ['pl_name', 'a b'])
  return { asked, rows }
}

test('rows are read a thousand at a time, all of them and in order', () => {
  const page = (number: number) => `exoplanets?pl_name=A+%26+b&limit=1000&page=${number}&columns=pl_name,a+b`
  for (const [total, pages] of [
    [0, 1],
    [1, 1],
    [1_000, 1],
    [1_001, 2],
    [2_000, 2],
    [2_500, 3],
  ] as const) {
    const { asked, rows } = read(total)
    expect(asked).toEqual(Array.from({ length: pages }, (_, at) => page(at + 1)))
    expect(rows).toEqual(Array.from({ length: total }, (_, at) => ({ at })))
  }
})

test('a read that brings fewer rows than it announces ends', () => {
  const { asked, rows } = read(5_000, (page) => (page === 1 ? 3 : 0))
  expect([asked.length, rows.length]).toEqual([2, 3])
})
