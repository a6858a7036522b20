import { describe, expect, test } from 'bun:test'
import type { Column } from '../../../../src/format/column.ts'
import type { Row } from '../../../../src/objects/values.ts'
import { hostFacts } from '../../../../src/pages/stars/star-facts.ts'
import { StarPage, starJson } from '../../../../src/pages/stars/star-page.tsx'
import { manifestOf, outline, rendered, sectionOf, siteOf } from '../../../fixtures/pages/rendered.ts'

const text = (name: string): Column => ({ name, type: 'text' })
const real = (name: string, unit?: string): Column => ({ name, type: 'real', ...(unit === undefined ? {} : { unit }) })
const HOSTS: readonly Column[] = [
  text('hostname'),
  text('st_refname'),
  text('st_spectype'),
  real('st_teff', 'K'),
  { name: 'st_tefflim', type: 'integer' },
  real('st_mass', 'Msun'),
  real('st_zz'),
  real('sy_dist', 'pc'),
  text('tic_id'),
]
const PLANETS: readonly Column[] = [
  text('pl_name'),
  text('hostname'),
  real('pl_orbper', 'days'),
  real('pl_orbsmax', 'au'),
  { name: 'pl_orbsmaxlim', type: 'integer' },
  { name: 'pl_orbperlim', type: 'integer' },
  real('pl_rade', 'Rearth'),
  { name: 'pl_radelim', type: 'integer' },
  ...HOSTS.slice(1),
]
const MANIFEST = manifestOf(PLANETS, HOSTS)
const reference = (name: string) => `<a href="https://example.org/${name}">${name} 2020</a>`
const EMPTY: Row = Object.fromEntries([...HOSTS, ...PLANETS].map(({ name }) => [name, null]))
const host = (row: Row): Row => ({ ...EMPTY, hostname: 'A', st_refname: reference('One'), ...row })
const planet = (row: Row): Row => ({ ...EMPTY, pl_name: 'A b', hostname: 'A', ...row })

const html = (
  rows: readonly Row[],
  planets: readonly Row[] = [],
  table: 'exoplanets' | 'stellarhosts' = 'stellarhosts',
) => rendered(<StarPage facts={hostFacts(MANIFEST, table, 'A', rows)} planets={planets} />, siteOf(MANIFEST))
const lines = (...args: Parameters<typeof html>) => outline(html(...args)).split('\n')
const section = (id: string, ...args: Parameters<typeof html>) => {
  const found = sectionOf(html(...args), id)
  return found === undefined ? undefined : outline(found).split('\n')
}
const lead = (...args: Parameters<typeof html>) => outline(/<p class="lead">.*?<\/p>/.exec(html(...args))![0])

test('the first sentence counts the planets, the rows and the references', () => {
  const two = [host({}), host({ st_refname: reference('Two') })]
  expect(lead([host({})])).toBe(
    'A star of table stellarhosts without a planet in exoplanets: a companion, or the host of a newer planet. One row of one reference.',
  )
  expect(lead(two, [planet({})])).toBe('The host of one known planet. 2 rows of 2 references.')
  expect(lead(two, [planet({}), planet({ pl_name: 'A c' })])).toBe(
    'The host of 2 known planets. 2 rows of 2 references.',
  )
})

test('the description for previews counts the planets', () => {
  const description = (planets: readonly Row[]) =>
    /name="description" content="([^"]*)"/.exec(html([host({})], planets))?.[1]
  const end = ': published values of the star, its system and habitable zone.'
  expect(description([])).toBe(`A, a star${end}`)
  expect(description([planet({})])).toBe(`A, the host of one planet${end}`)
  expect(description([planet({}), planet({})])).toBe(`A, the host of 2 planets${end}`)
})

describe('caveats', () => {
  const caveats = (...args: Parameters<typeof html>) => {
    const aside = /<aside.*?<\/aside>/s.exec(html(...args))?.[0]
    return aside === undefined ? [] : outline(aside).split('\n')
  }

  test('say that a host is only in the table of planets', () => {
    expect(caveats([host({})], [], 'exoplanets')).toEqual([
      'Table stellarhosts does not list this host: the values are from the rows of its planets in exoplanets, where a reference can occur several times.',
    ])
    expect(caveats([host({})])).toEqual([])
  })

  test('explain limits of the star, and those of planets', () => {
    const limits = 'A value with < or > is an upper or lower limit; medians leave limits out.'
    expect(caveats([host({ st_teff: 1 }), host({ st_teff: 5, st_tefflim: 1 })])).toEqual([limits])
    expect(caveats([host({ st_teff: 5, st_tefflim: 0 })])).toEqual([])
    expect(caveats([host({})], [planet({ pl_rade: 1 })])).toEqual([
      'In the row of the planet, it is not stated whether these values are measurements or limits (limit flags and uncertainties are null): pl_rade.',
    ])
  })
})

describe('the values of the star', () => {
  const values = (...rows: readonly Row[]) => section('star', rows)!

  test('are medians with their rows and range, or the only value with its reference', () => {
    const rows = [
      host({ st_teff: 5_000, st_mass: 1, st_spectype: 'G2' }),
      host({ st_teff: 5_300, st_refname: null, st_spectype: 'G2' }),
      host({ st_teff: 5_100, st_spectype: 'K0' }),
      host({ st_teff: 9_000, st_tefflim: 1 }),
    ]
    expect(values(...rows).slice(0, 6)).toEqual([
      'The star',
      'Spectral type: G2 (2 rows), K0 (one row)',
      'Medians of the rows that have a value other than a limit; if there is only one row, its value and reference',
      '| Parameter| Value| Rows or reference',
      '| [Effective temperature](../columns/stellarhosts/st_teff)| 5100 K| [median of 3, 5000 to 5300](#values-st_teff)',
      '| [Mass](../columns/stellarhosts/st_mass)| 1 M☉| [One 2020](https://example.org/One)',
    ])
    expect(html(rows)).toContain('<span data-column="st_teff" data-derived="median">5100</span>')
  })

  test('without a reference name their row', () => {
    expect(values(host({}), host({ st_mass: 2, st_refname: null })).at(-1)).toBe(
      '| [Mass](../columns/stellarhosts/st_mass)| 2 M☉| row 2, no reference',
    )
  })

  test('can be limits only, or missing', () => {
    const limit = host({ st_teff: 9_000, st_tefflim: 1 })
    expect(values(limit, limit).at(-1)).toBe(
      '| [Effective temperature](../columns/stellarhosts/st_teff)| limits only| [2 rows](#values-st_teff)',
    )
    expect(values(host({}))).toEqual(['The star', 'No row has a numeric value for the star.'])
    // The number of rows of a spectral type is only told if there are several.
    expect(values(host({ st_spectype: 'G2' }))[1]).toBe('Spectral type: G2')
  })

  test('without a unit have no space behind them', () => {
    expect(html([host({ st_zz: 1 }), host({ st_zz: 3 })])).toContain('data-derived="median">2</span></span>')
    expect(html([host({ st_mass: 1 }), host({ st_mass: 3 })])).toContain('data-derived="median">2</span>\u2009<abbr')
  })
})

test('the position and the names are listed', () => {
  expect(section('position', [host({ sy_dist: 12.5, tic_id: 'TIC 1' })])).toEqual([
    'System, position and names',
    'Distance',
    '12.5 pc',
    'TIC',
    'TIC 1',
  ])
})

test('parameters with several values are drawn', () => {
  const rows = [host({ st_teff: 1, st_mass: 1 }), host({ st_teff: 2 })]
  expect(section('published', rows)).toContain('One mark per row. Bars are uncertainties, arrows are limits.')
  expect(html(rows).match(/<section class="forest"/g)).toHaveLength(1)
  expect(section('published', [host({ st_teff: 1 })])).toBeUndefined()
})

test('all rows are listed side by side, of planets with their names', () => {
  expect(section('references', [host({ st_spectype: 'G2' })])!.slice(1, 4)).toEqual([
    'The row of A',
    '| Reference| Spectral type',
    '| [One 2020](https://example.org/One)| G2',
  ])
  const rows = [planet({ st_refname: reference('One') }), planet({ pl_name: 'A c' })]
  expect(section('references', rows, [], 'exoplanets')!.slice(1)).toEqual([
    'All 2 rows of A',
    '| Reference| Planet',
    '| [One 2020](https://example.org/One)| A b',
    '| row 2, no reference| A c',
  ])
})

describe('the drawing of the system', () => {
  const figure = (rows: readonly Row[], planets: readonly Row[]) => section('system', rows, planets)!
  const sentence = 'No planet has a published semi-major axis, or a period and a stellar mass to compute one from.'

  test('is left out without planets, and without distances', () => {
    expect(section('system', [host({})])).toBeUndefined()
    expect(figure([host({})], [planet({})])[1]).toBe(sentence)
    expect(figure([host({})], [planet({ pl_orbper: 9 })])[1]).toBe(sentence)
    expect(figure([host({ st_mass: 1 })], [planet({})])[1]).toBe(sentence)
    // Limits are no distances.
    expect(figure([host({})], [planet({ pl_orbsmax: 1, pl_orbsmaxlim: 1 })])[1]).toBe(sentence)
    expect(figure([host({ st_mass: 1 })], [planet({ pl_orbper: 9, pl_orbperlim: 1 })])[1]).toBe(sentence)
  })

  test('names the distances that are computed', () => {
    const computed = figure(
      [host({ st_mass: 1 })],
      [planet({ pl_orbper: 365.25 }), planet({ pl_name: 'A c', pl_orbsmax: 2 })],
    )[1]!
    // A period of a year around a star like the Sun is one astronomical unit.
    expect(computed).toEndWith(
      'Computed from pl_orbper and the median st_mass by Kepler’s third law: the distance of A b (1 au).',
    )
    expect(figure([host({ st_mass: 1 })], [planet({ pl_orbper: 9, pl_orbsmax: 2 })])[1]).not.toContain('Computed')
  })

  test('labels planets with what follows the name of the star, and links to them', () => {
    const page = html([host({})], [planet({ pl_orbsmax: 1 }), planet({ pl_name: 'Zz d', pl_orbsmax: 3 })])
    const [drawing] = /<div class="drawing system-wide">.*?<\/svg>/s.exec(page)!
    expect(drawing).toContain('href="../exoplanets/A%20b"')
    expect(drawing).toMatch(/>b<\//)
    expect(drawing).toMatch(/>Zz d<\//)
    expect(page).toContain('<div class="drawing system-narrow"><svg')
  })

  test('comes with the list of planets', () => {
    expect(figure([host({})], [planet({})])).toContain('Planets of A, the default row of each')
  })
})

describe('sources', () => {
  test('of a host in its own table are its files', () => {
    const shown = section('provenance', [host({})])!
    expect(shown.slice(0, 3)).toEqual(['Provenance and downloads', 'Rows', '1 of table stellarhosts'])
    expect(shown[shown.indexOf('All columns') + 1]).toBe(
      '[JSON](../stellarhosts/A.json), [CSV](../stellarhosts/A.csv), [VOTable](../rest/stellarhosts?hostname=A&columns=*&limit=all&format=votable)',
    )
    expect(shown.at(-1)).toEndWith(
      ', [ADS: papers on A](https://ui.adsabs.harvard.edu/search/q=object%3A%22A%22&sort=date%20desc)',
    )
    expect(html([host({})])).toContain('SELECT * FROM stellarhosts WHERE hostname = ')
    expect(html([host({})])).toContain("curl -s 'http://localhost:3000/stellarhosts/A.csv'")
  })

  test('of another host are the rows of its planets', () => {
    const shown = section('provenance', [host({})], [], 'exoplanets')!
    const read = '../rest/exoplanets?hostname=A&columns=*'
    expect(shown[shown.indexOf('All columns') + 1]).toBe(
      `[JSON](${read}), [CSV](${read}&limit=all&format=csv), [VOTable](${read}&limit=all&format=votable)`,
    )
    expect(html([host({})], [], 'exoplanets')).toContain('SELECT * FROM exoplanets WHERE hostname = ')
  })

  test('are also the JSON of the page', () => {
    expect(starJson({ name: 'A b', table: 'stellarhosts' })).toBe('/stellarhosts/A%20b.json')
    expect(starJson({ name: 'A b', table: 'exoplanets' })).toBe('/rest/exoplanets?hostname=A+b&columns=*')
    expect(html([host({})])).toContain('type="application/json" href="../stellarhosts/A.json"')
  })
})

test('the page begins with a link to all hosts, and cites its references', () => {
  expect(lines([host({})])[0]).toBe('[Host stars](../stellarhosts)')
  expect(html([host({})])).toContain('One 2020. https://example.org/One')
})
