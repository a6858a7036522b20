import { describe, expect, test } from 'bun:test'
import type { Column } from '../../../../src/format/column.ts'
import { describeCatalog } from '../../../../src/mcp/tools/describe-catalog.ts'
import { runTool } from '../../../fixtures/mcp/run-tool.ts'
import { manifestOf } from '../../../fixtures/pages/rendered.ts'
import { textAnswer } from '../../../fixtures/servers/fake-catalog.ts'

const COLUMNS: readonly Column[] = [
  { name: 'pl_name', type: 'text' },
  { name: 'pl_rade', type: 'real', unit: 'Rearth', description: 'x'.repeat(150), sourceDatatype: 'double' } as Column,
  { name: 'pl_radeerr1', type: 'real' },
  { name: 'st_mass', type: 'real', description: 'Mass' },
]
const MANIFEST = manifestOf(COLUMNS)
const manifest = {
  ...MANIFEST,
  furtherTables: {
    ml: {
      rows: 9,
      date: null,
      source: 'a disk',
      columns: COLUMNS.slice(0, 1),
      keyColumns: ['pl_name', 'x'],
      aliases: [],
    },
  },
} as unknown as typeof MANIFEST

const run = (given: object) =>
  runTool(describeCatalog, given, {
    manifest,
    schema: () =>
      textAnswer(
        's',
        JSON.stringify({
          columns: COLUMNS.map(({ name }) => ({ name, data_type: 'Float64', nulls: 1 })),
          total_rows: 3,
        }),
      ),
    column: () =>
      textAnswer('c', JSON.stringify({ name: 'pl_name', data_type: 'String', rows: 9, nulls: 0, distinct: 4 })),
  })
interface Group {
  readonly topic: string
  readonly columns: readonly Readonly<Record<string, unknown>>[]
}
const columnsOf = (groups: unknown) => (groups as readonly Group[]).flatMap(({ columns }) => columns)

describe('the overview of a table', () => {
  test('has its columns by topic, with the endings of their companions', async () => {
    const { output, parts } = await run({ table: 'exoplanets' })
    expect(parts).toBe(3)
    expect(output).toMatchObject({
      table: 'exoplanets',
      rows: 3,
      names: 2,
      name_column: 'pl_name',
      default_columns: COLUMNS.map(({ name }) => name),
      total_columns: 4,
      truncated: false,
    })
    expect((output.groups as readonly Group[]).map(({ topic }) => topic)).toEqual([
      'Names and catalog numbers',
      'Planet',
      'Star',
    ])
    const [name, radius, mass] = columnsOf(output.groups)
    expect(name).toEqual({ name: 'pl_name', data_type: 'String' })
    expect(radius).toMatchObject({ name: 'pl_rade', unit: 'Rearth', variants: ['err1'] })
    expect(radius!.description).toBe(`${'x'.repeat(100)}…`)
    expect(mass).toEqual({ name: 'st_mass', data_type: 'Float64', description: 'Mass' })
    expect(output).not.toHaveProperty('not_found')
  })

  test('of a further table counts the values of its key', async () => {
    expect((await run({ table: 'ml' })).output).toMatchObject({
      names: 4,
      name_column: 'pl_name',
      default_columns: ['pl_name', 'x'],
      rows: 9,
    })
  })

  test('that is too long names what is missing', async () => {
    const { shorten } = await run({ table: 'exoplanets' })
    const short = shorten(1)
    expect(columnsOf(short.groups).map(({ name }) => name)).toEqual(['pl_name'])
    expect([short.truncated, short.notice]).toEqual([
      true,
      'Only the first 1 of 3 entries are shown, to keep the result short; some or all entries of Planet, Star are missing. Request fewer at a time: columns accepts names and patterns such as "st_*".',
    ])
  })
})

describe('columns that are asked for', () => {
  const names = async (given: object) =>
    columnsOf((await run({ table: 'exoplanets', ...given })).output.groups).map(({ name }) => name)

  test('are described in full', async () => {
    expect(await names({ columns: ['pl_rade*'] })).toEqual(['pl_rade', 'pl_radeerr1'])
    expect(await names({ search: ' MASS ' })).toEqual(['st_mass'])
    expect(await names({ search: '  ' })).toHaveLength(3)
    expect(columnsOf((await run({ table: 'exoplanets', columns: ['pl_rade'] })).output.groups)[0]).toEqual({
      name: 'pl_rade',
      data_type: 'Float64',
      nulls: 1,
    })
  })

  test('but not found are named', async () => {
    const { output } = await run({ table: 'exoplanets', columns: ['pl_rade', 'pl_radd'] })
    expect(output.not_found).toMatchObject([{ name: 'pl_radd', suggestions: expect.arrayContaining(['pl_rade']) }])
    expect(output.hint).toStartWith('These are the requested columns.')
  })

  test('have at most twenty patterns', () => {
    const isValid = (count: number) =>
      describeCatalog.input.safeParse({
        table: 'a',
        columns: [...Array.from({ length: count }, (_, at) => `a${at}*`), 'b'],
      }).success
    expect([isValid(20), isValid(21)]).toEqual([true, false])
  })
})
