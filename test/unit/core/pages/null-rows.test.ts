import { beforeAll, describe, expect, test } from 'bun:test'
import type { Catalog } from '../../../../src/core/catalog/catalog.ts'
import { planetCatalog } from '../../../fixtures/snapshots/table-catalog.ts'

/** A value in two of three rows, of which some are equal. */
const VALUES = Array.from({ length: 60 }, (_, row) => (row % 3 === 1 ? undefined : (row * 7) % 10))

const twoDigits = (row: number): string => String(row).padStart(2, '0')

let catalog: Catalog
beforeAll(() => {
  catalog = planetCatalog(
    { pl_name: 'text', hostname: 'text', pl_rade: 'real' },
    VALUES.map((value, row) => [`p${twoDigits(row)}`, 'A', value ?? null]),
  )
})

function rowsOf(query: string): number[] {
  const answer = catalog.page('exoplanets', `${query}&columns=pl_name`)
  const { data } = JSON.parse(new TextDecoder().decode(answer.body()))
  return data.map(({ pl_name }: { readonly pl_name: string }) => Number(pl_name.slice(1)))
}

const all = VALUES.map((_, row) => row)
const missing = all.filter((row) => VALUES[row] === undefined)

describe.each(['asc', 'desc'])('rows without a value, sorted by it, %s', (order) => {
  test('are all of them in the order of the table, page by page', () => {
    const page = (number: number) => rowsOf(`pl_rade__isnull=1&sort_by=pl_rade&order=${order}&limit=7&page=${number}`)
    expect([1, 2, 3, 4].flatMap(page)).toEqual(missing)
  })

  test('come after those with one, whose groups are sorted and keep the order of the table', () => {
    const sign = order === 'asc' ? 1 : -1
    const valued = all
      .filter((row) => VALUES[row] !== undefined)
      .sort((a, b) => sign * (VALUES[a]! - VALUES[b]!) || a - b)
    const page = (query: string) => (number: number) =>
      rowsOf(`${query}sort_by=pl_rade&order=${order}&limit=9&page=${number}`)
    const pages = [1, 2, 3, 4, 5, 6, 7]
    expect(pages.flatMap(page(''))).toEqual([...valued, ...missing])
    expect(pages.flatMap(page('pl_rade__isnull=0&'))).toEqual(valued)
    expect(pages.flatMap(page('pl_rade__gte=4&'))).toEqual(valued.filter((row) => VALUES[row]! >= 4))
    // A condition on another column, of many rows and of few.
    expect(pages.flatMap(page('pl_name__contains=p&'))).toEqual([...valued, ...missing])
    const few = [...valued, ...missing].filter((row) => twoDigits(row).startsWith('1'))
    expect(pages.flatMap(page('pl_name__startswith=p1&'))).toEqual(few)
  })
})
