import { expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Column } from '../../../../src/format/column.ts'
import type { TableName } from '../../../../src/format/table.ts'
import { callTool } from '../../../../src/mcp/service/call-tool.ts'
import { foldVariants, groupByTopic } from '../../../../src/objects/column-groups.ts'
import { NO_REAL_ARCHIVE, realArchive } from '../../../fixtures/archives/real-archive.ts'
import { FAKE_MANIFEST, fakeCatalog } from '../../../fixtures/servers/fake-catalog.ts'
import { skipUnless } from '../../../fixtures/skip-unless.ts'
import { builtSnapshot } from '../../../fixtures/snapshots/built-snapshot.ts'

const real = (name: string): Column => ({ name, type: 'real' })

test('companions are folded into their column, and only where that exists', () => {
  const names = [
    'pl_rade',
    'pl_radeerr1',
    'pl_radeerr2',
    'pl_radelim',
    'st_masserr1',
    'pl_radestr',
    'disc_year',
    'sy_kmaglim',
  ]
  expect(foldVariants(names.map(real)).map(({ column, variants }) => [column.name, variants])).toEqual([
    ['pl_rade', ['err1', 'err2', 'lim', 'str']],
    ['st_masserr1', []],
    ['disc_year', []],
    ['sy_kmaglim', []],
  ])
})

test('columns are grouped by topic, each once, in a fixed order of topics', () => {
  const names = [
    'sy_dist',
    'zz',
    'st_teff',
    'pl_rade',
    'hostname',
    'pl_name',
    'disc_year',
    'ra',
    'default_flag',
    'sy_vmag',
    'tran_flag',
    'pl_refname',
  ]
  expect(groupByTopic(names, (name) => name)).toEqual([
    ['Names and catalog numbers', ['hostname', 'pl_name']],
    ['Which row to use', ['default_flag', 'pl_refname']],
    ['Discovery', ['disc_year', 'tran_flag']],
    ['Planet', ['pl_rade']],
    ['Star', ['st_teff']],
    ['System', ['sy_dist']],
    ['Magnitudes of the system', ['sy_vmag']],
    ['Position on the sky', ['ra']],
    ['Other', ['zz']],
  ])
})

interface Overview {
  readonly length: number
  readonly truncated: boolean
  readonly notice?: string
  readonly names: readonly string[]
}

/** The text that an agent reads first about a table with these columns. */
async function overview(table: TableName, columns: readonly Column[]): Promise<Overview> {
  const facts = { ...FAKE_MANIFEST.tables[table], columns }
  const manifest = { ...FAKE_MANIFEST, tables: { ...FAKE_MANIFEST.tables, [table]: facts } }
  const context = {
    catalog: fakeCatalog({ manifest }),
    baseUrl: 'http://localhost',
    signal: new AbortController().signal,
  }
  const result = await callTool({ name: 'describe_catalog', arguments: { table } }, context, () => {})
  const text = JSON.parse(result.content[0]!.text)
  const groups: { columns: { name: string }[] }[] = text.groups
  return {
    length: result.content[0]!.text.length,
    truncated: text.truncated,
    notice: text.notice,
    names: groups.flatMap((group) => group.columns.map(({ name }) => name)),
  }
}

test('a table that is too wide even for the overview is cut, and says which topics are missing', async () => {
  const columns = Array.from(
    { length: 1_000 },
    (_, index): Column => ({
      name: `${index < 500 ? 'pl' : 'st'}_value_${index}`,
      type: 'real',
      unit: 'Mearth',
      description:
        'A quantity that some survey measured, described at such a length that it has to be cut somewhere in the overview',
    }),
  )
  const seen = await overview('exoplanets', columns)
  expect(seen.length).toBeLessThanOrEqual(60_000)
  expect(seen.truncated).toBe(true)
  expect(seen.notice).toMatch(
    /^Only the first [0-9]+ of 1000 entries.*some or all entries of (Planet, )?Star are missing/,
  )
})

// The archive's own widest tables; they are not part of the project.
skipUnless(realArchive !== undefined, NO_REAL_ARCHIVE).test.each<[TableName, number]>([
  ['exoplanets', 355],
  ['stellarhosts', 136],
])('the overview of all columns of the real %s (%i) fits into the text', async (table, count) => {
  const { manifest } = await builtSnapshot(join(realArchive!, 'all-columns'))
  const { columns } = manifest.tables[table]
  expect(columns).toHaveLength(count)
  const seen = await overview(table, columns)
  expect(seen).toMatchObject({ truncated: false })
  expect(seen.names.length).toBeLessThan(count / 2)
})
