import { describe, expect, test } from 'bun:test'
import type { Catalog } from '../../../../src/core/catalog/catalog.ts'
import { type CompletionRequest, complete } from '../../../../src/mcp/service/completion.ts'
import { FAKE_MANIFEST, fakeCatalog, textAnswer } from '../../../fixtures/servers/fake-catalog.ts'

const COLUMNS = ['pl_name', 'pl_rade', 'ra'].map((name) => ({ name, type: 'text' as const }))
const { tables } = FAKE_MANIFEST
const catalog = {
  ...fakeCatalog({}),
  manifest: {
    ...FAKE_MANIFEST,
    tables: {
      exoplanets: { ...tables.exoplanets, columns: COLUMNS },
      stellarhosts: { ...tables.stellarhosts, columns: COLUMNS.slice(2) },
    },
  },
  insightList: () =>
    textAnswer('insights', JSON.stringify(Array.from({ length: 150 }, (_, at) => ({ slug: `planets-${at}` })))),
  namesBeginning: (text: string, kind: string, most: number) => ({ values: [`${kind} ${text} ${most}`], total: 9 }),
} as unknown as Catalog

const DETAIL = { type: 'ref/resource', uri: 'catalog://detail/exoplanets/{pl_name}' }
const COLUMN = { type: 'ref/resource', uri: 'catalog://columns/{table}/{column}' }

const completed = (ref: CompletionRequest['ref'], name: string, value: string, given?: Record<string, string>) =>
  complete(catalog, {
    ref,
    argument: { name, value },
    ...(given === undefined ? {} : { context: { arguments: given } }),
  }).completion

describe('a template', () => {
  test('is completed by its variables', () => {
    expect(completed(DETAIL, 'pl_name', 'K')).toEqual({ values: ['planet K 100'], total: 9, hasMore: true })
    expect(completed(COLUMN, 'table', ' EXO').values).toEqual(['exoplanets'])
    expect(completed(COLUMN, 'table', '').values).toEqual(['exoplanets', 'stellarhosts'])
    // Nothing begins with it, so it may be anywhere.
    expect(completed(COLUMN, 'table', 'hosts').values).toEqual(['stellarhosts'])
    expect(completed(COLUMN, 'column', 'pl_').values).toEqual(['pl_name', 'pl_rade'])
    expect(completed(COLUMN, 'column', '', { table: 'stellarhosts' }).values).toEqual(['ra'])
    expect(completed(COLUMN, 'column', 'ra', { table: 'nothing' })).toEqual({ values: [], total: 0, hasMore: false })
  })

  test('has no other variables', () => {
    expect(() => completed(COLUMN, '{table}', '')).toThrow(
      'Unknown argument "{table}"; the arguments are table, column.',
    )
    expect(() => completed({ type: 'ref/resource', uri: 'catalog://x' }, 'a', '')).toThrow(
      'Unknown resource template "catalog://x"',
    )
    expect(() => completed({ type: 'ref/prompt', name: 'x' }, 'a', '')).toThrow('Unknown prompt "x"')
  })
})

test('a hundred values at most are given, and that there are more is told', () => {
  const slugs = completed({ type: 'ref/resource', uri: 'catalog://insights/{slug}' }, 'slug', 'planets')
  expect([slugs.values.length, slugs.total, slugs.hasMore]).toEqual([100, 150, true])
  const some = completed({ type: 'ref/resource', uri: 'catalog://insights/{slug}' }, 'slug', 'planets-14')
  expect([some.values.length, some.total, some.hasMore]).toEqual([11, 11, false])
})
