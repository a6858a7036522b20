import { describe, expect, test } from 'bun:test'
import type { Catalog } from '../../../../src/core/catalog/catalog.ts'
import { CatalogError } from '../../../../src/core/errors.ts'
import { RequestError } from '../../../../src/mcp/results/faults.ts'
import { listResources, RESOURCE_TEMPLATES, readResource } from '../../../../src/mcp/service/resources.ts'
import { fakeCatalog, textAnswer } from '../../../fixtures/servers/fake-catalog.ts'

/** A catalog whose answers are the texts of what was asked for. */
const catalog = {
  ...fakeCatalog({}),
  schema: (table: string) => textAnswer('a', `schema of ${table}`),
  insightList: () => textAnswer('b', 'all insights'),
  insight(slug: string) {
    if (slug === 'none') throw new CatalogError('unknown_insight', 'There is none.')
    if (slug === 'broken') throw new Error('a fault')
    return textAnswer('c', `insight ${slug}`)
  },
  column: (table: string, column: string) => textAnswer('d', `column ${column} of ${table}`),
  export: (entity: string, name: string, format: string) => textAnswer('e', `${entity} ${name} as ${format}`),
} as unknown as Catalog

const textOf = (uri: string): string => {
  const { contents } = readResource(catalog, uri)
  expect(contents).toEqual([{ uri, mimeType: 'application/json', text: contents[0]!.text }])
  return contents[0]!.text
}

describe('a resource', () => {
  test.each([
    ['catalog://schema/exoplanets', 'schema of exoplanets'],
    ['catalog://insights', 'all insights'],
    ['catalog://insights/some-planets', 'insight some-planets'],
    ['catalog://insights/a%2Fb', 'insight a/b'],
    ['catalog://columns/exoplanets/pl_rade', 'column pl_rade of exoplanets'],
    ['catalog://columns/stellarhosts/a%20b/c', 'column a b/c of stellarhosts'],
    ['catalog://detail/exoplanets/TRAPPIST-1%20e', 'exoplanet TRAPPIST-1 e as json'],
    ['catalog://detail/stellarhosts/K%2FL', 'stellarhost K/L as json'],
  ])('at %s is what its address says', (uri, text) => {
    expect(textOf(uri)).toBe(text)
  })

  test.each([
    '',
    'catalog://schema/',
    'catalog://schema/exoplanetsx',
    'catalog://schema/exoplanets/x',
    'catalog://schema/toi',
    'catalog://insightsx',
    'catalog://insights/%',
    'catalog://columns/exoplanets',
    'catalog://columns/toi/x',
    'catalog://columns/exoplanets/%ff',
    'catalog://detail/exoplanets',
    'catalog://detail/planets/x',
    'catalog://detail/stellarhosts/%',
    'http://schema/exoplanets',
  ])('is not at %j', (uri) => {
    expect(() => readResource(catalog, uri)).toThrow(RequestError)
  })

  test('that the catalog refuses is refused with its words, a fault is one', () => {
    expect(() => textOf('catalog://insights/none')).toThrow('There is no resource at this URI. There is none.')
    expect(() => textOf('catalog://insights/broken')).toThrow('a fault')
  })

  test('is listed, and can be read', () => {
    const listed = listResources(catalog).map(({ uri }) => uri)
    expect(listed).toEqual(['catalog://schema/exoplanets', 'catalog://schema/stellarhosts', 'catalog://insights'])
    for (const uri of listed) expect(textOf(uri)).not.toBe('')
    for (const { uriTemplate } of RESOURCE_TEMPLATES)
      expect(textOf(uriTemplate.replace('{table}', 'exoplanets').replaceAll(/\{\w+\}/g, 'x'))).toContain('x')
  })
})
