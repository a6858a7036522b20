import { describe, expect, test } from 'bun:test'
import type { Column } from '../../../../src/format/column.ts'
import type { Row } from '../../../../src/objects/values.ts'
import { ComparePage, type ComparePageProps, compareRowsPath } from '../../../../src/pages/compare/compare-page.tsx'
import { planetColumns } from '../../../../src/pages/planets/planet-columns.ts'
import { planetFacts } from '../../../../src/pages/planets/planet-facts.ts'
import { manifestOf, outline, rendered, siteOf } from '../../../fixtures/pages/rendered.ts'

const COLUMNS: readonly Column[] = [
  { name: 'pl_name', type: 'text' },
  { name: 'hostname', type: 'text' },
  { name: 'default_flag', type: 'integer' },
  { name: 'pl_refname', type: 'text' },
  { name: 'pl_rade', type: 'real', unit: 'Rearth' },
  { name: 'pl_bmasse', type: 'real', unit: 'Mearth' },
  { name: 'pl_bmassprov', type: 'text' },
  { name: 'discoverymethod', type: 'text' },
  { name: 'st_teff', type: 'real', unit: 'K' },
]
const MANIFEST = manifestOf(COLUMNS)
const EMPTY: Row = Object.fromEntries(COLUMNS.map(({ name }) => [name, null]))
const factsOf = (name: string, ...rows: readonly Row[]) =>
  planetFacts(
    MANIFEST,
    planetColumns(COLUMNS),
    rows.map((row) => ({ ...EMPTY, pl_name: name, hostname: 'A', default_flag: 1, ...row })),
  )

const html = (props: Partial<ComparePageProps> = {}) =>
  rendered(<ComparePage text="" planets={[]} unknown={[]} passedOver={[]} {...props} />, siteOf(MANIFEST))
const lines = (props: Partial<ComparePageProps> = {}) => outline(html(props)).split('\n')

const FORM = ['Compare planets', 'Up to six planets, separated by commas', '{names=}', 'Compare']
const EXAMPLE = 'For example [TRAPPIST-1 e, Kepler-22 b, 51 Peg b](../compare?names=TRAPPIST-1+e,Kepler-22+b,51+Peg+b).'

describe('without planets', () => {
  test('there is a form and an example', () => {
    expect(lines()).toEqual([...FORM, EXAMPLE])
    expect(html()).not.toContain('noindex')
    expect(html()).not.toContain('application/json')
    expect(html()).toContain('<title>Compare planets · ')
  })

  test('a request that could not be read says why, and is not for search engines', () => {
    const page = html({ problem: 'Too long.', text: 'x, y' })
    expect(outline(page).split('\n')).toEqual([...FORM.slice(0, 2), '{names=x, y}', 'Compare', 'Too long.', EXAMPLE])
    expect(page).toContain('aria-invalid="true"')
    expect(html()).not.toContain('aria-invalid')
    expect(page).toContain('noindex')
  })

  test('unknown names are links to a search', () => {
    const link = (name: string) => `[${name}](../search?q=${name})`
    expect(lines({ unknown: ['x'] })).toContain(`No planet has the name ${link('x')}.`)
    expect(lines({ unknown: ['x', 'y'] })).toContain(`No planet has the names ${link('x')}, ${link('y')}.`)
  })
})

describe('planets side by side', () => {
  const one = factsOf('A b', { pl_rade: 1, pl_bmasse: 5, pl_bmassprov: 'Msini', discoverymethod: 'Transit' })
  const two = factsOf('B c', { pl_rade: null, st_teff: 5_000 }, { default_flag: 0, pl_rade: 2, pl_refname: 'Two 2020' })

  test('have a column each, and a line for every value that one of them has', () => {
    const shown = lines({ planets: [one, two], passedOver: ['x', 'y'], text: 'A b, B c' })
    expect(shown.slice(4)).toEqual([
      'Only the first 6 planets are compared; left out: x, y.',
      'Values from a reference other than that of the default row are marked.',
      '| Parameter| [A b](../exoplanets/A%20b)| [B c](../exoplanets/B%20c)',
      '| Discovery method| Transit| –no value',
      '| Radius R⊕| 1| 2',
      'Two 2020',
      '| Mass or M sin i M⊕| 5 M sin i| –no value',
      '| Star: effective temperature K| –no value| 5000',
    ])
  })

  test('mark no value as of another reference if there is no default row', () => {
    const without = factsOf('B c', { default_flag: 0 }, { default_flag: 0, pl_rade: 2, pl_refname: 'Two 2020' })
    expect(lines({ planets: [without] })).not.toContain('Two 2020')
    expect(lines({ planets: [without] })).toContain('| Radius R⊕| 2')
  })

  test('have an address, the same rows as data, code and citations', () => {
    const page = html({ planets: [one, two] })
    expect(page).toContain('<title>Compare A b, B c · ')
    expect(page).toContain('noindex')
    expect(page).toContain(
      'type="application/json" href="../rest/exoplanets?pl_name__in=A+b,B+c&amp;columns=*&amp;limit=1000"',
    )
    expect(page).toContain('limit=all&amp;format=csv')
    expect(page).toContain("SELECT *\nFROM exoplanets\nWHERE pl_name IN ('A b', 'B c')\nORDER BY rowid")
    expect(page).toContain('http://localhost:3000/compare?names=A+b,B+c')
  })
})

test('names with commas are quoted in addresses', () => {
  expect(compareRowsPath(['a', 'b'])).toBe('/rest/exoplanets?pl_name__in=a,b&columns=*&limit=1000')
  expect(compareRowsPath(['a'], 'all')).toBe('/rest/exoplanets?pl_name__in=a&columns=*&limit=all')
})
