import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { ACKNOWLEDGMENT, cautionList, citation } from '../../src/core/answers/cautions.ts'
import { instructions } from '../../src/mcp/service/instructions.ts'
import { pageAt } from '../fixtures/docs/docs.ts'
import { type CatalogApp, catalogApp } from '../fixtures/servers/catalog-app.ts'
import { FAKE_MANIFEST } from '../fixtures/servers/fake-catalog.ts'

let service: CatalogApp
beforeAll(async () => {
  service = await catalogApp()
})
afterAll(() => service.close())

const oneLine = (text: string): string => text.replaceAll(/\n(?:> |\s*)/g, ' ')

describe('the cautions about the data and how to cite stand', () => {
  test.each(['/llms.txt', '/skill.md', '/rest/openapi.json'])('in %s', async (path) => {
    const sent = await (await service.get(path)).text()
    const text = path.endsWith('.json') ? JSON.parse(sent).info.description : sent
    const cautions = cautionList(service.catalog.manifest)
    expect(cautions.length).toBe(7)
    for (const caution of [...cautions, citation(service.catalog.manifest)]) expect(text).toContain(caution)
  })

  test('on the home page, as far as citing goes', async () => {
    const html = await (await service.get('/', { headers: { accept: 'text/html' } })).text()
    expect(html).toContain(ACKNOWLEDGMENT)
    expect(html).toContain('10.26133/NEA12')
  })

  test('in the documentation', () => {
    const page = oneLine(pageAt('docs/data.md').text)
    for (const caution of cautionList(service.catalog.manifest)) {
      const [first] = caution.split(/(?<=\.) /)
      expect(page).toContain(first!)
    }
    expect(page).toContain(ACKNOWLEDGMENT)
  })

  test('in the instructions for agents, the weightiest first, within the length that clients keep', () => {
    const text = instructions(service.catalog.manifest)
    expect(text.length).toBeLessThanOrEqual(2_048)
    for (const part of ['default_flag = 1', 'many-to-many', 'upper or lower limit', 'Msini'])
      expect(text).toContain(part)
  })
})

test('a composite table is cited as such, and no column that is not there is spoken of', () => {
  const { exoplanets } = FAKE_MANIFEST.tables
  const columns = exoplanets.columns.filter(({ name }) => name !== 'default_flag' && !/lim$|err2$|prov$/.test(name))
  const manifest = { ...FAKE_MANIFEST, tables: { ...FAKE_MANIFEST.tables, exoplanets: { ...exoplanets, columns } } }
  expect(citation(manifest)).toContain('10.26133/NEA13')
  expect(citation(manifest)).not.toContain('NEA12')
  const text = cautionList(manifest).join('\n')
  expect(text).toContain('composite')
  expect(text).not.toMatch(/default_flag|…lim|…err2|bmassprov/)
})

test('a schema has notes on limit flags, uncertainties and default rows, as OpenAPI has', async () => {
  const { columns } = (await (await service.get('/rest/exoplanets/schema')).json()) as {
    columns: { name: string; note?: string }[]
  }
  const noteOf = (name: string) => columns.find((column) => column.name === name)?.note
  expect(noteOf('pl_radelim')).toBe(
    'Limit flag of pl_rade: 0 a measurement, 1 an upper limit, -1 a lower limit; null: the row does not say.',
  )
  expect(noteOf('pl_radeerr2')).toBe('Lower uncertainty of pl_rade; negative.')
  expect(noteOf('default_flag')).toContain('1 for the one row per planet')
  expect(noteOf('pl_rade')).toBeUndefined()
  const document = (await (await service.get('/rest/openapi.json')).json()) as {
    components: { schemas: { Exoplanet: { properties: Record<string, { description?: string }> } } }
  }
  const { properties } = document.components.schemas.Exoplanet
  expect(properties.pl_radelim!.description).toContain(noteOf('pl_radelim')!)
  expect(properties.pl_radeerr2!.description).toContain(noteOf('pl_radeerr2')!)
})
