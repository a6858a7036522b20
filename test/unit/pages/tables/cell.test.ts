import { expect, test } from 'bun:test'
import type { Column } from '../../../../src/format/column.ts'
import { cellMarkup } from '../../../../src/pages/tables/cell.ts'
import { outline } from '../../../fixtures/pages/rendered.ts'

const cell = (name: string, value: string | number | null, type: Column['type'] = 'text', more: object = {}) =>
  cellMarkup({ column: { name, type }, row: { [name]: value, ...more }, rowNumber: 7 }, (path) => `..${path}`)

test('names are links, encoded and escaped', () => {
  expect(cell('pl_name', 'A & b')).toBe(
    '<a href="../exoplanets/A%20%26%20b"><bdi data-column="pl_name" data-row="7">A &amp; b</bdi></a>',
  )
  expect(cell('hostname', "a'b/c")).toContain('<a href="../stellarhosts/a&#x27;b%2Fc">')
  expect(cell('sy_name', 'A')).toBe('<bdi data-column="sy_name" data-row="7">A</bdi>')
})

test('references are links to their publications', () => {
  const html = '<a href="https://example.org/x">Mayor 1995</a>'
  expect(outline(cell('pl_refname', html))).toBe('[Mayor 1995](https://example.org/x)')
  expect(outline(cell('pl_rade_reflink', html))).toBe('[Mayor 1995](https://example.org/x)')
  expect(cell('pl_refname_x', html)).not.toContain('<a ')
})

test('numbers have their uncertainties, and a missing value is a dash', () => {
  expect(outline(cell('pl_rade', 2, 'real', { pl_radeerr1: 1, pl_radeerr2: -1 }))).toBe('2 ± 1')
  for (const name of ['pl_name', 'hostname', 'pl_refname', 'pl_rade']) {
    expect(outline(cell(name, null))).toBe('–no value')
    expect(cell(name, null)).not.toContain('<a ')
  }
})
