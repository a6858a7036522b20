import { describe, expect, test } from 'bun:test'
import type { Column } from '../../../../src/format/column.ts'
import type { Row } from '../../../../src/objects/values.ts'
import { planetColumns } from '../../../../src/pages/planets/planet-columns.ts'
import { planetFacts } from '../../../../src/pages/planets/planet-facts.ts'
import { PlanetPictures, type Populations } from '../../../../src/pages/planets/planet-pictures.tsx'
import { createPopulation } from '../../../../src/plots/small/population-place.ts'
import { manifestOf, outline, rendered, siteOf } from '../../../fixtures/pages/rendered.ts'

const VALUES = ['pl_rade', 'pl_bmasse', 'pl_orbper', 'pl_orbsmax', 'pl_orbeccen', 'st_mass', 'st_rad']
const COLUMNS: readonly Column[] = [
  { name: 'pl_name', type: 'text' },
  { name: 'hostname', type: 'text' },
  { name: 'default_flag', type: 'integer' },
  { name: 'pl_bmassprov', type: 'text' },
  ...VALUES.flatMap((name) => [
    { name, type: 'real' as const },
    { name: `${name}lim`, type: 'integer' as const },
  ]),
]
const MANIFEST = manifestOf(COLUMNS)
const population = (x: string, y: string) =>
  createPopulation({ title: x, unit: undefined }, { title: y, unit: undefined }, [1, 10], [1, 10])
const NONE: Populations = { massRadius: undefined, periodRadius: undefined, periodMass: undefined }
const ALL: Populations = {
  massRadius: population('Mass', 'Radius'),
  periodRadius: population('Period', 'Radius'),
  periodMass: population('Period', 'Mass'),
}

const rowOf = (row: Row): Row => ({ pl_name: 'A b', hostname: 'A', default_flag: 1, ...row })
function html(rows: readonly Row[], populations = NONE, manifest = MANIFEST) {
  const facts = planetFacts(manifest, planetColumns(COLUMNS), rows.map(rowOf))
  return rendered(<PlanetPictures facts={facts} populations={populations} />, siteOf(manifest))
}
/** The texts below the drawings, and the sentences on those that are missing. */
const captions = (...args: Parameters<typeof html>) =>
  Array.from(html(...args).matchAll(/<(?:figcaption|p class="soft")>(.*?)<\/(?:figcaption|p)>/gs), ([, text = '']) =>
    outline(text),
  )

test('a planet without values has a sentence on each missing picture', () => {
  expect(captions([{}])).toEqual([
    'Its row in table exoplanets has no radius, so its size is not drawn.',
    'None of its rows in table exoplanets has a semi-major axis, or a period and a stellar mass to compute one from, so its orbit is not drawn.',
  ])
  expect(captions([{}, {}])[0]).toBe('None of its rows in table exoplanets has a radius, so its size is not drawn.')
})

test('another table that may have the value is named', () => {
  const further = (...names: readonly string[]) => ({
    rows: 1,
    date: null,
    columns: names.map((name) => ({ name, type: 'text' })),
  })
  const manifest = { ...MANIFEST, furtherTables: { ml: further('pl_name', 'pl_rade') } } as unknown as typeof MANIFEST
  const [size, orbit] = captions([{}], NONE, manifest)
  expect(size).toBe(
    "Its row in table exoplanets has no radius, so its size is not drawn. Perhaps another table has one: [ml](../sql?q=SELECT+*+FROM+ml+WHERE+pl_name+%3D+'A+b').",
  )
  expect(orbit).not.toContain('Perhaps')
})

describe('a note', () => {
  test('says that a value is a limit, and which one', () => {
    expect(captions([{ pl_rade: 2, pl_radelim: 1 }])[0]).toEndWith('The radius is an upper limit.')
    expect(captions([{ pl_rade: 2, pl_radelim: -1 }])[0]).toEndWith('The radius is a lower limit.')
    expect(captions([{ pl_rade: 2, pl_radelim: 0 }])[0]).not.toContain('limit')
  })

  test('says that a value is not from the default row, if there is one', () => {
    const other = { pl_rade: 2, default_flag: 0 }
    expect(captions([{}, other])[0]).toEndWith('The radius is not from the default row.')
    expect(captions([{ default_flag: 0 }, other])[0]).not.toContain('default row')
    expect(captions([{ pl_rade: 2 }, other])[0]).not.toContain('default row')
    expect(captions([{}, { ...other, pl_radelim: 1 }])[0]).toEndWith(
      'The radius is an upper limit. The radius is not from the default row.',
    )
  })
})

describe('the orbit', () => {
  const KEPLER = 'The semi-major axis is computed from pl_orbper and st_mass by Kepler’s third law.'
  const orbit = (row: Row) => captions([{ pl_rade: 1, ...row }])[1]

  test('is drawn from the semi-major axis, or from the period and the mass of the star', () => {
    expect(orbit({ pl_orbsmax: 1, pl_orbper: 365.25, st_mass: 1 })).not.toContain(KEPLER)
    expect(orbit({ pl_orbper: 365.25, st_mass: 1 })).toContain(KEPLER)
    expect(orbit({ pl_orbper: 365.25 })).toContain('not drawn')
    expect(orbit({ st_mass: 1 })).toContain('not drawn')
  })

  test('is not computed from limits', () => {
    expect(orbit({ pl_orbper: 365.25, pl_orbperlim: 1, st_mass: 1 })).toContain('not drawn')
    expect(orbit({ pl_orbper: 365.25, st_mass: 1, st_masslim: 1 })).toContain('not drawn')
  })

  test('has notes on its axis and eccentricity', () => {
    const text = orbit({ pl_orbsmax: 1, pl_orbsmaxlim: -1, pl_orbeccen: 0.1, pl_orbeccenlim: 1 })
    expect(text).toContain('The semi-major axis is a lower limit.')
    expect(text).toContain('The eccentricity is an upper limit.')
  })

  test('of an eccentricity of zero is a circle, but an axis or radius of zero is none', () => {
    expect(orbit({ pl_orbsmax: 1, pl_orbeccen: 0, pl_orbeccenlim: 1 })).toContain('The eccentricity is an upper limit.')
    expect(orbit({ pl_orbsmax: 0 })).toContain('not drawn')
    expect(captions([{ pl_rade: 0, pl_orbsmax: 1 }]).at(-1)).toContain('its size is not drawn')
  })

  test('shows the radius of the star unless it is a limit', () => {
    const paths = (row: Row) => html([{ pl_orbsmax: 1, ...row }])
    expect(paths({ st_rad: 50, st_radlim: 1 })).toBe(paths({}))
    expect(paths({ st_rad: 50 })).not.toBe(paths({}))
  })
})

describe('the places among all planets', () => {
  const FULL = { pl_rade: 2, pl_bmasse: 5, pl_bmassprov: 'Mass', pl_orbper: 3 }
  const has = (row: Row, populations = ALL) => {
    const page = html([row], populations)
    return ['mass-radius', 'period-radius', 'period-mass'].filter((id) => page.includes(`"${id}`))
  }

  test('need both values; that of period and mass is for planets without a radius', () => {
    expect(has(FULL)).toEqual(['mass-radius', 'period-radius'])
    expect(has({ ...FULL, pl_rade: null })).toEqual(['period-mass'])
    expect(has({ ...FULL, pl_orbper: null })).toEqual(['mass-radius'])
    expect(has({ ...FULL, pl_bmasse: null })).toEqual(['period-radius'])
    expect(has(FULL, NONE)).toEqual([])
    // A logarithmic axis has no place for zero.
    expect(has({ ...FULL, pl_bmasse: 0 })).toEqual(['period-radius'])
  })

  test('say what kind of mass it is', () => {
    const note = (pl_bmassprov: string | null, row: Row = {}) =>
      captions([{ ...FULL, pl_bmassprov, ...row }], ALL).filter((text) => /minimum mass/.test(text))
    expect(note('Mass')).toEqual([])
    expect(note('Msini')).toHaveLength(1)
    expect(note('Msini')[0]).toEndWith('The mass is a minimum mass, M sin i.')
    expect(note(null)[0]).toEndWith('It is not known whether the mass is a minimum mass.')
    expect(note('M-R relationship')).toEqual([])
    // The kind is that of the row with the mass.
    const other = captions(
      [
        { pl_rade: 2, pl_bmassprov: 'Mass' },
        { pl_bmasse: 5, pl_bmassprov: 'Msini', default_flag: 0 },
      ],
      ALL,
    )
    expect(
      other.some(
        (text) =>
          text.endsWith('The mass is not from the default row. The radius') ||
          text.includes('The mass is a minimum mass'),
      ),
    ).toBe(true)
    expect(note('Msini', { pl_rade: null })).toHaveLength(1)
  })

  test('have notes on limits', () => {
    const [, place] = captions([{ ...FULL, pl_bmasselim: 1, pl_radelim: -1 }], ALL).filter((text) =>
      text.includes('limit'),
    )
    expect(place).toContain('The mass is an upper limit. The radius is a lower limit.')
  })
})
