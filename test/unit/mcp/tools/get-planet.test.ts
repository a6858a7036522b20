import { describe, expect, test } from 'bun:test'
import type { Column } from '../../../../src/format/column.ts'
import { planetFacts } from '../../../../src/mcp/objects/planet.ts'
import { getPlanet } from '../../../../src/mcp/tools/get-planet.ts'
import type { Row } from '../../../../src/objects/values.ts'
import { runTool } from '../../../fixtures/mcp/run-tool.ts'
import { manifestOf } from '../../../fixtures/pages/rendered.ts'
import { textAnswer } from '../../../fixtures/servers/fake-catalog.ts'

const text = (name: string): Column => ({ name, type: 'text' })
const real = (name: string, unit?: string): Column => ({ name, type: 'real', ...(unit === undefined ? {} : { unit }) })
const COLUMNS: readonly Column[] = [
  text('pl_name'),
  text('hostname'),
  text('pl_refname'),
  { name: 'default_flag', type: 'integer' },
  real('pl_rade', 'Rearth'),
  real('pl_radeerr1', 'Rearth'),
  real('pl_bmasse', 'Mearth'),
  text('pl_bmassprov'),
  real('tran_flag'),
  real('st_teff', 'K'),
]
const reference = (name: string) => `<a href="https://example.org/">${name} 2020</a>`
const rowOf = (row: Row): Row => ({
  pl_name: 'A b',
  hostname: 'A',
  default_flag: 1,
  pl_refname: reference('One'),
  ...row,
})

describe('the values of a planet', () => {
  const facts = (...rows: readonly Row[]) => planetFacts(COLUMNS, rows.map(rowOf), true)
  const entry = (name: string, ...rows: readonly Row[]) => facts(...rows).entries.find(({ column }) => column === name)

  test('have the reference of their topic and their unit', () => {
    expect(entry('pl_rade', { pl_rade: 2 })).toEqual({
      topic: 'Planet',
      reference: 'One 2020 https://example.org/',
      column: 'pl_rade',
      entry: { value: 2, unit: 'Rearth' },
    })
    expect(entry('pl_rade', { pl_rade: 2, pl_refname: null })).not.toHaveProperty('reference')
    expect(entry('st_teff', { st_teff: 5_000 })?.topic).toBe('Star')
  })

  test('have a spread if references differ, or only others have the value', () => {
    const spread = (...rows: readonly Row[]) => entry('pl_rade', ...rows)?.entry as Readonly<Record<string, unknown>>
    expect(spread({ pl_rade: 2 }, { pl_rade: 3, default_flag: 0 })).toEqual({
      value: 2,
      unit: 'Rearth',
      spread: { rows: 2, min: 2, max: 3, median: 2.5 },
    })
    expect(spread({ pl_rade: 2 }, { pl_rade: 2, default_flag: 0 })).not.toHaveProperty('spread')
    expect(spread({}, { pl_rade: 3, default_flag: 0 })).toEqual({
      unit: 'Rearth',
      spread: { rows: 1, min: 3, max: 3, median: 3 },
    })
    expect(entry('st_teff', { st_teff: 1 }, { st_teff: 2, default_flag: 0 })?.entry).toEqual({ value: 1, unit: 'K' })
  })

  test('leave out flags that are not set', () => {
    expect(entry('tran_flag', { tran_flag: 0 })).toBeUndefined()
    expect(entry('tran_flag', { tran_flag: 1 })?.entry).toBe(1)
  })

  test('have cautions', () => {
    const cautions = (...rows: readonly Row[]) => facts(...rows).cautions
    const onlySpread = 'An entry with only spread has no value in this row; rows of other references have one.'
    expect(cautions({}, { pl_rade: 3, default_flag: 0 })).toContain(onlySpread)
    expect(cautions({ pl_rade: 1 }, { pl_rade: 3, default_flag: 0 })).not.toContain(onlySpread)
    const zero = 'An uncertainty of 0 is not a measured value: it was rounded or is missing.'
    expect(cautions({ pl_rade: 1, pl_radeerr1: 0 })).toContain(zero)
    expect(cautions({ pl_rade: 1, pl_radeerr1: 0.1 })).not.toContain(zero)
    const alone = 'Only this one of 2 different rows gives a value of pl_rade: no reference confirms it.'
    expect(cautions({ pl_rade: 1 }, { default_flag: 0 })).toContain(alone)
    expect(cautions({ pl_rade: 1 }, { pl_rade: 1, default_flag: 0 }).join()).not.toContain('no reference confirms')
    expect(cautions({ pl_rade: 1 }).join()).not.toContain('no reference confirms')
    // The mass is told to be a minimum mass only if it is there.
    const mass = 'pl_bmasse and pl_bmassj are minimum masses (M sin i), not masses.'
    expect(cautions({ pl_bmasse: 1, pl_bmassprov: 'Msini' })).toContain(mass)
    expect(cautions({ pl_bmassprov: 'Msini' })).not.toContain(mass)
  })
})

describe('the result', () => {
  const planet = (rows: readonly Row[]) =>
    runTool(
      getPlanet,
      { name: 'ab' },
      {
        manifest: manifestOf(COLUMNS),
        resolve: () =>
          textAnswer(
            'r',
            JSON.stringify({
              query: 'ab',
              matches: [{ kind: 'planet', name: 'A b', match: 'spelling', via: 'pl_name' }],
            }),
          ),
        export: (entity, name, format) =>
          textAnswer('e', JSON.stringify({ entity, name, format, records: rows.map(rowOf) })),
      },
    )

  test('names the planet, its star, its rows and the row of the values', async () => {
    const { output } = await planet([{ pl_rade: 2, soltype: 'Published', rowupdate: null }, { default_flag: 0 }])
    expect(output).toMatchObject({
      name: 'A b',
      match: 'spelling',
      hostname: 'A',
      date: '2026-01-02',
      rows: 2,
      row: { default_flag: 1, soltype: 'Published' },
      controversial: null,
      truncated: false,
    })
    expect(output).not.toHaveProperty('notice')
    expect((await planet([{ hostname: null }])).output.hostname).toBeNull()
  })

  test('that is too long names the columns that are left out', async () => {
    const { parts, shorten, output } = await planet([{ pl_rade: 2, st_teff: 5_000, pl_bmasse: 1 }])
    const columns = (groups: unknown) => (groups as { values: object }[]).flatMap(({ values }) => Object.keys(values))
    const all = columns(output.groups)
    expect(parts).toBe(all.length)
    const short = shorten(1)
    expect(columns(short.groups)).toEqual(all.slice(0, 1))
    expect([short.truncated, short.notice]).toEqual([
      true,
      `Left out to keep the result short: ${all.slice(1).join(', ')}. query_catalog returns them.`,
    ])
  })
})
