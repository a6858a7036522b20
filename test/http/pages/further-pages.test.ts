import { afterAll, beforeAll, expect, test } from 'bun:test'
import { folderWith } from '../../fixtures/archives/archive-folder.ts'
import { FURTHER_ARCHIVE } from '../../fixtures/archives/further-tables.ts'
import { type CatalogApp, catalogApp } from '../../fixtures/servers/catalog-app.ts'

let service: CatalogApp
beforeAll(async () => {
  service = await catalogApp({}, await folderWith(FURTHER_ARCHIVE))
})
afterAll(() => service.close())

const html = async (path: string): Promise<string> =>
  (await service.get(path, { headers: { accept: 'text/html' } })).text()

/** What a reader sees. */
const words = (page: string): string => page.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ')

test('the foot of every page names further tables, each leading to its columns', async () => {
  const foot = /<footer[\s\S]*<\/footer>/.exec(await html('/search'))![0]
  expect(words(foot)).toContain('further tables: keplernames, pscomppars, toi')
  for (const name of ['keplernames', 'pscomppars', 'toi']) expect(foot).toContain(`href="./columns/${name}"`)
})

test.each(['/', '/about'])('%s names further tables with size, date and where their rows are', async (path) => {
  const page = await html(path)
  expect(words(page)).toContain(
    'pscomppars Planetary Systems Composite Parameters, 3 rows, 2024-04-19: columns, rows by SQL',
  )
  expect(page).toContain('href="./sql?q=SELECT%20*%20FROM%20toi"')
})

test('a planet without a radius says so of its rows alone, and leads to the tables that may have one', async () => {
  const page = await html('/exoplanets/Bel-2%20b')
  expect(words(page)).toContain('Its row in table exoplanets has no radius, so its size is not drawn.')
  expect(words(page)).toContain('Perhaps another table has one: pscomppars.')
  expect(page).toContain('href="../sql?q=SELECT+*+FROM+pscomppars+WHERE+pl_name+%3D+\'Bel-2+b\'"')
})

test('rows that name no reference are not counted as those of one', async () => {
  expect(words(await html('/stellarhosts/Aso-1'))).toContain('2 rows of unnamed references.')
  const planet = words(await html('/exoplanets/Aso-1%20b'))
  expect(planet).toContain('2 rows of unnamed references')
  expect(planet).toContain('row 2, no reference')
})
