import { expect, test } from 'bun:test'
import { CatalogError } from '../../../../src/core/errors.ts'
import { callTool } from '../../../../src/mcp/service/call-tool.ts'
import { FAKE_MANIFEST, fakeCatalog, textAnswer } from '../../../fixtures/servers/fake-catalog.ts'

const columns = ['pl_name', 'hostname', 'default_flag', 'pl_rade', 'st_teff'].map((name) => ({
  name,
  type: name.endsWith('name') ? ('text' as const) : ('real' as const),
}))
const table = { ...FAKE_MANIFEST.tables.exoplanets, columns, defaultColumns: ['pl_name', 'hostname', 'pl_rade'] }
const manifest = { ...FAKE_MANIFEST, tables: { ...FAKE_MANIFEST.tables, exoplanets: table } }

type Row = Readonly<Record<string, string | number | null>>

/** What an agent is told of a star with these rows of planets, sent page by page as a table read does. */
async function starOf(rows: readonly Row[]) {
  const catalog = fakeCatalog({
    manifest,
    resolve: () =>
      textAnswer(
        'resolve',
        JSON.stringify({ query: 'A', matches: [{ kind: 'host', name: 'A', match: 'exact', via: 'hostname' }] }),
      ),
    page(_table, query) {
      const limit = Number(new URLSearchParams(query).get('limit'))
      return textAnswer('page', JSON.stringify({ data: rows.slice(0, limit) }))
    },
    export() {
      throw new CatalogError('unknown_name', 'No such host.')
    },
  })
  const context = { catalog, baseUrl: 'http://localhost', signal: new AbortController().signal }
  const { content } = await callTool({ name: 'get_star', arguments: { name: 'A' } }, context, () => {})
  return JSON.parse(content[0]!.text)
}

test('a planet that stands behind hundreds of rows of another one is listed', async () => {
  const row = (pl_name: string, pl_rade: number): Row => ({
    pl_name,
    hostname: 'A',
    default_flag: 0,
    pl_rade,
    st_teff: 5_000,
  })
  const rows = [...Array.from({ length: 600 }, (_, at) => row('A b', at)), row('A c', 7)]
  const { planets, stellarhosts_rows, truncated } = await starOf(rows)
  expect(planets).toEqual([
    { name: 'A b', pl_rade: 0 },
    { name: 'A c', pl_rade: 7 },
  ])
  expect([stellarhosts_rows, truncated]).toEqual([0, false])
})

test('planets that do not fit are left out from the last one on, and counted', async () => {
  const rows = Array.from({ length: 200 }, (_, at) => ({
    pl_name: `A planet with a long name ${String(at).padStart(3, '0')}`,
    hostname: 'A',
    default_flag: 1,
    pl_rade: at,
    st_teff: 5_000,
  }))
  const { planets, truncated, notice } = await starOf(rows)
  expect(truncated).toBe(true)
  expect(planets.length).toBeWithin(10, 199)
  expect(notice).toStartWith(`${200 - planets.length} of 200 planets are left out.`)
  expect(planets.map(({ pl_rade }: Row) => pl_rade)).toEqual(planets.map((_: Row, at: number) => at))
})
