import { describe, expect, test } from 'bun:test'
import type { Row } from '../../../../src/objects/values.ts'
import { citedReferences } from '../../../../src/pages/published/cited-references.ts'
import { parameterOf } from '../../../../src/pages/published/published.ts'
import { referencesInWords } from '../../../../src/pages/published/references-in-words.ts'

const RADIUS = { name: 'pl_rade', type: 'real' } as const
const row = (pl_rade: number | null, rest: Row = {}): Row => ({ pl_rade, ...rest })
const limit = (value: number): Row => row(value, { pl_radelim: 1 })
const exact = (value: number, date?: string): Row =>
  row(value, { pl_radeerr1: 0.1, ...(date === undefined ? {} : { pl_pubdate: date }) })

/** The value that is shown where the chosen row has none: the chosen row stands before the others. */
function replacement(...others: readonly Row[]): number | undefined {
  const { shown, isOfOtherRow } = parameterOf([row(null), ...others], RADIUS, 0)
  expect(isOfOtherRow).toBe(shown !== undefined)
  return shown?.value
}

describe('the value that stands in for that of the chosen row', () => {
  test('is a measurement rather than a limit', () => {
    expect(replacement(limit(1), row(2))).toBe(2)
    expect(replacement(row(2), limit(1))).toBe(2)
    expect(replacement(limit(1))).toBe(1)
  })

  test('is one with uncertainties rather than one without', () => {
    expect(replacement(row(1, { pl_pubdate: '2026-01' }), exact(2, '2001-01'))).toBe(2)
    expect(replacement(exact(2, '2001-01'), row(1, { pl_pubdate: '2026-01' }))).toBe(2)
    expect(replacement(row(1), row(2, { pl_radeerr2: -0.1 }))).toBe(2)
  })

  test('is the newest of several alike, and the first of several of one date', () => {
    expect(replacement(exact(1, '2010-05'), exact(2, '2020-01'), exact(3, '2015-12'))).toBe(2)
    expect(replacement(exact(2, '2020-01'), exact(1, '2010-05'))).toBe(2)
    expect(replacement(exact(1), exact(2, '2010-05'))).toBe(2)
    expect(replacement(exact(1, '2010-05'), exact(2, '2010-05'))).toBe(1)
  })

  test('is none where no row has one', () => {
    expect(replacement(row(null))).toBeUndefined()
  })
})

test('the value of the chosen row is shown, whatever others there are', () => {
  const { shown, isOfOtherRow } = parameterOf([exact(1, '2026-01'), limit(2)], RADIUS, 1)
  expect([shown?.value, shown?.lim, isOfOtherRow]).toEqual([2, 1, false])
})

test('without a chosen row no value is shown, but all are listed', () => {
  const { shown, isOfOtherRow, values } = parameterOf([row(1), row(null), limit(3)], RADIUS, undefined)
  expect([shown, isOfOtherRow]).toEqual([undefined, false])
  expect(values.map(({ rowNumber, value, isLimit }) => [rowNumber, value, isLimit])).toEqual([
    [0, 1, false],
    [2, 3, true],
  ])
})

test('the spread is that of the measurements', () => {
  expect(parameterOf([row(1), row(4), limit(100), row(null)], RADIUS, 0).spread).toMatchObject({
    rows: 2,
    min: 1,
    max: 4,
  })
  expect(parameterOf([limit(1)], RADIUS, 0).spread).toBeUndefined()
})

test('references are counted in words', () => {
  const named = (...names: readonly (string | null)[]) =>
    referencesInWords(
      names.map((st_refname) => ({ st_refname })),
      'st_refname',
    )
  expect(named('A 2020')).toBe('one reference')
  expect(named('A 2020', 'A 2020', 'B 2021')).toBe('2 references')
  expect(named('A 2020', null)).toBe('one reference and one row that names none')
  expect(named('A 2020', 'B 2021', null, ' ')).toBe('2 references and 2 rows that name none')
  expect(named(null)).toBe('an unnamed reference')
  expect(named(null, null)).toBe('unnamed references')
})

test('each reference is cited once, with its address on the web alone', () => {
  const a = '<a refstr="A" href=https://ui.adsabs.harvard.edu/abs/x target=ref> A 2020 </a>'
  const rows: Row[] = [
    { pl_refname: a, pl_rade_reflink: '<a href="javascript:x"> B 2021 </a>', note: 'C 2022' },
    { pl_refname: a, pl_rade_reflink: null },
  ]
  expect(citedReferences(rows)).toEqual([
    { label: 'A 2020', url: 'https://ui.adsabs.harvard.edu/abs/x' },
    { label: 'B 2021' },
  ])
})
