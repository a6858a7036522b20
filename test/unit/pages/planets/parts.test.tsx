/** @jsxImportSource preact */
import { describe, expect, test } from 'bun:test'
import type { ComponentChildren } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { Column } from '../../../../src/format/column.ts'
import type { Row } from '../../../../src/objects/values.ts'
import { LeftOut, tablesIn } from '../../../../src/pages/charts/result-parts.tsx'
import { RowsTable } from '../../../../src/pages/charts/rows-table.tsx'
import { NoRows } from '../../../../src/pages/conditions/no-rows.tsx'
import { createSite, SiteProvider } from '../../../../src/pages/frame/site.ts'
import { FurtherRows, tablesWith } from '../../../../src/pages/planets/further-rows.tsx'
import type { PlanetFacts, TwinParameter } from '../../../../src/pages/planets/planet-facts.ts'
import { Siblings } from '../../../../src/pages/planets/siblings.tsx'
import { StarValues } from '../../../../src/pages/planets/star-values.tsx'
import { ValueTable } from '../../../../src/pages/planets/value-table.tsx'
import { parameterOf } from '../../../../src/pages/published/published.ts'
import { MedianTable } from '../../../../src/pages/stars/median-table.tsx'
import { FAKE_MANIFEST } from '../../../fixtures/servers/fake-catalog.ts'

const column = (name: string, type: Column['type'] = 'real', unit?: string): Column => ({
  name,
  type,
  ...(unit === undefined ? {} : { unit }),
})
const RADIUS = column('pl_rade', 'real', 'Rearth')
const COLUMNS = [
  column('pl_name', 'text'),
  column('disc_year', 'integer'),
  RADIUS,
  column('pl_bmasse', 'real', 'Mearth'),
]
const further = (...names: string[]) => ({ columns: names.map((name) => column(name)), rows: 1 })
const MANIFEST = {
  ...FAKE_MANIFEST,
  tables: { ...FAKE_MANIFEST.tables, exoplanets: { ...FAKE_MANIFEST.tables.exoplanets, columns: COLUMNS } },
  furtherTables: { k2: further('pl_name', 'pl_rade'), toi: further('toi'), names: further('pl_name') },
} as unknown as typeof FAKE_MANIFEST
const SITE = createSite({
  path: '/exoplanets/x',
  manifest: MANIFEST,
  baseUrl: undefined,
  ownAddress: 'http://x',
  hasMcp: false,
})

const html = (children: ComponentChildren): string =>
  renderToString(<SiteProvider value={SITE}>{children}</SiteProvider>)
const seen = (markup: string): string =>
  markup
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll(/\s+/g, ' ')
    .trim()
const hrefs = (markup: string): string[] =>
  [...markup.matchAll(/href="([^"]*)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'))

describe('the planets of a host', () => {
  const planets = (count: number): Row[] =>
    Array.from({ length: count }, (_, at) => ({
      pl_name: `A ${'bcdefghi'[at]}`,
      disc_year: 2_010 + at,
      pl_rade: at === 1 ? null : 1.5,
      pl_bmasse: at === 2 ? null : 3,
      pl_bmassprov: at === 0 ? 'Msini' : 'Mass',
    }))

  test('are a list if there are several', () => {
    expect(html(<Siblings host="A" name="A b" siblings={planets(1)} />)).toBe('')
    const markup = html(<Siblings host="A" name="A b" siblings={planets(2)} />)
    expect(seen(markup)).toContain('2 planets, the default row of each')
    expect(seen(markup)).toContain('Compare them')
    // The planet of the page is chosen, and no link.
    expect(markup).toContain('<tr class="chosen"><th scope="row">A b</th>')
    expect(markup).toContain('<a href="../exoplanets/A%20c">A c</a>')
    expect(markup.match(/> M\u00a0sin\u00a0i</g)).toHaveLength(1)
    // A year has no groups of digits.
    expect(markup).toContain('2010')
  })

  test('can be compared up to six', () => {
    const compared = (count: number) => html(<Siblings host="A" name="A b" siblings={planets(count)} />)
    expect(seen(compared(6))).toContain('Compare them')
    expect(seen(compared(7))).toContain('Compare the first six of them')
    expect(hrefs(compared(7)).at(-1)).toBe('../compare?names=A+b,A+c,A+d,A+e,A+f,A+g')
  })
})

describe('the values of a planet', () => {
  const rows: Row[] = [
    { pl_rade: null, pl_bmasse: 5, pl_bmassprov: 'Msini', pl_refname: 'First' },
    { pl_rade: 2, pl_rade_reflink: null, pl_bmasse: null, pl_refname: 'Second' },
    { pl_rade: 3, pl_refname: 'Third' },
  ]
  const facts = (parameters: readonly TwinParameter[]): PlanetFacts =>
    ({
      name: 'A b',
      rows,
      chosen: 0,
      hasDefault: true,
      row: rows[0],
      groups: parameters.length === 0 ? [] : [{ heading: 'Size', parameters }],
      cautions: [],
      host: 'A',
    }) as PlanetFacts
  const of = (one: Column, chosen = 0): TwinParameter => ({ ...parameterOf(rows, one, chosen), twin: undefined })

  test('are told to be none', () => {
    expect(seen(html(<ValueTable facts={facts([])} />))).toBe('Its rows have no numbers.')
    expect(seen(html(<ValueTable facts={{ ...facts([]), rows: rows.slice(0, 1) }} />))).toBe('Its row has no numbers.')
  })

  test('have the range of all rows, and are marked if they are of another row', () => {
    const shown = seen(html(<ValueTable facts={facts([of(RADIUS)])} />))
    expect(shown).toContain('not in the default row')
    expect(shown).toContain('2 rows, 2 to 3')
    const own = seen(html(<ValueTable facts={facts([of(RADIUS, 1)])} />))
    expect(own).not.toContain('not in the default row')
    const mass = html(<ValueTable facts={facts([of(column('pl_bmasse'))])} />)
    expect(seen(mass)).not.toContain('rows')
    expect(seen(mass)).toContain('M sin i')
    expect(hrefs(mass)).toContain('../columns/exoplanets/pl_bmasse')
  })

  test('that are equal in all rows have no range', () => {
    const same: Row[] = [{ pl_rade: 2 }, { pl_rade: 2 }]
    const parameter = { ...parameterOf(same, RADIUS, 0), twin: undefined }
    const shown = seen(html(<ValueTable facts={{ ...facts([parameter]), rows: same }} />))
    expect(shown).toContain('2 rows')
    expect(shown).not.toContain(' to ')
  })
})

describe('the values of a star', () => {
  const medians = (...values: (number | null)[]) => {
    const rows = values.map((st_mass): Row => ({ st_mass, st_refname: 'Some et al.' }))
    return seen(html(<MedianTable parameters={[parameterOf(rows, column('st_mass', 'real', 'Msun'), undefined)]} />))
  }

  test('are medians with their number and range, or the only value with its reference', () => {
    expect(medians(1, 4, 2)).toMatch(/Mass 2 M ☉ median of 3, 1 to 4$/)
    expect(medians(1, 2)).toMatch(/Mass 1\.5 M ☉ median of 2, 1 to 2$/)
    expect(medians(null, 7)).toMatch(/Mass 7 M ☉ Some et al\.$/)
    expect(seen(html(<MedianTable parameters={[]} />))).toBe('No row has a numeric value for the star.')
    const limits: Row[] = [
      { st_mass: 1, st_masslim: 1 },
      { st_mass: 2, st_masslim: -1 },
    ]
    const told = seen(html(<MedianTable parameters={[parameterOf(limits, column('st_mass'), undefined)]} />))
    expect(told).toMatch(/Mass limits only 2 rows$/)
  })

  test('of the row of a planet are those that it has', () => {
    const row: Row = { st_spectype: 'G2 V', st_teff: 5_800, st_mass: null, sy_dist: 0, st_refname: 'Some et al.' }
    const shown = seen(html(<StarValues row={row} rowNumber={0} host="A" />))
    expect(shown).toContain('Host: A Spectral type G2 V Effective temperature 5800 Distance 0 Reference Some et al.')
    expect(seen(html(<StarValues row={{}} rowNumber={0} host="A" />))).toContain('The row has no values for the star.')
  })
})

describe('tables with further rows of a planet', () => {
  test('are those that know its name, and have the column', () => {
    expect(tablesWith(MANIFEST, 'pl_name')).toEqual(['k2', 'names'])
    expect(tablesWith(MANIFEST, 'pl_rade')).toEqual(['k2'])
    expect(tablesWith(MANIFEST, 'none')).toEqual([])
    const markup = html(<FurtherRows name="O'Neil b" />)
    expect(seen(markup)).toBe('k2 , names')
    expect(hrefs(markup)[0]).toBe(`../sql?q=SELECT+*+FROM+k2+WHERE+pl_name+%3D+'O''Neil+b'`)
    expect(html(<FurtherRows name="x" column="none" />)).toBe('')
  })
})

describe('rows of a result', () => {
  test('have links of names, typeset numbers and marks for nulls', () => {
    const markup = html(
      <RowsTable
        label="Rows"
        columns={[
          { name: 'pl_name', data_type: 'String' },
          { name: 'hostname', data_type: 'String' },
          { name: 'n', data_type: 'Int64' },
          { name: 'pl_rade', data_type: 'Float64' },
        ]}
        rows={[
          { pl_name: 'A b', hostname: 'A', n: -9_007_199_254_740_993n, pl_rade: -1.5 },
          { pl_name: null, hostname: '<x>', n: null },
        ]}
      />,
    )
    expect(seen(markup)).toBe(
      'pl_name hostname n pl_rade A b A −9007199254740993 −1.5 – no value <x> – no value – no value',
    )
    expect(hrefs(markup)).toEqual([
      '../columns/exoplanets/pl_name',
      '../columns/exoplanets/pl_rade',
      '../exoplanets/A%20b',
      '../stellarhosts/A',
      '../stellarhosts/%3Cx%3E',
    ])
    expect(markup.match(/class="number"/g)).toHaveLength(2 * 3)
  })

  test('that were left out are counted by reason, and tables are found by whole words', () => {
    expect(html(<LeftOut rows={undefined} />)).toBe('')
    expect(html(<LeftOut rows={[]} />)).toBe('')
    expect(seen(html(<LeftOut rows={[{ reason: 'no value', rows: 1_234 }]} />))).toContain('no value 1,234')
    expect(tablesIn('SELECT 1 FROM exoplanets JOIN stellarhosts')).toEqual(['exoplanets', 'stellarhosts'])
    expect(tablesIn('SELECT exoplanets_x FROM my_stellarhosts')).toEqual([])
  })

  test('that match nothing are told with values that exist, cut at forty letters', () => {
    const known = [
      {
        column: 'pl_name',
        values: [
          { text: 'x'.repeat(40), path: '/a' },
          { text: 'y'.repeat(41), path: '/b' },
        ],
      },
    ]
    expect(seen(html(<NoRows known={known} />))).toBe(
      `No row matches. Planet ( pl_name ) has values such as ${'x'.repeat(40)} , ${'y'.repeat(39)}… .`,
    )
    expect(seen(html(<NoRows known={[]} sentence="Nothing." />))).toBe('Nothing.')
  })
})
