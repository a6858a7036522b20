import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  type IntegerParameter,
  integerParameter,
  parseParameters,
  wordParameter,
} from '../../../src/core/parameters.ts'
import { catalogError } from '../../fixtures/thrown.ts'

const ALLOWED = [{ name: 'page' }, { name: 'limit' }, { name: 'sort_by' }, { name: 'filter' }] as const

describe('a query string is read as forms write it', () => {
  const cases: readonly (readonly [string, Record<string, string>])[] = [
    ['', {}],
    ['&&', {}],
    ['page=2', { page: '2' }],
    ['page=2&limit=5', { page: '2', limit: '5' }],
    ['&page=2&&limit=5&', { page: '2', limit: '5' }],
    ['filter=a+b', { filter: 'a b' }],
    ['filter=a%20b', { filter: 'a b' }],
    ['filter=a%2Bb', { filter: 'a+b' }],
    ['filter=a=b', { filter: 'a=b' }],
    ['filter=%26%3D%25', { filter: '&=%' }],
    ['filter=%CE%B1%e2%82%ac', { filter: 'α€' }],
    ['filter=%00', { filter: '\0' }],
    ['sort%5Fby=x', { sort_by: 'x' }],
    ['p%61ge=3', { page: '3' }],
    ['page=', {}],
    ['page', {}],
    ['filter=+', { filter: ' ' }],
    ['_=123&utm_source=x&_t', {}],
    ['utm_source=1&utm_source=2&_=%ZZ', {}],
    ['%5Fx=1', {}],
  ]
  for (const [query, values] of cases)
    test(`${JSON.stringify(query)} gives ${JSON.stringify(values)}`, () => {
      expect(parseParameters(query, ALLOWED)).toEqual(values)
    })
})

describe('a query string that cannot be meant is refused', () => {
  const cases = [
    ['page=1&page=1', 'repeated_parameter', 'page', 'The parameter "page" is repeated; specify it only once.'],
    ['page=&page=1', 'repeated_parameter', 'page', 'The parameter "page" is repeated; specify it only once.'],
    ['page=1&p%61ge=1', 'repeated_parameter', 'page', 'The parameter "page" is repeated; specify it only once.'],
    ['filter=%ZZ', 'invalid_parameter', 'filter', 'contains "%ZZ": % must be followed by two hexadecimal digits'],
    ['filter=100%', 'invalid_parameter', 'filter', 'contains "%": % must be followed by two hexadecimal digits'],
    ['filter=50%+off', 'invalid_parameter', 'filter', 'contains "% o"'],
    ['filter=%FF', 'invalid_parameter', 'filter', 'bytes that are not UTF-8'],
    ['filter=%C0%80', 'invalid_parameter', 'filter', 'bytes that are not UTF-8'],
    ['filter=%ED%A0%80', 'invalid_parameter', 'filter', 'bytes that are not UTF-8'],
    ['%ZZ=1', 'invalid_parameter', undefined, 'A parameter name contains "%ZZ"'],
    ['=1', 'unknown_parameter', undefined, 'a value without a name'],
    ['sortby=x', 'unknown_parameter', 'sortby', 'Unknown parameter "sortby". Did you mean sort_by?'],
    ['Page=1', 'unknown_parameter', 'Page', 'Did you mean page?'],
    ['page[]=1', 'unknown_parameter', 'page[]', 'Did you mean page?'],
    ['sort_By=x', 'unknown_parameter', 'sort_By', 'Did you mean sort_by?'],
    ['zzzz', 'unknown_parameter', 'zzzz', 'Parameters are page, limit, sort_by, filter.'],
    ['utm=x', 'unknown_parameter', 'utm', 'Unknown parameter "utm".'],
  ] as const
  for (const [query, code, parameter, sentence] of cases)
    test(`${JSON.stringify(query)} is ${code}`, () => {
      const error = catalogError(() => parseParameters(query, ALLOWED))
      expect(error.code).toBe(code)
      expect(error.help.parameter).toBe(parameter)
      expect(error.message).toContain(sentence)
    })

  test('a very long name costs little, and the answer does not repeat it all', () => {
    const error = catalogError(() => parseParameters(`${'x'.repeat(60_000)}=1`, ALLOWED))
    expect(error.code).toBe('unknown_parameter')
    expect(error.message.length).toBeLessThan(300)
    expect(error.help.parameter?.length).toBe(100)
  })
})

test('whatever text a value is, its form encoding brings it back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), fc.string({ unit: 'grapheme' }), (filter, sort_by) => {
      const query = new URLSearchParams({ filter, sort_by }).toString()
      expect(parseParameters(query, ALLOWED)).toEqual({ filter, ...(sort_by === '' ? {} : { sort_by }) })
    }),
  )
})

test('no query string makes anything but values or a CatalogError', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'page=&%+_2fFZ') }), (query) => {
      try {
        parseParameters(query, ALLOWED)
      } catch (thrown) {
        expect(
          catalogError(() => {
            throw thrown
          }).kind,
        ).toBe('invalid')
      }
    }),
    { numRuns: 500 },
  )
})

const NUMBER: IntegerParameter = {
  name: 'limit',
  type: 'integer',
  default: 50,
  minimum: 0,
  maximum: 1000,
  description: '',
  example: 1,
}

describe('an integer is decimal digits', () => {
  const accepted = [
    [undefined, 50],
    ['0', 0],
    ['-0', 0],
    ['00', 0],
    ['05', 5],
    ['999', 999],
    ['1000', 1000],
    ['1001', 1000],
    ['9'.repeat(400), 1000],
  ] as const
  for (const [text, value] of accepted)
    test(`${text} is ${value}`, () => {
      expect(integerParameter(NUMBER, text)).toBe(value)
    })

  test.each([
    ' ',
    '1.5',
    '-1.0',
    '0x10',
    '--1',
    '-',
    '٣',
    'NaN',
    'Infinity',
    '1e-3',
    '9e99',
    '7'.repeat(70).concat('.'),
  ])('%j is refused as no whole number', (text) => {
    const error = catalogError(() => integerParameter(NUMBER, text))
    expect(error.code).toBe('invalid_parameter')
    expect(error.message).toBe(`"limit" must be an integer in decimal digits, but is ${JSON.stringify(text)}.`)
    expect(error.help).toEqual({ parameter: 'limit' })
  })

  test.each([
    ['+5', '5'],
    [' 5', '5'],
    ['5 ', '5'],
    ['1.0', '1'],
    ['1e3', '1000'],
    ['1_000', '1000'],
    ['1,000', '1000'],
    ['1 000', '1000'],
    ['−0', '0'],
  ])('%j is refused, and %j suggested', (text, meant) => {
    const error = catalogError(() => integerParameter(NUMBER, text))
    expect(error.message).toBe(
      `"limit" must be an integer in decimal digits, but is ${JSON.stringify(text)}. Did you mean ${meant}?`,
    )
    expect(error.help).toEqual({ parameter: 'limit', suggestions: [meant] })
  })

  test('values below the minimum are refused with the bound', () => {
    for (const text of ['-1', `-${'9'.repeat(400)}`])
      expect(catalogError(() => integerParameter(NUMBER, text)).message).toContain('must be at least 0, but is')
  })
})

describe('a word is taken in any case', () => {
  const ORDER = {
    name: 'order',
    type: 'string',
    default: 'asc',
    enum: ['asc', 'desc'],
    description: '',
    example: 'asc',
  } as const
  for (const [text, word] of [
    [undefined, 'asc'],
    [' ', 'asc'],
    ['desc', 'desc'],
    ['DESC', 'desc'],
    [' Asc ', 'asc'],
  ] as const)
    test(`${JSON.stringify(text)} is ${word}`, () => {
      expect(wordParameter(ORDER, text)).toBe(word)
    })
  test('another word is refused with the words there are', () => {
    const error = catalogError(() => wordParameter(ORDER, 'down\n'))
    expect(error.message).toBe('"order" must be asc or desc, but is "down\ufffd".')
    expect(error.help).toEqual({ parameter: 'order', suggestions: ['asc', 'desc'] })
  })
  test.each([
    ['descending', 'desc'],
    ['Ascending', 'asc'],
    ['DESK', 'desc'],
  ])('for %s, %s is suggested', (text, word) => {
    const error = catalogError(() => wordParameter(ORDER, text))
    expect(error.message).toBe(`"order" must be asc or desc, but is "${text}". Did you mean ${word}?`)
    expect(error.help).toEqual({ parameter: 'order', suggestions: [word] })
  })
})
