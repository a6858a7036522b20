import { expect, test } from 'bun:test'
import { isControversial, limitCautions, limitsOfPlanets, planetCautions } from '../../../src/objects/cautions.ts'
import type { Row } from '../../../src/objects/values.ts'

const NO_DEFAULT = 'The archive marks no row of this planet as the default'
const COMPOSITE = 'A table of one row per planet is usually composite'
const has = (cautions: readonly string[], words: string): boolean => cautions.some((each) => each.startsWith(words))

test.each([
  [true, [{ default_flag: 1 }], false, false],
  [true, [{ default_flag: 0 }], true, false],
  [true, [{ default_flag: 0 }, { default_flag: 1 }], false, false],
  [false, [{}], false, true],
  [false, [{}, {}], false, false],
] as const)('with a default flag: %p, rows %j', (hasDefaultFlag, rows, isWithoutDefault, isComposite) => {
  const cautions = planetCautions(rows, rows[0], { hasDefaultFlag, hasMass: false })
  expect([has(cautions, NO_DEFAULT), has(cautions, COMPOSITE)]).toEqual([isWithoutDefault, isComposite])
})

const FACTS = { hasDefaultFlag: true, hasMass: false }
const cautionsOf = (row: Row, hasMass = false): readonly string[] =>
  planetCautions([{ default_flag: 1, ...row }], row, { ...FACTS, hasMass })

test.each<[row: Row, isAssumed: boolean]>([
  [{ pl_orbeccen: 0 }, true],
  [{ pl_orbeccen: 0, pl_orbeccenerr1: null }, true],
  [{ pl_orbeccen: 0, pl_orbeccenerr1: 0.1 }, false],
  [{ pl_orbeccen: 0, pl_orbeccenlim: 1 }, false],
  [{ pl_orbeccen: 0, pl_orbeccenlim: 0 }, true],
  [{ pl_orbeccen: 0.1 }, false],
  [{}, false],
])('%j has an assumed eccentricity: %p', (row, isAssumed) => {
  const words = 'An eccentricity of 0 without uncertainty is usually assumed, not measured.'
  expect(cautionsOf(row)).toEqual(isAssumed ? [words] : [])
})

test.each<[provenance: string | null, caution: string | undefined]>([
  ['Mass', undefined],
  ['Msini', 'pl_bmasse and pl_bmassj are minimum masses (M sin i), not masses.'],
  [
    'M-R relationship',
    'pl_bmasse and pl_bmassj are of the kind "M-R relationship" (pl_bmassprov), not measured masses.',
  ],
  [null, 'In the row, it is not stated whether pl_bmasse and pl_bmassj are masses or minimum masses (pl_bmassprov).'],
])('a mass of the kind %p is cautioned of where it is shown', (provenance, caution) => {
  expect(cautionsOf({ pl_bmassprov: provenance }, true)).toEqual(caution === undefined ? [] : [caution])
  expect(cautionsOf({ pl_bmassprov: provenance }, false)).toEqual([])
})

test('a planet is disputed if any of its rows says so, and unknown if none says anything', () => {
  expect(isControversial([{ pl_controv_flag: 0 }, { pl_controv_flag: 1 }])).toBe(true)
  expect(isControversial([{ pl_controv_flag: 0 }, { pl_controv_flag: null }])).toBe(false)
  expect(isControversial([{ pl_controv_flag: null }, {}])).toBeNull()
  const row = { default_flag: 1, pl_controv_flag: 1 }
  expect(planetCautions([row], row, FACTS)).toEqual(['The existence of this planet is disputed (pl_controv_flag).'])
})

test('values that can be limits are told of one row, or of those of several planets', () => {
  const unsure = { a: 1, alim: null, b: 2, blim: null }
  const sure = { a: 1, alim: 0, b: 2, blim: 0 }
  const words =
    'it is not stated whether these values are measurements or limits (limit flags and uncertainties are null)'
  expect(limitCautions(unsure)).toEqual([`In this row, ${words}: a, b.`])
  expect(limitCautions(sure)).toEqual([])
  expect(limitsOfPlanets([unsure], ['b'])).toEqual([`In the row of the planet, ${words}: b.`])
  expect(limitsOfPlanets([unsure, sure, unsure], ['b', 'a'])).toEqual([
    `In rows of 2 of the 3 planets, ${words}: b, a.`,
  ])
  expect(limitsOfPlanets([sure, sure], ['a'])).toEqual([])
  expect(limitsOfPlanets([unsure], ['c'])).toEqual([])
})
