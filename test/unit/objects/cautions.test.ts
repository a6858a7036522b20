import { expect, test } from 'bun:test'
import { planetCautions } from '../../../src/objects/cautions.ts'

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
