import { expect, test } from 'bun:test'
import { type Cells, NULL_CODE } from '../../../../build/table/archive-table.ts'
import { cellText } from '../../../../build/table/cell-text.ts'

const TEXTS: Cells = { kind: 'text', codes: Uint32Array.of(1, NULL_CODE, 0, 1), values: ['', 'a"b'] }
const REALS: Cells = { kind: 'real', values: Float64Array.of(1.5, Number.NaN, 1e21, -0.001) }
const INTEGERS: Cells = {
  kind: 'integer',
  values: Float64Array.of(7, Number.NaN, 2 ** 53, -(2 ** 60)),
  wide: new Map([
    [2, 9_007_199_254_740_993n],
    [3, -1_152_921_504_606_846_976n],
  ]),
}

const all = <T>(read: (row: number) => T): T[] => [0, 1, 2, 3].map(read)

test('cells are shown with all their digits', () => {
  expect(all((row) => cellText(TEXTS, row))).toEqual(['a"b', null, '', 'a"b'])
  expect(all((row) => cellText(REALS, row))).toEqual(['1.5', null, '1e+21', '-0.001'])
  expect(all((row) => cellText(INTEGERS, row))).toEqual(['7', null, '9007199254740993', '-1152921504606846976'])
})
