/** @jsxImportSource preact */
import { describe, expect, test } from 'bun:test'
import { renderToString } from 'preact-render-to-string'
import {
  adsPapers,
  columnPath,
  comparePath,
  hostPath,
  objectPath,
  planetPath,
  queryPath,
  queryString,
  resolvePath,
  rowsPath,
  sharedPicture,
} from '../../../../src/pages/components/addresses.ts'
import { inSentence, labelOf } from '../../../../src/pages/components/labels.ts'
import { ReferenceLink, referenceLabel } from '../../../../src/pages/components/reference-link.tsx'
import { Unit, unitWords } from '../../../../src/pages/components/unit.tsx'
import { createSite, rootFrom } from '../../../../src/pages/frame/site.ts'
import { groupedDigits, numberDigits, roundedDigits, superscript } from '../../../../src/units/typeset-numbers.ts'
import { FAKE_MANIFEST } from '../../../fixtures/servers/fake-catalog.ts'

test.each([
  [0, '0'],
  [-1.5, '−1.5'],
  [6e-7, '0.0000006'],
  [-1.25e-7, '−0.000000125'],
  [1e-9, '0.000000001'],
  [1.5e-9, '0.0000000015'],
  [9.99e-10, '9.99 × 10⁻¹⁰'],
  [1e21, '1 × 10²¹'],
  [-2.5e22, '−2.5 × 10²²'],
  [123_456_789, '123456789'],
])('%d is typeset as %s', (value, typeset) => {
  expect(numberDigits(value).replaceAll('\u202f', ' ')).toBe(typeset)
})

test('computed numbers have five digits, counts have groups of three', () => {
  expect([1.234_56, 0.000_123_456, 123_456, 99_999.9].map(roundedDigits)).toEqual([
    '1.2346',
    '0.00012346',
    '123460',
    '100000',
  ])
  expect([0, 999, 1_000, 12_345, 1_234_567].map(groupedDigits)).toEqual(['0', '999', '1,000', '12,345', '1,234,567'])
  expect([0, -12, 305].map(superscript)).toEqual(['⁰', '⁻¹²', '³⁰⁵'])
})

test.each([
  [{ name: 'pl_rade', description: 'x' }, 'Radius'],
  [{ name: 'own', description: 'Some words [Earth radius]' }, 'Some words'],
  [{ name: 'own', description: 'A [b] c' }, 'A [b] c'],
  [{ name: 'own', description: '  ' }, 'own'],
  [{ name: 'own', description: '[K]' }, 'own'],
  [{ name: 'own', description: 'x'.repeat(60) }, 'x'.repeat(60)],
  [{ name: 'own', description: 'x'.repeat(61) }, 'own'],
  [{ name: 'own' }, 'own'],
  [{ name: 'toString' }, 'toString'],
])('%o is labeled %s', (column, label) => {
  expect(labelOf(column)).toBe(label)
})

test('a label in a sentence begins with a small letter, unless it is an abbreviation', () => {
  expect(['Radius', 'RA', 'V magnitude', 'HD', 'Mass or M sin i'].map(inSentence)).toEqual([
    'radius',
    'RA',
    'V magnitude',
    'HD',
    'mass or M sin i',
  ])
})

test('addresses are encoded', () => {
  expect(planetPath('a b/c+d')).toBe('/exoplanets/a%20b%2Fc%2Bd')
  expect(hostPath('55 Cnc')).toBe('/stellarhosts/55%20Cnc')
  expect([objectPath('planet', 'x'), objectPath('host', 'x')]).toEqual(['/exoplanets/x', '/stellarhosts/x'])
  expect(comparePath(['a b', 'c,d'])).toBe('/compare?names=a+b,%22c,d%22')
  expect(columnPath('t/u', 'c d')).toBe('/columns/t%2Fu/c%20d')
  expect(queryString([])).toBe('')
  expect(
    queryString([
      ['a b', 'c&d'],
      ['e', '+~*'],
    ]),
  ).toBe('?a+b=c%26d&e=%2B~*')
  expect(rowsPath('exoplanets', 'a b')).toBe('/rest/exoplanets?pl_name=a+b&columns=*')
  expect(rowsPath('stellarhosts', 'a')).toBe('/rest/stellarhosts?hostname=a&columns=*')
  expect([queryPath('SELECT 1'), queryPath('SELECT 1', 'csv')]).toEqual([
    '/rest/query?sql=SELECT+1',
    '/rest/query?sql=SELECT+1&format=csv',
  ])
  expect(resolvePath('é')).toBe('/rest/resolve?name=%C3%A9')
  expect(adsPapers('a "b"')).toBe('https://ui.adsabs.harvard.edu/search/q=object%3A%22a%20b%22&sort=date%20desc')
  expect(sharedPicture('a b')).toEqual({ width: 1_200, height: 630, path: '/share/exoplanets/a%20b.png' })
})

describe('a page', () => {
  test.each([
    ['/', './'],
    ['/sql', './'],
    ['/exoplanets/x', '../'],
    ['/columns/exoplanets/ra', '../../'],
    ['', './'],
  ])('at %j finds the root at %s', (path, root) => {
    expect(rootFrom(path)).toBe(root)
  })

  test('links relatively, and tells others its public address', () => {
    const options = { path: '/exoplanets/x', manifest: FAKE_MANIFEST, ownAddress: 'http://127.0.0.1:80', hasMcp: true }
    const own = createSite({ ...options, baseUrl: undefined })
    expect([own.href('/'), own.href('/sql'), own.address('/sql'), own.base]).toEqual([
      '../',
      '../sql',
      '../sql',
      'http://127.0.0.1:80',
    ])
    const known = createSite({ ...options, baseUrl: 'https://example.org/a' })
    expect([known.href('/sql'), known.address('/sql'), known.base]).toEqual([
      '../sql',
      'https://example.org/a/sql',
      'https://example.org/a',
    ])
  })
})

describe('a reference', () => {
  const html = '<a refstr=A href=https://example.org/a target=ref>Some et al. 2020</a>'
  test('is a link only to a web page', () => {
    const link = renderToString(<ReferenceLink html={html} />)
    expect(link).toContain('href="https://example.org/a"')
    expect(link.replaceAll(/<[^>]*>/g, '')).toBe('Some et al. 2020')
    expect(renderToString(<ReferenceLink html={html.replace('https:', 'javascript:')} />)).not.toContain('href')
  })

  test('that is missing is told, with the number of its row counted from 1', () => {
    const told = (cell: string | number | null | undefined, rowNumber?: number): string =>
      renderToString(<ReferenceLink html={cell} {...(rowNumber === undefined ? {} : { rowNumber })} />).replaceAll(
        /<[^>]*>/g,
        '',
      )
    expect([told(undefined), told(null), told('  '), told(5)]).toEqual(new Array(4).fill('no reference'))
    expect([told(null, 0), told('', 4)]).toEqual(['row 1, no reference', 'row 5, no reference'])
    expect(referenceLabel('<a href=https://example.org/a></a>')).toBe('reference')
    expect([referenceLabel(null), referenceLabel(' '), referenceLabel(html)]).toEqual([
      'no reference',
      'no reference',
      'Some et al. 2020',
    ])
  })
})

test('a unit is typeset with its words', () => {
  expect(renderToString(<Unit unit={undefined} />)).toBe('')
  expect(unitWords(undefined)).toBe('')
  const html = renderToString(<Unit unit="Rearth" />)
  expect(html).toContain('<sub>⊕</sub>')
  expect(html).toContain(`title="${unitWords('Rearth')}"`)
  expect(renderToString(<Unit unit="day" />)).not.toContain('<sub>')
})
