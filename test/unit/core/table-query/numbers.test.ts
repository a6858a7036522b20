import { expect, test } from 'bun:test'
import { CatalogError } from '../../../../src/core/errors.ts'
import { coneText, parseCone } from '../../../../src/core/table-query/cone.ts'
import { downloadParameter, formatParameter } from '../../../../src/core/table-query/format-parameters.ts'
import { intendedName, intendedValue } from '../../../../src/core/table-query/intended-condition.ts'
import { cellNumber, numberLiteral } from '../../../../src/core/table-query/number-literal.ts'
import { intendedFlag, intendedInteger, intendedNumber } from '../../../../src/core/text/intended-number.ts'
import { routeExpression } from '../../../../src/core/text/route-pattern.ts'
import { catalogError } from '../../../fixtures/thrown.ts'

test.each([
  ['0', 0],
  ['-0', 0],
  ['-7', -7],
  ['1.5', 1.5],
  ['1.', 1],
  ['.5', 0.5],
  ['-.5e-3', -0.0005],
  ['1E+2', 100],
  ['9007199254740991', 9_007_199_254_740_991],
  ['9007199254740993', 9_007_199_254_740_993n],
  ['-9007199254740993', -9_007_199_254_740_993n],
  ['9007199254740993.0', 9_007_199_254_740_992],
  ['1e20', 1e20],
  [`${'1'.padEnd(400, '0')}`, 10n ** 399n],
  [`1${'0'.repeat(400)}`, undefined],
  ['1e999', undefined],
  ['.', undefined],
  ['', undefined],
  ['+1', undefined],
  ['1e', undefined],
  [' 1', undefined],
  ['0x10', undefined],
  ['Infinity', undefined],
])('%j is the number %p', (text, value) => {
  expect(numberLiteral(text)).toBe(value as never)
  if (value !== undefined) expect(Object.is(numberLiteral(text), -0)).toBe(false)
})

test('an integer of a cell is exact', () => {
  expect(['5', '1.5', '9007199254740993', '1e20', '-9007199254740993'].map(cellNumber)).toEqual([
    5,
    1.5,
    9_007_199_254_740_993n,
    1e20,
    -9_007_199_254_740_993n,
  ])
})

test.each(['', '"5"', 'x', 'null', 'NaN', '1 2'])('%j is not the number of a cell', (json) => {
  expect(cellNumber(json)).toBeUndefined()
})

test.each([
  ['1,234', '1234'],
  ['1,234,567.5', '1234567.5'],
  ["1'234", '1234'],
  ['1 234', '1234'],
  ['1_234', '1234'],
  [' +5 ', '5'],
  ['\u22125', '-5'],
  ['\u2013 5.5', '-5.5'],
  ['- 5', '-5'],
  ['.5', '.5'],
  ['1e3', '1e3'],
  ['1,23', undefined],
  ['1,2345', undefined],
  ['1e999', undefined],
  ['5 m', undefined],
  ['', undefined],
  ['-', undefined],
  ['1'.repeat(60), '1'.repeat(60)],
  ['1'.repeat(61), undefined],
])('%j was meant as %p', (text, number) => {
  expect(intendedNumber(text)).toBe(number)
})

test.each([
  ['5.0', '5'],
  ['1e3', '1000'],
  ['-0', '0'],
  ['2,010', '2010'],
  ['9007199254740991', '9007199254740991'],
  ['9007199254740992', undefined],
  ['5.5', undefined],
  ['x', undefined],
])('%j was meant as the integer %p', (text, integer) => {
  expect(intendedInteger(text)).toBe(integer)
})

test.each([
  ['true', '1'],
  [' YES ', '1'],
  ['t', '1'],
  ['1.0', '1'],
  ['no', '0'],
  ['Off', '0'],
  ['0.0', '0'],
  ['', undefined],
  [' ', undefined],
  ['2', undefined],
  ['maybe', undefined],
] as const)('%j was meant as the flag %p', (text, flag) => {
  expect(intendedFlag(text)).toBe(flag)
})

const real = { name: 'pl_rade', type: 'real' } as const
const integer = { name: 'disc_year', type: 'integer' } as const

test.each([
  [real, 'between', '1..2', ['1,2'], []],
  [real, 'between', '1 to 2', ['1,2'], []],
  [real, 'between', '2-1', [], []],
  [real, 'between', '1\u20132', ['1,2'], []],
  [real, 'between', '1;1', ['1,1'], []],
  [real, 'in', '1 2 3', ['1,2,3'], []],
  [real, 'in', '1|x', [], []],
  [integer, 'in', 'yes', ['1'], []],
  [real, 'in', 'yes', [], []],
  [real, 'gt', 'yes', [], []],
  [integer, 'gt', 'yes', ['1'], []],
  [real, 'gt', '1,5', ['1.5'], []],
  [real, 'gt', ' +0,5', ['0.5'], []],
  [integer, 'gt', '1,5', [], []],
  [real, 'ne', 'null', [], ['pl_rade__isnull=0']],
  [real, 'eq', 'N/A', [], ['pl_rade__isnull=1']],
  [real, 'lt', 'null', [], []],
  [real, 'eq', '>=5', [], ['pl_rade__gte=5']],
  [real, 'eq', 'lt.5', [], ['pl_rade__lt=5']],
  [real, 'eq', 'gt(5)', [], ['pl_rade__gt=5']],
  [real, 'eq', '1..2', [], ['pl_rade__between=1,2']],
  [real, 'eq', '1,2,3', [], ['pl_rade__in=1,2,3']],
  [real, 'eq', ' 5 ', ['5'], []],
  [real, 'eq', 'big', [], []],
] as const)('%o %s %j was meant as %j or %j', (column, operator, text, values, conditions) => {
  expect(intendedValue(column, operator, text)).toEqual({ values: [...values], conditions: [...conditions] })
})

test.each([
  ['disc_year>', 'disc_year__gte'],
  ['disc_year>2010', 'disc_year__gt'],
  ['disc_year<', 'disc_year__lte'],
  ['disc_year!', 'disc_year__ne'],
  ['disc_year<>5', 'disc_year__ne'],
  ['disc_year_gt', 'disc_year__gt'],
  ['disc_year[gt]', 'disc_year__gt'],
  ['disc_year.max', 'disc_year__lte'],
  ['disc_year:Since', 'disc_year__gte'],
  ['other>', undefined],
  ['disc_year_foo', undefined],
  [`disc_year>${'1'.repeat(190)}`, 'disc_year__gt'],
  [`disc_year>${'1'.repeat(191)}`, undefined],
])('the parameter %j was meant as %p', (name, meant) => {
  expect(intendedName(name, (column) => column === 'disc_year')).toBe(meant)
})

test.each([
  ['10,20,0.5', { ra: 10, dec: 20, radius: 0.5 }],
  ['-10,20,0', { ra: 350, dec: 20, radius: 0 }],
  ['360,-90,180', { ra: 0, dec: -90, radius: 180 }],
  ['-360,90,1', { ra: 0, dec: 90, radius: 1 }],
  ['725,-0,-0', { ra: 5, dec: 0, radius: 0 }],
])('the cone %s is %o', (text, cone) => {
  const parsed = parseCone('cone', text)
  expect(parsed).toEqual(cone)
  expect(Object.values(parsed).some((value) => Object.is(value, -0))).toBe(false)
  expect(parseCone('cone', coneText(parsed))).toEqual(parsed)
})

test.each([
  ['1 2 3', ['1,2,3']],
  ['1;2;3', ['1,2,3']],
  ['1 91 3', []],
  ['1 2 -3', []],
  ['1 2', []],
  ['1,2,x', []],
  ['100,200,1', []],
  ['20,120,1', ['120,20,1']],
  ['20,360,1', ['360,20,1']],
  ['20,361,1', []],
  ['20,-91,1', []],
  ['20,120,200', []],
  ['1,2,180.1', []],
  ['1,2,-0.1', []],
])('the cone %s is refused, with the suggestions %p', (text, suggestions) => {
  const { code, help } = catalogError(() => parseCone('cone', text))
  expect({ code, parameter: help.parameter, suggestions: help.suggestions ?? [] }).toEqual({
    code: 'invalid_parameter',
    parameter: 'cone',
    suggestions,
  })
})

test('formats and flags are accepted as they are documented only', () => {
  expect([undefined, 'json', 'votable'].map(formatParameter)).toEqual([undefined, 'json', 'votable'])
  expect([undefined, '0', '1'].map(downloadParameter)).toEqual([false, false, true])
  for (const text of ['', 'JSON', 'xml']) expect(() => formatParameter(text)).toThrow(CatalogError)
  expect(catalogError(() => downloadParameter('Yes')).help.suggestions).toEqual(['1'])
  expect(catalogError(() => downloadParameter('2')).help.suggestions ?? []).toEqual([])
})

test.each([
  ['/rest/:table/columns/:column', '/rest/a.b/columns/c', true],
  ['/rest/:table/columns/:column', '/rest/a/b/columns/c', false],
  ['/rest/:table/columns/:column', '/rest//columns/c', false],
  ['/data/*', '/data/', true],
  ['/data/*', '/data/a/b', true],
  ['/a.b', '/a.b', true],
  ['/a.b', '/axb', false],
])('the route %s matches %s: %p', (pattern, path, isMatch) => {
  expect(new RegExp(`^${routeExpression(pattern)}$`).test(path)).toBe(isMatch)
})
