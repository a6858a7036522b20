import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Catalog } from '../../../src/core/catalog/catalog.ts'
import { createCatalog } from '../../../src/core/catalog/create-catalog.ts'
import { OPERATORS } from '../../../src/core/table-query/conditions.ts'
import { openSnapshot } from '../../../src/store/open-snapshot.ts'
import { checkPages } from '../../../src/verify/check-pages.ts'
import { pieceOf } from '../../../src/verify/sampled-conditions.ts'
import { SqlCatalog } from '../../../src/verify/sql-catalog.ts'
import { folderWith } from '../../fixtures/archives/archive-folder.ts'
import { builtSnapshot } from '../../fixtures/snapshots/built-snapshot.ts'

/** Columns whose names are those of parameters, end like operators, or begin like parameters that are ignored. */
const ODD_NAMES = ['limit', 'sort_by', 'wide', 'wide__gt', 'note__in', '_cache', 'utm_x']

let service: Catalog
let catalog: SqlCatalog
beforeAll(async () => {
  const row = (i: number) => [
    `P${i % 9} b`,
    `P${i % 9}`,
    i % 4 === 0 ? '' : i % 7,
    i % 3,
    2n ** 60n + BigInt(i % 5),
    i / 8 - 2,
    [' A, b', '"a" ', 'ß', 'ς𝄞', 'x'][i % 5]!.replaceAll('"', '""'),
    i,
    i,
  ]
  const folder = await folderWith({
    'exoplanets.csv': [
      `pl_name,hostname,${ODD_NAMES.join()}`,
      ...Array.from({ length: 60 }, (_, i) =>
        row(i)
          .map((cell) => `"${cell}"`)
          .join(),
      ),
    ].join('\n'),
    'stellarhosts.csv': 'hostname,st_teff\nP1,5000\nP2,\nP3,4000.5\n',
  })
  const { dataDir } = await builtSnapshot(folder)
  const snapshot = await openSnapshot(dataDir)
  service = createCatalog(snapshot, { run: () => Promise.reject(new Error('no SQL')), close: async () => {} })
  catalog = new SqlCatalog(snapshot.catalogPath)
})
afterAll(() => catalog.close())

/** What the check says of 400 pages of each table; `change` changes the queries that the service gets. */
function sampled(change: (query: URLSearchParams) => void = () => {}) {
  const queries: URLSearchParams[] = []
  const bodies: string[] = []
  const watched: Catalog = {
    ...service,
    page(table, query, ...rest) {
      queries.push(new URLSearchParams(query))
      const changed = new URLSearchParams(query)
      change(changed)
      const answer = service.page(table, changed.toString(), ...rest)
      bodies.push(Buffer.from(answer.body()).toString())
      return answer
    },
  }
  return { queries, bodies, ...checkPages(catalog, watched, 400, () => {}) }
}

const PARAMETERS = ['page', 'limit', 'sort_by', 'order', 'columns', 'filter']
const conditionsOf = (query: URLSearchParams) => [...query.keys()].filter((name) => !PARAMETERS.includes(name))
const operatorOf = (name: string) => (ODD_NAMES.includes(name) ? undefined : name.split('__').at(-1))

describe('the conditions of sampled pages', () => {
  test('select the rows that SQL selects, and are counted', () => {
    const { queries, figures, differences } = sampled()
    expect(differences).toEqual([])
    const counts = queries.map((query) => conditionsOf(query).length).filter((count) => count > 0)
    expect(counts.length / queries.length).toBeWithin(0.25, 0.42)
    const total = counts.reduce((sum, count) => sum + count)
    expect(figures).toBe(
      `800 pages of random columns, orders and filters, ${counts.length} of them with ${total} conditions`,
    )
    expect(Math.max(...counts)).toBe(3)
  })

  test('are of every kind, on columns of every name', () => {
    const names = sampled().queries.flatMap(conditionsOf)
    for (const operator of OPERATORS) expect(names.map(operatorOf)).toContain(operator)
    expect(names).toContain('pl_name')
    for (const name of ['limit', 'sort_by']) expect(names).toContain(`${name}__eq`)
    expect(names).toContain('wide__gt')
    expect(names.filter((name) => /^(?:_|utm_)/.test(name))).toEqual([])
  })

  test('are true of a row, so that no page has a warning', () => {
    for (const body of sampled().bodies) expect(body).not.toContain('"warnings"')
  })

  test.each([...OPERATORS])('that the service ignores are found: %s', (operator) => {
    const { differing } = sampled((query) => {
      for (const name of conditionsOf(query)) if (operatorOf(name) === operator) query.delete(name)
    })
    expect(differing).toBeGreaterThan(0)
  })

  test.each([
    ['gt', 'gte'],
    ['lt', 'lte'],
    ['contains', 'startswith'],
    ['endswith', 'contains'],
  ])('%s that is taken for %s is found', (operator, other) => {
    const { differing } = sampled((query) => {
      for (const [name, value] of [...query])
        if (operatorOf(name) === operator) {
          query.delete(name)
          query.set(`${name.slice(0, -operator.length)}${other}`, value)
        }
    })
    expect(differing).toBeGreaterThan(0)
  })
})

test('a piece of a text begins or ends where it is to, and divides no character', () => {
  const pieces = (place: Parameters<typeof pieceOf>[2]) =>
    [0, 0.3, 0.6, 0.9].map((number) => pieceOf('𝄞ab𝄞', () => number, place))
  expect(pieces('startswith')).toEqual(['𝄞', '𝄞a', '𝄞ab', '𝄞ab𝄞'])
  expect(pieces('endswith')).toEqual(['𝄞', 'b𝄞', 'ab𝄞', '𝄞ab𝄞'])
  expect(pieces('contains')).toEqual(['𝄞', 'ab', 'b𝄞', '𝄞'])
  expect(pieceOf(' a ', () => 0)).toBe('')
})
