import { expect, test } from 'bun:test'
import { noteOn } from '../../../../src/core/answers/column-notes.ts'
import { selectColumns } from '../../../../src/mcp/columns/select-columns.ts'
import { foldVariants } from '../../../../src/objects/column-groups.ts'

const PERIOD = ['koi_period', 'koi_period_err1', 'koi_period_err2']

test('uncertainties are explained in both spellings that the archive has, if the value is there', () => {
  expect(noteOn('koi_period_err1', new Set(PERIOD))).toBe('Upper uncertainty of koi_period; positive.')
  expect(noteOn('koi_period_err2', new Set(PERIOD))).toBe('Lower uncertainty of koi_period; negative.')
  expect(noteOn('pl_radeerr2', new Set(['pl_rade', 'pl_radeerr2']))).toBe('Lower uncertainty of pl_rade; negative.')
  expect(noteOn('koi_period_err2', new Set(['koi_period_err2']))).toBeUndefined()
})

test('both spellings are folded into the column that they belong to', () => {
  const columns = PERIOD.map((name) => ({ name, type: 'real' as const }))
  expect(foldVariants(columns)).toEqual([{ column: columns[0]!, variants: ['_err1', '_err2'] }])
})

test('what a disposition means is told, and found by the word where the archive has it misspelled', () => {
  for (const name of ['koi_disposition', 'koi_pdisposition', 'tfopwg_disp', 'disposition'])
    expect(noteOn(name, new Set([name]))).toContain('isposition')
  const toi = ['toi', 'tfopwg_disp', 'pl_rade'].map((name) => {
    const note = noteOn(name, new Set([name]))
    return { name, description: name === 'toi' ? 'TESS Object' : 'TFOPWG Dispostion', ...(note ? { note } : {}) }
  })
  expect(selectColumns('toi', toi, [], 'disposition').columns.map(({ name }) => name)).toEqual(['tfopwg_disp'])
})

test('a radius is doubted in a composite table alone', () => {
  const composite = new Set(['pl_rade', 'pl_radj', 'pl_bmassprov'])
  for (const name of ['pl_rade', 'pl_radj']) expect(noteOn(name, composite)).toContain('calculated from the mass')
  expect(noteOn('pl_rade', new Set([...composite, 'default_flag']))).toBeUndefined()
  expect(noteOn('pl_rade', new Set(['pl_rade', 'toi']))).toBeUndefined()
  expect(noteOn('pl_bmassprov', composite)).toContain('predicted from the radius')
})
