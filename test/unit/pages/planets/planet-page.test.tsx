import { describe, expect, test } from 'bun:test'
import type { Column } from '../../../../src/format/column.ts'
import type { Row } from '../../../../src/objects/values.ts'
import { planetColumns } from '../../../../src/pages/planets/planet-columns.ts'
import { planetFacts } from '../../../../src/pages/planets/planet-facts.ts'
import { PlanetPage } from '../../../../src/pages/planets/planet-page.tsx'
import { manifestOf, outline, rendered, sectionOf, siteOf } from '../../../fixtures/pages/rendered.ts'

const text = (name: string): Column => ({ name, type: 'text' })
const real = (name: string, unit?: string): Column => ({ name, type: 'real', ...(unit === undefined ? {} : { unit }) })
const COLUMNS: readonly Column[] = [
  text('pl_name'),
  text('hostname'),
  text('pl_refname'),
  { name: 'default_flag', type: 'integer' },
  real('pl_orbper', 'days'),
  real('pl_rade', 'Rearth'),
  real('pl_radeerr1', 'Rearth'),
  real('pl_radeerr2', 'Rearth'),
  { name: 'pl_radelim', type: 'integer' },
  real('pl_radj', 'Rjup'),
  real('pl_bmasse', 'Mearth'),
  text('pl_bmassprov'),
  text('pl_pubdate'),
  text('discoverymethod'),
  real('disc_year'),
  text('disc_refname'),
  text('st_spectype'),
  real('st_teff', 'K'),
  text('st_refname'),
  real('sy_snum'),
  real('sy_pnum'),
  text('rowupdate'),
  text('releasedate'),
]
const MANIFEST = manifestOf(COLUMNS)
const NO_POPULATIONS = { massRadius: undefined, periodRadius: undefined, periodMass: undefined }
const reference = (name: string) => `<a href="https://example.org/${name}">${name} 2020</a>`
const EMPTY: Row = Object.fromEntries(COLUMNS.map(({ name }) => [name, null]))
const rowOf = (row: Row): Row => ({
  ...EMPTY,
  pl_name: 'A b',
  hostname: 'A',
  default_flag: 1,
  pl_refname: reference('One'),
  ...row,
})

function html(rows: readonly Row[], siblings: readonly Row[] = [], manifest = MANIFEST) {
  const facts = planetFacts(manifest, planetColumns(COLUMNS), rows)
  return rendered(<PlanetPage facts={facts} siblings={siblings} populations={NO_POPULATIONS} />, siteOf(manifest))
}
const lines = (...args: Parameters<typeof html>) => outline(html(...args)).split('\n')
const description = (row: Row) => /name="description" content="([^"]*)"/.exec(html([rowOf(row)]))?.[1]
const lead = (...rows: readonly Row[]) => outline(/<p class="lead">.*?<\/p>/.exec(html(rows.map(rowOf)))![0])

describe('the summary for previews', () => {
  test('has the period, radius and mass of the default row, with limits and units', () => {
    const row = { pl_orbper: 3.5, pl_rade: 1.2, pl_radelim: 1, pl_bmasse: 4, pl_bmassprov: 'Msini' }
    expect(description({ ...row, discoverymethod: 'Radial Velocity', disc_year: 2001 })).toBe(
      'A b, a planet of A, found by radial velocity in 2001. Values: orbital period 3.5 d, radius &lt;1.2 R⊕, minimum mass 4 M⊕.',
    )
    expect(description({})).toBe('A b, a planet of A.')
    expect(description({ disc_year: 2001 })).toBe('A b, a planet of A in 2001.')
    expect(description({ pl_bmasse: 4, pl_bmassprov: 'Mass' })).toBe('A b, a planet of A. Values: mass 4 M⊕.')
  })

  test('has no value of another row', () => {
    const page = html([rowOf({}), rowOf({ default_flag: 0, pl_rade: 1.2 })])
    expect(page).toContain('name="description" content="A b, a planet of A."')
  })
})

describe('the first sentence', () => {
  test.each<[Row, string]>([
    [{}, 'A planet of A. The archive has one row for it.'],
    [{ sy_snum: 1, sy_pnum: 1 }, 'A planet of A. The archive has one row for it.'],
    [
      { sy_snum: 2, sy_pnum: 3 },
      'A planet of A, a system of 2 stars with 3 known planets. The archive has one row for it.',
    ],
    [{ discoverymethod: 'Transit' }, 'A planet of A; discovered by transit. The archive has one row for it.'],
    [
      { sy_pnum: 2, discoverymethod: 'Transit', disc_year: 2014 },
      'A planet of A with 2 known planets; discovered by transit in 2014. The archive has one row for it.',
    ],
  ])('%j is told', (row, sentence) => {
    expect(lead(row)).toBe(sentence)
  })

  test('counts the references, and says which one is shown if one is marked', () => {
    expect(lead({}, { default_flag: 0 })).toBe(
      'A planet of A. The archive has 2 rows for it, one per reference; the values below are those of the default row.',
    )
    expect(lead({ default_flag: 0 }, { default_flag: 0 })).toBe(
      'A planet of A. The archive has 2 rows for it, one per reference.',
    )
  })
})

describe('every published value', () => {
  const first = rowOf({ pl_rade: 1, pl_orbper: 3 })
  const second = rowOf({ pl_rade: 2, default_flag: 0, pl_refname: reference('Two') })

  test('is drawn for parameters with several values', () => {
    const shown = lines([first, second])
    expect(shown).toContain(
      'One mark per row; 2 rows of 2 references. Bars are uncertainties, arrows are limits. The filled mark is the default row; the line marks its value.',
    )
    expect(html([first, second]).match(/<section class="forest"/g)).toHaveLength(1)
    expect(lines([first]).join()).not.toContain('Every published value,')
    expect(html([first])).not.toContain('id="published"')
  })

  test('has no filled mark without a default row', () => {
    const shown = lines([{ ...first, default_flag: 0 }, second])
    expect(shown).toContain('One mark per row; 2 rows of 2 references. Bars are uncertainties, arrows are limits.')
    expect(html([{ ...first, default_flag: 0 }, second])).not.toContain('class="badge"')
    expect(html([first, second]).match(/class="badge"/g)).toHaveLength(2)
  })

  test('of masses names their kinds', () => {
    const rows = [
      rowOf({ pl_bmasse: 1, pl_bmassprov: 'Msini' }),
      rowOf({ pl_bmasse: 2, pl_bmassprov: 'Mass', default_flag: 0 }),
    ]
    expect(html(rows).match(/<span class="soft small"> M\u00a0sin\u00a0i<\/span>/g)).toHaveLength(1)
  })

  test('is listed side by side', () => {
    expect(html([first])).toContain('<caption>The row of A b</caption>')
    expect(html([first, second])).toContain('<caption>All 2 rows of A b</caption>')
  })
})

test('the table of values has both units, the reference, and the range of all rows', () => {
  const rows = [
    rowOf({
      pl_rade: 1,
      pl_radeerr1: 0.1,
      pl_radeerr2: -0.1,
      pl_radj: 0.1,
      pl_bmasse: 3,
      pl_bmassprov: 'M-R relationship',
    }),
    rowOf({ pl_rade: 2.5, default_flag: 0, pl_orbper: 9, pl_refname: reference('Two') }),
  ]
  const table = outline(/<table class="values">.*?<\/table>/s.exec(html(rows))![0]).split('\n')
  const column = (name: string, label: string) => `| [${label}](../columns/exoplanets/${name})`
  const one = '| [One 2020](https://example.org/One)'
  expect(table).toEqual([
    '| Parameter| Value| Reference| Published',
    '| Orbit',
    `${column('pl_orbper', 'Orbital period')}| 9 d| [Two 2020](https://example.org/Two)`,
    'not in the default row',
    '| Size and mass',
    `${column('pl_rade', 'Radius')}| 1 ± 0.1 R⊕`,
    '0.1 Rjup',
    `${one}| [2 rows, 1 to 2.5](#values-pl_rade)`,
    `${column('pl_bmasse', 'Mass')} (M-R relationship)| 3 M⊕${one}|`,
  ])
})

test('a planet without numbers says so', () => {
  expect(lines([rowOf({})])).toContain('Its row has no numbers.')
  expect(lines([rowOf({}), rowOf({})])).toContain('Its rows have no numbers.')
})

describe('the star', () => {
  const star = (row: Row) => outline(sectionOf(html([rowOf(row)]), 'host')!).split('\n')

  test('has the values of the row, with its reference', () => {
    expect(star({ st_teff: 5_000, st_spectype: 'G2 V', st_refname: reference('Star') })).toEqual([
      'Host: [A](../stellarhosts/A)',
      'Spectral type',
      'G2 V',
      'Effective temperature',
      '5000 K',
      'Reference',
      '[Star 2020](https://example.org/Star)',
      '[Every published value of A](../stellarhosts/A)',
    ])
  })

  test('can have none', () => {
    expect(star({})).toContain('The row has no values for the star.')
    expect(star({ st_teff: 1 })).not.toContain('The row has no values for the star.')
  })
})

test('the discovery is told with its reference, or left out', () => {
  const found = (row: Row) => sectionOf(html([rowOf(row)]), 'discovery')
  expect(
    outline(found({ discoverymethod: 'Transit', disc_year: 2014, disc_refname: reference('Disc') })!).split('\n'),
  ).toEqual([
    'Discovery',
    'Discovery method',
    'Transit',
    'Discovery year',
    '2014',
    'Reference',
    '[Disc 2020](https://example.org/Disc)',
  ])
  expect(found({})).toBeUndefined()
})

describe('the planets of the same star', () => {
  const planets = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      rowOf({ pl_name: `A ${'bcdefghi'[at]}`, pl_bmasse: 1, pl_bmassprov: at === 1 ? 'Msini' : 'Mass' }),
    )
  const section = (count: number) => {
    const found = sectionOf(html([rowOf({})], planets(count)), 'siblings')
    return found === undefined ? undefined : outline(found).split('\n')
  }

  test('are listed if there is another one, each but this one as a link', () => {
    expect(section(1)).toBeUndefined()
    const shown = section(2)!
    expect(shown[0]).toBe('Planets of A')
    expect(shown[1]).toBe('2 planets, the default row of each')
    expect(shown[2]).toBe(
      '| Planet| Discovery method |> Discovery year |> Orbital period d|> Radius R⊕|> Mass or M sin i M⊕',
    )
    expect(shown[3]).toBe('| A b| –no value|> –no value|> –no value|> –no value|> 1')
    expect(shown[4]).toBe('| [A c](../exoplanets/A%20c)| –no value|> –no value|> –no value|> –no value|> 1 M sin i')
    expect(shown[5]).toBe('[Compare them](../compare?names=A+b,A+c)')
    expect(html([rowOf({})], planets(2)).match(/<tr class="chosen"/g)).toHaveLength(1 + 1)
  })

  test('can be compared, at most six of them', () => {
    expect(section(6)!.at(-1)).toBe('[Compare them](../compare?names=A+b,A+c,A+d,A+e,A+f,A+g)')
    expect(section(7)!.at(-1)).toBe('[Compare the first six of them](../compare?names=A+b,A+c,A+d,A+e,A+f,A+g)')
  })
})

describe('the sources', () => {
  const sources = (row: Row, manifest = MANIFEST) =>
    outline(sectionOf(html([rowOf(row)], [], manifest), 'provenance')!).split('\n')

  test('are named with links to all columns and to other services', () => {
    expect(sources({ rowupdate: '2020-01-02' })).toEqual([
      'Provenance and downloads',
      'Rows',
      '1 of table exoplanets',
      'Snapshot',
      '0123456789abcdef (archive date 2026-01-02)',
      'Source',
      'made up for tests',
      'Shown row updated',
      '2020-01-02',
      'All columns',
      '[JSON](../exoplanets/A%20b.json), [CSV](../exoplanets/A%20b.csv), [VOTable](../rest/exoplanets?pl_name=A+b&columns=*&limit=all&format=votable)',
      'Compare',
      '[A b beside other planets](../compare?names=A+b)',
      'Elsewhere',
      '[NASA Exoplanet Archive](https://exoplanetarchive.ipac.caltech.edu/overview/A%20b), [SIMBAD](https://simbad.cds.unistra.fr/simbad/sim-id?Ident=A%20b), [ADS: papers on A](https://ui.adsabs.harvard.edu/search/q=object%3A%22A%22&sort=date%20desc)',
    ])
    expect(sources({ releasedate: '2020-01-02' })).toContain('Shown row released')
  })

  test('include the further tables that have names of planets', () => {
    const further = (...columns: readonly string[]) => ({ rows: 1, date: null, columns: columns.map(text) })
    const manifest = {
      ...MANIFEST,
      furtherTables: { ml: further('pl_name', 'x'), cumulative: further('kepid'), spectra: further('x', 'pl_name') },
    } as unknown as typeof MANIFEST
    const row = (table: string) => `[${table}](../sql?q=SELECT+*+FROM+${table}+WHERE+pl_name+%3D+'A+b')`
    const shown = sources({}, manifest)
    expect(shown[shown.indexOf('Further tables') + 1]).toBe(
      `Rows of this name, if any, in ${row('ml')}, ${row('spectra')}`,
    )
  })
})

test('the page has its addresses, code and citation', () => {
  const page = html([rowOf({})])
  expect(page).toContain('<title>A b · Exoplanet Catalog</title>')
  expect(page).toContain('type="application/json" href="../exoplanets/A%20b.json"')
  expect(page).toContain('property="og:image" content="../share/exoplanets/A%20b.png"')
  expect(page).toContain('content="1200"')
  expect(page).toContain('SELECT * FROM exoplanets WHERE pl_name = &#39;A b&#39;'.replaceAll('&#39;', "'"))
  expect(page).toContain("curl -s 'http://localhost:3000/exoplanets/A%20b.csv'")
  expect(page).toContain('One 2020. https://example.org/One')
  expect(lines([rowOf({})])[0]).toBe('[Planets](../exoplanets?default_flag=1) › [A](../stellarhosts/A)')
})
