import { expect, test } from 'bun:test'
import type { Column } from '../../../src/format/column.ts'
import { xmlAttribute, xmlText } from '../../../src/formats/xml.ts'
import { foldVariants, groupByTopic } from '../../../src/objects/column-groups.ts'
import { ADDED_OPERATORS, conditionWords, submittedForm } from '../../../src/pages/conditions/added-condition.ts'
import { addressOfForm } from '../../../src/pages/own-plot/form-address.ts'

const column = (name: string, more: Partial<Column> = {}): Column => ({ name, type: 'real', ...more })

test('columns are grouped by topic, in a fixed order of topics', () => {
  const names = [
    'ra',
    'pl_rade',
    'zzz',
    'st_teff',
    'pl_name',
    'sy_vmag',
    'sy_snum',
    'default_flag',
    'disc_year',
    'tran_flag',
    'pl_refname',
    'sy_dist',
    'xray',
    'pl_bmasse',
    'hd_name',
  ]
  expect(groupByTopic(names, (name) => name)).toEqual([
    ['Names and catalog numbers', ['pl_name', 'hd_name']],
    ['Which row to use', ['default_flag', 'pl_refname']],
    ['Discovery', ['disc_year', 'tran_flag']],
    ['Planet', ['pl_rade', 'pl_bmasse']],
    ['Star', ['st_teff']],
    ['System', ['sy_snum', 'sy_dist']],
    ['Magnitudes of the system', ['sy_vmag']],
    ['Position on the sky', ['ra']],
    ['Other', ['zzz', 'xray']],
  ])
  expect(groupByTopic([], String)).toEqual([])
})

test('companions are folded into their column, and only if that exists', () => {
  const columns = ['pl_rade', 'pl_radeerr1', 'pl_radeerr2', 'pl_radelim', 'pl_eqtlim', 'ra', 'limit'].map((name) =>
    column(name),
  )
  expect(foldVariants(columns).map(({ column: { name }, variants }) => [name, [...variants].sort()])).toEqual([
    ['pl_rade', ['err1', 'err2', 'lim']],
    ['pl_eqtlim', []],
    ['ra', []],
    ['limit', []],
  ])
})

const KNOWN = {
  columns: ['ra', 'rastr', 'pl_radj', 'pl_rade', 'st_rad', 'sy_dist', 'discoverymethod'].map((name) => column(name)),
  preferred: ['pl_rade'],
}
const form = (query: string) => submittedForm(new URLSearchParams(query), KNOWN)

test.each([
  ['sy_dist', 'sy_dist'],
  ['SY_DIST', 'sy_dist'],
  ['distance', 'sy_dist'],
  ['Discovery  method', 'discoverymethod'],
  // Several columns have these labels; one of them is preferred, or none.
  ['radius', 'pl_rade'],
  ['Right ascension', 'Right ascension'],
  ['size', 'size'],
])('the column %s of a form is %s', (typed, meant) => {
  expect(form(`${new URLSearchParams({ condition_column: typed, condition_value: '5' })}`)?.added?.column).toBe(meant)
})

test.each([
  ['a=1', undefined],
  ['condition_column=&condition_value=5&a=1', { others: [['a', '1']], added: undefined }],
  ['condition_column=ra&condition_value=+&a=1', { others: [['a', '1']], added: undefined }],
  ['condition_column=+ra+&condition_value=+5+', { others: [], added: { column: 'ra', parameter: ['ra', '5'] } }],
  [
    'condition_column=ra&condition_operator=eq&condition_value=5&ra=4&ra__gt=3',
    { others: [['ra__gt', '3']], added: { column: 'ra', parameter: ['ra', '5'] } },
  ],
  [
    'condition_column=ra&condition_operator=gt&condition_value=5&ra=4&ra__gt=3',
    { others: [['ra', '4']], added: { column: 'ra', parameter: ['ra__gt', '5'] } },
  ],
])('the form %s', (query, submitted) => {
  expect(form(query)).toEqual(submitted as ReturnType<typeof form>)
})

test('a condition is worded with its column, unit and comparison', () => {
  const columns = [column('pl_rade', { unit: 'Rearth' }), column('own')]
  const words = (name: string): string => conditionWords(name, columns)
  expect(words('pl_rade')).toBe('Radius (R⊕) =')
  expect(words('pl_rade__gte')).toBe('Radius (R⊕) ≥')
  expect(words('own__isnull')).toBe('own has no value')
  expect(words('own__foo')).toBe('own__foo')
  expect(words('other__gt')).toBe('other__gt')
  expect(ADDED_OPERATORS.map(([operator]) => operator)).not.toContain('isnull')
  expect(ADDED_OPERATORS).toHaveLength(11)
})

const TABLES = {
  exoplanets: [column('pl_rade'), column('ra')],
  stellarhosts: [column('st_teff'), column('ra')],
}

test.each([
  ['x=pl_rade', undefined],
  ['x=pl_rade&y=&xscale=auto&rows=default&table=exoplanets&condition_value=', 'x=pl_rade'],
  ['x=pl_rade&xscale=log&rows=all&condition_value=', 'x=pl_rade&xscale=log&rows=all'],
  // After a change of the table, columns that only the other one has are dropped.
  [
    'table=stellarhosts&x=pl_rade&y=ra&color=none&pl_rade__gt=1&ra__gt=2&condition_value=',
    'table=stellarhosts&y=ra&color=none&ra__gt=2',
  ],
  ['table=exoplanets&x=st_teff&condition_column=ra&condition_operator=lt&condition_value=9', 'ra__lt=9'],
  ['x=none&condition_column=ra&condition_value=1,2', 'x=none&ra=1,2'],
])('the form %s has the address %p', (query, address) => {
  expect(addressOfForm(query, TABLES)).toBe(address)
})

test('what XML cannot hold is replaced, and what it reads otherwise is escaped', () => {
  expect(xmlText('a&b<c>d"e\'f')).toBe("a&amp;b&lt;c&gt;d&quot;e'f")
  expect(xmlText('a\r\nb\tc')).toBe('a&#13;\nb\tc')
  expect(xmlText('\u0000\u0008\u000b\u000c\u000e\u001f\ufffe\uffff\u0009\u000a\u0020\u007f')).toBe(
    `${'\ufffd'.repeat(8)}\u0009\u000a\u0020\u007f`,
  )
  expect([xmlAttribute('a', undefined), xmlAttribute('a', ''), xmlAttribute('a', '"')]).toEqual([
    '',
    ' a=""',
    ' a="&quot;"',
  ])
})
