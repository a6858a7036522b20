import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { CatalogError } from '../../../../src/core/errors.ts'
import { parseTableQuery, type TableQuery, tableShape } from '../../../../src/core/table-query/table-query.ts'
import type { ColumnType } from '../../../../src/format/column.ts'
import { catalogError } from '../../../fixtures/thrown.ts'

const COLUMNS: readonly (readonly [string, ColumnType])[] = [
  ['pl_name', 'text'],
  ['hostname', 'text'],
  ['disc_year', 'integer'],
  ['pl_rade', 'real'],
  ['limit', 'real'],
  ['odd__gt', 'real'],
  ['ra', 'real'],
  ['dec', 'real'],
]
const shapeOf = (columns: typeof COLUMNS) =>
  tableShape('exoplanets', {
    rows: 10,
    names: 5,
    columns: columns.map(([name, type]) => ({ name, type })),
    defaultColumns: ['pl_name', 'hostname', 'pl_rade'],
    date: null,
    hosts: 1,
    hostsNotInOther: 0,
  } as Parameters<typeof tableShape>[1])
const SHAPE = shapeOf(COLUMNS)
const parse = (query: string): TableQuery => parseTableQuery(SHAPE, query)

describe('conditions are parsed to canonical ones', () => {
  test.each<[string, TableQuery['conditions']]>([
    ['pl_rade=1.5', [{ column: 'pl_rade', kind: 'compare', operator: 'eq', value: 1.5 }]],
    ['pl_rade__eq=1.50', [{ column: 'pl_rade', kind: 'compare', operator: 'eq', value: 1.5 }]],
    ['pl_rade__lt=-.5e1', [{ column: 'pl_rade', kind: 'compare', operator: 'lt', value: -5 }]],
    ['pl_rade=-0', [{ column: 'pl_rade', kind: 'compare', operator: 'eq', value: 0 }]],
    ['disc_year__gt=2015.5', [{ column: 'disc_year', kind: 'compare', operator: 'gt', value: 2015.5 }]],
    [
      'disc_year=9007199254740993',
      [{ column: 'disc_year', kind: 'compare', operator: 'eq', value: 9007199254740993n }],
    ],
    ['pl_name= 55+Cnc ', [{ column: 'pl_name', kind: 'compare', operator: 'eq', value: ' 55 Cnc ' }]],
    ['pl_name__contains=+KEPLER-22+', [{ column: 'pl_name', kind: 'text', where: 'contains', text: 'KEPLER-22' }]],
    ['pl_rade__startswith=1.', [{ column: 'pl_rade', kind: 'text', where: 'startswith', text: '1.' }]],
    ['pl_rade__between=1,2', [{ column: 'pl_rade', kind: 'between', low: 1, high: 2 }]],
    ['disc_year__in=2012, 2010,,2012', [{ column: 'disc_year', kind: 'in', values: [2010, 2012] }]],
    ['pl_name__in="a, ""b""",c', [{ column: 'pl_name', kind: 'in', values: ['a, "b"', 'c'] }]],
    ['pl_rade__isnull=1', [{ column: 'pl_rade', kind: 'isnull', isNull: true }]],
    ['limit__eq=3', [{ column: 'limit', kind: 'compare', operator: 'eq', value: 3 }]],
    ['odd__gt=3', [{ column: 'odd__gt', kind: 'compare', operator: 'eq', value: 3 }]],
    ['odd__gt__lt=3', [{ column: 'odd__gt', kind: 'compare', operator: 'lt', value: 3 }]],
    ['disc_year__gt=', []],
    ['disc_year__in=,', []],
    ['pl_name__contains=+', []],
    ['_pl_rade=1&utm_x=2', []],
  ])('%s', (query, conditions) => {
    expect(parse(query).conditions).toEqual(conditions)
  })

  test('in any order they are the same request', () => {
    const one = parse('pl_rade__gt=1&disc_year=2016&pl_name__in=b,a&cone=370,10,5')
    const other = parse('cone=10,10,5.0&pl_name__in=a,b&disc_year__eq=2016&pl_rade__gt=1.0')
    expect(other.key).toBe(one.key)
    expect(parse('pl_rade__gt=1').key).not.toBe(parse('pl_rade__gte=1').key)
    expect(parse('pl_name=1').key).not.toBe(parse('hostname=1').key)
  })
})

describe('what is wrong with a condition is named', () => {
  test.each([
    ['pl_rade__gt=big', 'invalid_parameter', 'pl_rade__gt', '"big"'],
    ['pl_rade=0x10', 'invalid_parameter', 'pl_rade', '"0x10"'],
    ['disc_year=+5', 'invalid_parameter', 'disc_year', '" 5"'],
    ['disc_year=1e999', 'invalid_parameter', 'disc_year', '"1e999"'],
    ['pl_rade__isnull=yes', 'invalid_parameter', 'pl_rade__isnull', '1 (null) or 0'],
    ['pl_rade__between=1', 'invalid_parameter', 'pl_rade__between', 'two values'],
    ['pl_rade__between=1,2,3', 'invalid_parameter', 'pl_rade__between', 'two values'],
    ['pl_name__in="a', 'invalid_parameter', 'pl_name__in', 'not closed'],
    ['pl_name__in="a"b', 'invalid_parameter', 'pl_name__in', 'comma'],
    ['pl_rade__less=1', 'invalid_parameter', 'pl_rade__less', 'Operators are'],
    ['pl_rad__lt=1', 'unknown_column', 'pl_rad__lt', 'pl_rade'],
    ['pl_rad=1', 'unknown_parameter', 'pl_rad', 'pl_rade'],
    ['lmit=1', 'unknown_parameter', 'lmit', 'limit'],
    ['a__b=1', 'unknown_parameter', 'a__b', 'a__b'],
    ['pl_rade=1&pl_rade__eq=2', 'repeated_parameter', 'pl_rade__eq', '"pl_rade" and "pl_rade__eq" are the same'],
    ['pl_rade=1&pl_rade=1', 'repeated_parameter', 'pl_rade', 'The condition "pl_rade" is repeated'],
    ['PL_RADE__GT=1', 'unknown_parameter', 'PL_RADE__GT', 'Did you mean pl_rade__gt?'],
    ['PL_RADE=1', 'unknown_parameter', 'PL_RADE', 'Did you mean pl_rade?'],
    ['pl_rade__gt=1&pl_rade__gt=1', 'repeated_parameter', 'pl_rade__gt', 'is repeated'],
    ['cone=1,2', 'invalid_parameter', 'cone', 'three numbers'],
    ['cone=1,91,2', 'invalid_parameter', 'cone', '91'],
    ['cone=1,2,181', 'invalid_parameter', 'cone', '181'],
    ['cone=1,2,-1', 'invalid_parameter', 'cone', '-1'],
    ['format=CSV', 'invalid_parameter', 'format', 'csv'],
    ['format=xlsx', 'invalid_parameter', 'format', '"xlsx"'],
    ['download=yes', 'invalid_parameter', 'download', '1 or 0'],
    ['limit=all', 'invalid_parameter', 'limit', 'csv'],
    ['limit=all&format=csv&page=2', 'invalid_parameter', 'page', 'limit=all'],
  ])('%s', (query, code, parameter, words) => {
    const error = catalogError(() => parse(query))
    expect(error.code as string).toBe(code)
    expect(error.help.parameter).toBe(parameter)
    expect(error.message).toContain(words)
  })

  test.each([
    ['disc_year=true', ['1'], []],
    ['disc_year__ne=No', ['0'], []],
    ['disc_year=2,010', ['2010'], []],
    ['disc_year=+2010', ['2010'], []],
    ['pl_rade=1,5', ['1.5'], ['pl_rade__in=1,5']],
    ['pl_rade__lt=1,5', ['1.5'], []],
    ['pl_rade__lt=1,500', ['1500', '1.500'], []],
    ['pl_rade__gt=−1.5', ['-1.5'], []],
    ['disc_year=2010,2015,2016', [], ['disc_year__in=2010,2015,2016']],
    ['disc_year=2010-2015', [], ['disc_year__between=2010,2015']],
    ['disc_year=2010..2015', [], ['disc_year__between=2010,2015']],
    ['disc_year=2015..2010', [], []],
    ['disc_year=>2010', [], ['disc_year__gt=2010']],
    ['disc_year=<=+2010', [], ['disc_year__lte=2010']],
    ['disc_year=gt.2010', [], ['disc_year__gt=2010']],
    ['disc_year=lte(2010)', [], ['disc_year__lte=2010']],
    ['disc_year=null', [], ['disc_year__isnull=1']],
    ['disc_year__ne=NULL', [], ['disc_year__isnull=0']],
    ['disc_year__gt=null', [], []],
    ['disc_year=twenty', [], []],
    ['disc_year__between=2010-2015', ['2010,2015'], []],
    ['disc_year__between=2010+to+2015', ['2010,2015'], []],
    ['disc_year__between=2010', [], []],
    ['disc_year__in=2010;2015', ['2010,2015'], []],
    ['pl_rade__isnull=true', ['1'], []],
    ['pl_rade__isnull=maybe', [], []],
    ['download=yes', ['1'], []],
    ['download=FALSE', ['0'], []],
    ['cone=290.2+47.9+2', ['290.2,47.9,2'], []],
    ['cone=47.9,290.2,2', ['290.2,47.9,2'], []],
    ['cone=91,-91,2', [], []],
    ['limit=ALL&format=csv', ['all'], []],
    ['limit=+20', ['20'], []],
    ['order=descending', ['desc'], []],
    ['pl_rade__le=1', ['lte'], []],
    ['pl_rade__like=1', ['contains'], []],
    ['pl_rade__lessthan=1', ['lt'], []],
    ['disc_year>=2010', ['disc_year__gte'], []],
    ['disc_year>2010', ['disc_year__gt'], []],
    ['disc_year%3C2010', ['disc_year__lt'], []],
    ['disc_year!=2010', ['disc_year__ne'], []],
    ['disc_year<>2010', ['disc_year__ne'], []],
    ['disc_year_gt=2010', ['disc_year__gt'], []],
    ['disc_year[lte]=2010', ['disc_year__lte'], []],
    ['disc_year.min=2010', ['disc_year__gte'], []],
  ])('%s: the values %j and the conditions %j are suggested', (query, values, conditions) => {
    const { message, help } = catalogError(() => parse(query))
    expect(help.suggestions ?? []).toEqual(values)
    const offered = /Did you mean (.+)\?/.exec(message)?.[1] ?? ''
    expect(offered).toBe([...values, ...conditions].join(' or '))
    for (const condition of conditions) expect(parse(condition).conditions.length).toBe(1)
  })

  test('a suggested value is a valid one, whatever was sent', () => {
    const part = fc.constantFrom(...'0125+-.,;:|<>=()eE −'.split(''), '2010', 'to', 'gt.', 'true', 'null', ' ')
    const text = fc.array(part, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''))
    const name = fc.constantFrom('disc_year', 'pl_rade', 'disc_year__ne', 'pl_rade__lt', 'disc_year__between', 'pl_rade__in', 'pl_rade__isnull', 'cone', 'limit', 'page', 'download') // biome-ignore format: a list
    let suggested = 0
    fc.assert(
      fc.property(name, text, (parameter, value) => {
        try {
          parse(new URLSearchParams([[parameter, value]]).toString())
        } catch (error) {
          if (!(error instanceof CatalogError)) throw error
          for (const meant of error.help.suggestions ?? []) {
            parse(new URLSearchParams([[parameter, meant]]).toString())
            suggested += 1
          }
        }
      }),
      { numRuns: 10_000 },
    )
    expect(suggested).toBeGreaterThan(5)
  })

  test('a cone on a table without positions', () => {
    const bare = shapeOf(COLUMNS.filter(([name]) => name !== 'dec'))
    expect(catalogError(() => parseTableQuery(bare, 'cone=1,2,3')).message).toContain('ra and dec')
  })
})

test.each([
  'page=x',
  'limit=-1',
  'order=up',
  'format=cvs',
  'download=2',
  'cone=1,2',
  'pl_rade__gt=big',
  'pl_rade__isnull=2',
  'pl_rade__between=1',
])('a value that cannot be used is described in the same words everywhere: %s', (query) => {
  const [name, value] = query.split('=') as [string, string]
  const { message } = catalogError(() => parse(query))
  expect(message).toMatch(new RegExp(`^"${name}" must be .+, but is "${RegExp.escape(value)}"\\.`))
})
