import { describe, expect, test } from 'bun:test'
import { TABLE_PARAMETERS } from '../../../../src/core/table-query/table-parameters.ts'
import { parseTableQuery, type TableQuery, tableShape } from '../../../../src/core/table-query/table-query.ts'
import { catalogError } from '../../../fixtures/thrown.ts'

const NAMES = ['pl_name', 'hostname', 'disc_year', 'pl_rade', 'pl_radj', 'sy_dist']
const SHAPE = tableShape('exoplanets', {
  columns: NAMES.map((name) => ({ name, type: 'text' })),
  defaultColumns: ['pl_name', 'hostname', 'pl_rade'],
})
const DEFAULTS: Omit<TableQuery, 'key'> = {
  page: 1,
  limit: 50,
  sortBy: null,
  order: 'asc',
  columns: ['pl_name', 'hostname', 'pl_rade'],
  filter: null,
  conditions: [],
  cone: null,
  format: 'json',
  isDownload: false,
}
const parse = (query: string): TableQuery => parseTableQuery(SHAPE, query)

describe('a table read is parsed to one canonical query', () => {
  const cases: readonly (readonly [string, Partial<TableQuery>])[] = [
    ['', {}],
    ['page=&limit=&sort_by=&order=&columns=&filter=', {}],
    ['page=3&limit=7', { page: 3, limit: 7 }],
    ['limit=0', { limit: 0 }],
    ['limit=1000', { limit: 1000 }],
    ['limit=99999999999999999999', { limit: 1000 }],
    ['page=9007199254740991', { page: 9007199254740991 }],
    ['page=99999999999999999999', { page: 9007199254740991 }],
    ['sort_by=sy_dist', { sortBy: 'sy_dist' }],
    ['sort_by=+sy_dist+&order=DESC', { sortBy: 'sy_dist', order: 'desc' }],
    ['order=desc', {}],
    ['sort_by=+', {}],
    ['columns=sy_dist', { columns: ['sy_dist'] }],
    ['columns=+sy_dist+,+pl_name', { columns: ['sy_dist', 'pl_name'] }],
    ['columns=sy_dist,pl_name,sy_dist', { columns: ['sy_dist', 'pl_name'] }],
    ['columns=,sy_dist,,pl_name,', { columns: ['sy_dist', 'pl_name'] }],
    ['columns=sy_dist%2Cpl_name', { columns: ['sy_dist', 'pl_name'] }],
    ['columns=,,+,', {}],
    ['columns=*', { columns: NAMES }],
    ['columns=sy_dist,*', { columns: ['sy_dist', 'pl_name', 'hostname', 'disc_year', 'pl_rade', 'pl_radj'] }],
    ['filter=+Kepler-22+', { filter: 'KEPLER-22' }],
    ['filter=%20', {}],
    ['_=17&utm_campaign=x&page=2', { page: 2 }],
  ]
  for (const [query, expected] of cases)
    test(`${JSON.stringify(query)} differs from the default by ${JSON.stringify(expected)}`, () => {
      const { key: _, ...rest } = parse(query)
      expect(rest).toEqual({ ...DEFAULTS, ...expected })
    })
})

test('of many stars only the first goes through the columns', () => {
  let walks = 0
  const allColumns = new Proxy(NAMES, {
    get(names, key) {
      if (key === Symbol.iterator) walks += 1
      return Reflect.get(names, key)
    },
  })
  const { columns } = parseTableQuery({ ...SHAPE, allColumns }, `columns=sy_dist${',*'.repeat(1_000)}`)
  expect(columns).toEqual(['sy_dist', 'pl_name', 'hostname', 'disc_year', 'pl_rade', 'pl_radj'])
  expect(walks).toBe(1)
})

describe('a table read that is wrong is refused by name, with the way out', () => {
  const cases = [
    ['page=0', 'invalid_parameter', 'page', '"page" must be at least 1, but is "0".'],
    ['page=-1', 'invalid_parameter', 'page', 'must be at least 1'],
    ['page=1.5', 'invalid_parameter', 'page', 'must be an integer'],
    ['limit=-1', 'invalid_parameter', 'limit', 'must be at least 0'],
    ['limit=ten', 'invalid_parameter', 'limit', '"limit" must be an integer in decimal digits, but is "ten"'],
    ['order=down', 'invalid_parameter', 'order', '"order" must be asc or desc, but is "down".'],
    ['order=down&sort_by=pl_name', 'invalid_parameter', 'order', 'asc or desc'],
    [
      'columns=pl_name,pl_radius',
      'unknown_column',
      'columns',
      'Table "exoplanets" has no column "pl_radius". Did you mean pl_rade or pl_radj?',
    ],
    ['columns=PL_NAME', 'unknown_column', 'columns', 'Did you mean pl_name?'],
    ['sort_by=pl_radius', 'unknown_column', 'sort_by', 'has no column "pl_radius". Did you mean'],
    ['sort_by=*', 'unknown_column', 'sort_by', 'has no column "*"'],
    ['sort_by=pl_rade,pl_name', 'unknown_column', 'sort_by', 'has no column "pl_rade,pl_name"'],
    ['sortby=pl_rade', 'unknown_parameter', 'sortby', 'Did you mean sort_by?'],
    ['filter=a&filter=b', 'repeated_parameter', 'filter', 'is repeated'],
  ] as const
  for (const [query, code, parameter, sentence] of cases)
    test(`${query} is ${code}`, () => {
      const error = catalogError(() => parse(query))
      expect(error.code).toBe(code)
      expect(error.help.parameter).toBe(parameter)
      expect(error.message).toContain(sentence)
    })
  test('the nearest columns are listed apart from the sentence', () => {
    expect(catalogError(() => parse('columns=pl_radius')).help.suggestions).toEqual(['pl_rade', 'pl_radj'])
  })
})

describe('the key is equal exactly where the answer is', () => {
  const same: readonly (readonly [string, string])[] = [
    ['', 'page=1&limit=50&order=ASC&columns=pl_name,hostname,pl_rade'],
    ['limit=1000', 'limit=5000'],
    ['filter=kepler', 'filter=+KEPLER+'],
    ['columns=*', `columns=${NAMES.join(',')}`],
    ['limit=5&page=2', 'page=02&limit=5&_=1'],
    ['order=desc', ''],
  ]
  for (const [one, other] of same)
    test(`${JSON.stringify(one)} and ${JSON.stringify(other)} are the same`, () => {
      expect(parse(one).key).toBe(parse(other).key)
    })

  test('different requests have different keys', () => {
    const queries = [
      '', 'page=2', 'limit=2', 'sort_by=pl_name', 'sort_by=pl_name&order=desc', 'sort_by=hostname', 'columns=pl_name',
      'columns=hostname,pl_name,pl_rade', 'filter=1', 'filter=%7C', 'filter=%7C%7C', 'columns=*', 'page=12', 'page=1&limit=250',
    ] // biome-ignore format: a list
    expect(new Set(queries.map((query) => parse(query).key)).size).toBe(queries.length)
    const hosts = tableShape('stellarhosts', {
      columns: [{ name: 'hostname', type: 'text' }],
      defaultColumns: ['hostname'],
    })
    expect(parseTableQuery(hosts, '').key).not.toBe(parseTableQuery({ ...hosts, name: 'exoplanets' }, '').key)
  })
})

test('the parameter table states the limits of the contract', () => {
  expect(TABLE_PARAMETERS.map(({ name, default: value }) => [name, value])).toEqual([
    ['page', 1],
    ['limit', 50],
    ['sort_by', null],
    ['order', 'asc'],
    ['columns', null],
    ['filter', null],
    ['cone', null],
    ['format', null],
    ['download', null],
  ])
  expect(TABLE_PARAMETERS.find(({ name }) => name === 'limit')).toMatchObject({
    minimum: 0,
    maximum: 1000,
  })
})

test('reads of other cones, formats or conditions have other keys', () => {
  const shape = tableShape('exoplanets', {
    columns: [
      ...NAMES.map((name) => ({ name, type: 'text' as const })),
      ...['ra', 'dec'].map((name) => ({ name, type: 'real' as const })),
    ],
    defaultColumns: ['pl_name'],
  })
  const queries = ['', 'cone=10,20,1', 'cone=10,20,2', 'cone=11,20,1', 'format=csv', 'format=csv&cone=10,20,1', 'download=1', 'pl_name=a', 'pl_name=b', 'hostname=a', 'filter=a', 'page=2', 'limit=2', 'sort_by=ra', 'sort_by=ra&order=desc', 'columns=ra'] // biome-ignore format: a list
  const keys = queries.map((query) => parseTableQuery(shape, query).key)
  expect(new Set(keys).size).toBe(queries.length)
  expect(parseTableQuery(shape, 'cone=10.0,20,1').key).toBe(keys[1]!)
})
