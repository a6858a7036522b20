import { expect, test } from 'bun:test'
import { CatalogError } from '../../../../src/core/errors.ts'
import { aliasDocument, lookUp } from '../../../../src/http/archive-addresses/alias-lookup.ts'
import { oldApiQuery, placedInParameter } from '../../../../src/http/archive-addresses/old-api.ts'
import { readParameters } from '../../../../src/http/tap/parameters.ts'
import { catalogError } from '../../../fixtures/thrown.ts'

const read = (query: string) => oldApiQuery(readParameters(query))

test.each([
  ['table=cumulative', 'SELECT * FROM cumulative'],
  ['table=ps&select=pl_name,ra', 'SELECT pl_name,ra FROM ps'],
  ['table=ps&where=ra>1', 'SELECT * FROM ps WHERE ra>1'],
  ['table=ps&where=ra>1 order by ra', 'SELECT * FROM ps WHERE ra>1 order by ra'],
  ['table=ps&order=ra desc', 'SELECT * FROM ps ORDER BY ra desc'],
  ['table=exoplanets', 'SELECT * FROM ps WHERE default_flag = 1'],
  ['table=EXOPLANETS&where=ra>1&order=ra', 'SELECT * FROM ps WHERE (default_flag = 1) AND (ra>1) ORDER BY ra'],
  [
    'table=ps&ra=10&dec=-5.5&radius=1',
    "SELECT * FROM ps WHERE 1 = CONTAINS(POINT('ICRS', ra, dec), CIRCLE('ICRS', 10, -5.5, 1))",
  ],
  [
    'table=exoplanets&ra=1e1&dec=5&radius=2 arcmin&where=x=1',
    "SELECT * FROM ps WHERE (default_flag = 1) AND (1 = CONTAINS(POINT('ICRS', ra, dec), CIRCLE('ICRS', 1e1, 5, 2 arcmin))) AND (x=1)",
  ],
  ['table=ps&ra=&dec=&radius=', 'SELECT * FROM ps'],
  ['table=ps&where=a>1,b<2', 'SELECT * FROM ps WHERE (a>1) AND (b<2)'],
  [
    "table=ps&where=a like 'x'&where=b>1,c<2&order=b",
    "SELECT * FROM ps WHERE (a like 'x') AND (b>1) AND (c<2) ORDER BY b",
  ],
  ["table=ps&where=a in (1,2), b='x,y', ", "SELECT * FROM ps WHERE (a in (1,2)) AND (b='x,y')"],
  ['table=ps&where=a>1 order by a,b', 'SELECT * FROM ps WHERE a>1 order by a,b'],
  ['table=ps&where=a>1&where=a>1', 'SELECT * FROM ps WHERE a>1'],
  ['table=ps&where=', 'SELECT * FROM ps'],
  [
    'table=ps&ra=1&dec=2&radius=30 minutes',
    "SELECT * FROM ps WHERE 1 = CONTAINS(POINT('ICRS', ra, dec), CIRCLE('ICRS', 1, 2, 30 arcmin))",
  ],
  [
    'table=ps&ra=1&dec=2&radius=5Seconds',
    "SELECT * FROM ps WHERE 1 = CONTAINS(POINT('ICRS', ra, dec), CIRCLE('ICRS', 1, 2, 5arcsec))",
  ],
])('%s is %s', (query, sql) => {
  expect(read(query).query).toBe(sql)
})

test.each([
  ['', 'csv'],
  ['&format=csv', 'csv'],
  ['&format=ASCII', 'ipac'],
  ['&format=ipac', 'ipac'],
  ['&format=table', 'xml'],
  ['&format=xml', 'xml'],
  ['&format=votable', 'xml'],
  ['&format=json', 'json'],
  ['&format=bar', 'bar'],
  ['&format=bar-delimited', 'bar'],
  ['&format=pipe-delimited', 'bar'],
  ['&format=tab', 'tsv'],
  ['&format=TAB-delimited', 'tsv'],
  ['&format=tsv', 'tsv'],
] as const)('the format of %j is %s', (query, format) => {
  expect(read(`table=ps${query}`).format).toBe(format as never)
})

test.each([
  ['', 'missing_parameter', 'table'],
  ['table=', 'missing_parameter', 'table'],
  ['table=a b', 'invalid_parameter', 'table'],
  ['table=ps;x', 'invalid_parameter', 'table'],
  ['table=a.b.c', 'invalid_parameter', 'table'],
  ['table=ps&ra=10&dec=5', 'missing_parameter', 'radius'],
  ['table=ps&ra=10&radius=5', 'missing_parameter', 'dec'],
  ['table=ps&radius=5', 'missing_parameter', 'ra'],
  ['table=ps&ra=x&dec=1&radius=1', 'invalid_parameter', 'ra'],
  ['table=ps&ra=1&dec=1)&radius=1', 'invalid_parameter', 'dec'],
  ['table=ps&ra=1&dec=1&radius=-1', 'invalid_parameter', 'radius'],
  ['table=ps&ra=1&dec=1&radius=1 ) OR (1', 'invalid_parameter', 'radius'],
])('%j is refused', (query, code, parameter) => {
  const error = catalogError(() => read(query))
  expect([error.code, error.help.parameter]).toEqual([code as never, parameter])
})

test('a fault names the parameter and the place in it', () => {
  const composed = read('table=exoplanets&select=pl_name,nope&where=ra > 1&order=dec')
  const faultAt = (text: string, message = 'Wrong. (line 1, column 9)') => {
    const position = text === '' ? composed.query.length : composed.query.indexOf(text)
    const placed = placedInParameter(new CatalogError('invalid_sql', message, { position }), composed) as CatalogError
    return [placed.message, placed.help.parameter, placed.help.position]
  }
  expect(faultAt('nope')).toEqual(['Wrong. ("select", character 9)', 'select', undefined])
  expect(faultAt('> 1')).toEqual(['Wrong. ("where", character 4)', 'where', undefined])
  expect(faultAt(') ORDER')).toEqual(['Wrong. ("where", character 7)', 'where', undefined])
  expect(faultAt('dec')).toEqual(['Wrong. ("order", character 1)', 'order', undefined])
  expect(faultAt('')).toEqual(['Wrong. ("order", character 4)', 'order', undefined])
  expect(faultAt('nope', 'Too long.')[0]).toBe('Too long.')
  const other = new CatalogError('query_timeout', 'Too slow.')
  expect(placedInParameter(other, composed)).toBe(other)
})

test.each(['constructor', 'toString', '__proto__'])(
  '%s, which every object has, is neither a format nor a unit',
  (word) => {
    expect(() => read(`table=ps&format=${word}`)).toThrow(
      `"FORMAT" must be csv, json, ipac, xml, bar or tab, but is "${word}".`,
    )
    if (/^[a-z]+$/i.test(word))
      expect(read(`table=ps&ra=1&dec=2&radius=3${word}`).query).toContain(`CIRCLE('ICRS', 1, 2, 3${word})`)
  },
)

test('an unknown format is refused with the formats of this API', () => {
  expect(catalogError(() => read('table=ps&format=xlsx')).message).toBe(
    '"FORMAT" must be csv, json, ipac, xml, bar or tab, but is "xlsx".',
  )
})

const SYSTEM = {
  resolved: 'A b',
  host: { name: 'A', aliases: ['A', 'HD 1', 'HIP 2'] },
  planets: [
    { name: 'A b', aliases: ['A b'] },
    { name: 'A c', aliases: ['A c', 'KOI-1.02'] },
  ],
}

test('a name is looked up in each reading until one is found', () => {
  const asked: string[] = []
  const systemOf = (name: string) => {
    asked.push(name)
    return name === 'A b' ? SYSTEM : undefined
  }
  expect(lookUp({ systemOf }, ['A+b', 'A b', 'x'])).toBe(SYSTEM)
  expect(asked).toEqual(['A+b', 'A b'])
  expect(lookUp({ systemOf }, ['x', 'y'])).toBeUndefined()
  expect(lookUp({ systemOf }, [])).toBeUndefined()
})

test('an alias document has all names of a system with their numbers', () => {
  const { manifest, system } = aliasDocument('ab', SYSTEM) as Record<'manifest' | 'system', never>
  expect(manifest as unknown).toEqual({
    requested_name: 'ab',
    resolved_name: 'A b',
    system_name: 'A',
    lookup_status: 'OK',
  })
  const star = { alias_set: { item_count: 3, default_name: 'A', aliases: ['A', 'HD 1', 'HIP 2'] } }
  expect(system as unknown).toEqual({
    system_info: star,
    objects: {
      stellar_set: { item_count: 1, stars: { A: { is_host: true, ...star } } },
      planet_set: {
        item_count: 2,
        planets: {
          'A b': { alias_set: { item_count: 1, default_name: 'A b', aliases: ['A b'] } },
          'A c': { alias_set: { item_count: 2, default_name: 'A c', aliases: ['A c', 'KOI-1.02'] } },
        },
      },
    },
  })
  expect(aliasDocument('zz', undefined)).toEqual({
    manifest: { requested_name: 'zz', resolved_name: null, system_name: null, lookup_status: 'System Not Found' },
  })
})
