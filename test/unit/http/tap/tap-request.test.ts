import { describe, expect, test } from 'bun:test'
import { readParameters, type TapParameters } from '../../../../src/http/tap/parameters.ts'
import { MAX_ROWS, readFormat, readMaxRows, readTapQuery, single } from '../../../../src/http/tap/tap-request.ts'
import { catalogError } from '../../../fixtures/thrown.ts'

const given = (form: Readonly<Record<string, string>> | string): TapParameters =>
  readParameters(typeof form === 'string' ? form : new URLSearchParams(form).toString())

describe('the format', () => {
  test.each([
    ['votable', 'binary2'],
    ['VOTable/TD', 'tabledata'],
    ['application/x-votable+xml; serialization="TABLEDATA"', 'tabledata'],
    ['application/x-votable+xml;serialization=BINARY2;charset=utf-8', 'binary2'],
    ['application/xml', 'xml'],
    ['text/csv; header=present', 'csv'],
    ['TSV', 'tsv'],
    ['text/tab-separated-values', 'tsv'],
    [' json ', 'json'],
    ['text/plain; charset=UTF-8', 'ipac'],
  ] as const)('%s is %s', (name, format) => {
    expect(readFormat(given({ FORMAT: name }))).toBe(format)
    expect(readFormat(given({ responseformat: name }), 'xml')).toBe(format)
  })

  test('whose plus sign was not encoded is the same', () => {
    expect(readFormat(given('FORMAT=application/x-votable+xml'))).toBe('binary2')
    expect(readFormat(given('FORMAT=application/x-votable+xml;serialization=tabledata'))).toBe('tabledata')
  })

  test('is that of RESPONSEFORMAT where both are given, and a default where neither has a value', () => {
    expect(readFormat(given({ FORMAT: 'csv', RESPONSEFORMAT: 'tsv' }))).toBe('tsv')
    expect(readFormat(given({ RESPONSEFORMAT: 'tsv', FORMAT: 'csv' }))).toBe('tsv')
    expect(readFormat(given({}))).toBe('binary2')
    expect([readFormat(given({}), 'xml'), readFormat(given('FORMAT='), 'xml')]).toEqual(['xml', 'xml'])
  })

  test('that is none is refused under the name that it was given by, with those that there are', () => {
    for (const name of ['FORMAT', 'RESPONSEFORMAT']) {
      const { code, message, help } = catalogError(() => readFormat(given({ [name]: 'xlsx' })))
      expect(code).toBe('invalid_parameter')
      expect(message).toContain('xlsx')
      expect(help.parameter).toBe(name)
      for (const suggestion of help.suggestions!) readFormat(given({ FORMAT: suggestion }))
    }
  })
})

test('MAXREC is a number of rows, of which there is a most', () => {
  expect([undefined, '0', '7', '007', `${MAX_ROWS}`, `${MAX_ROWS + 1}`, '9'.repeat(40)].map(readMaxRows)).toEqual([
    MAX_ROWS,
    0,
    7,
    7,
    MAX_ROWS,
    MAX_ROWS,
    MAX_ROWS,
  ])
  expect(['-1', '-5.5', '1.9', '10.0', '1e3'].map(readMaxRows)).toEqual([MAX_ROWS, MAX_ROWS, 1, 10, 1000])
  for (const value of ['all', '1,000', '0x10', 'NaN', 'Infinity'])
    expect(catalogError(() => readMaxRows(value)).help.parameter).toBe('MAXREC')
})

describe('a parameter', () => {
  test('that is repeated is one value if it is the same each time', () => {
    expect(single(given('LANG=ADQL&lang=ADQL&LANG='), 'LANG')).toBe('ADQL')
    expect(catalogError(() => single(given('LANG=ADQL&lang=PQL'), 'LANG'))).toMatchObject({
      code: 'repeated_parameter',
      help: { parameter: 'LANG' },
    })
  })

  test('without a value is absent; of the query every blank stays', () => {
    expect(single(given('LANG=%20'), 'LANG')).toBeUndefined()
    expect(single(given({ LANG: ' ADQL ' }), 'LANG')).toBe('ADQL')
    expect(single(given({ QUERY: '\n select 1 ' }), 'QUERY')).toBe('\n select 1 ')
  })
})

describe('a request', () => {
  test('needs a query, and takes what else is in order', () => {
    const query = { QUERY: 'select 1' }
    for (const more of [{}, { REQUEST: 'doQuery' }, { request: 'DOQUERY', LANG: 'adql-2.1', UPLOAD: '', OTHER: 'x' }])
      expect(readTapQuery(given({ ...query, ...more }))).toEqual({
        query: 'select 1',
        format: 'binary2',
        maxRows: MAX_ROWS,
      })
    expect(readTapQuery(given({ ...query, MAXREC: '3', FORMAT: 'csv' }))).toMatchObject({ format: 'csv', maxRows: 3 })
  })

  test.each([
    [{}, 'missing_parameter', 'QUERY'],
    [{ QUERY: ' ' }, 'missing_parameter', 'QUERY'],
    [{ QUERY: 'select 1', REQUEST: 'getCapabilities' }, 'invalid_parameter', 'REQUEST'],
    [{ QUERY: 'select 1', LANG: 'PQL' }, 'invalid_parameter', 'LANG'],
    [{ QUERY: 'select 1', UPLOAD: 'a,http://localhost/' }, 'invalid_parameter', 'UPLOAD'],
    [{ QUERY: 'select 1', MAXREC: 'all' }, 'invalid_parameter', 'MAXREC'],
  ] as const)('%p is refused', (form, code, parameter) => {
    expect(catalogError(() => readTapQuery(given(form)))).toMatchObject({ code, help: { parameter } })
  })
})
