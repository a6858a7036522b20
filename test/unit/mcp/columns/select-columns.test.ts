import { expect, test } from 'bun:test'
import { selectColumns } from '../../../../src/mcp/columns/select-columns.ts'
import { catalogError } from '../../../fixtures/thrown.ts'

const COLUMNS = [
  { name: 'pl_name', description: 'Planet Name' },
  { name: 'pl_rade', description: 'Planet Radius', note: 'in units of Earth' },
  { name: 'pl_radeerr1' },
  { name: 'st_rad', description: 'Stellar Radius' },
]
const selected = (wanted: readonly string[], search?: string) => {
  const { columns, notFound } = selectColumns('exoplanets', COLUMNS, wanted, search)
  return [columns.map(({ name }) => name), notFound.map(({ name }) => name)]
}

test('columns come in the order of the table, each once, whatever asks for them', () => {
  expect(selected(['st_rad', 'pl_name', 'st_rad'])).toEqual([['pl_name', 'st_rad'], []])
  expect(selected(['pl_rade*', 'pl_rade'])).toEqual([['pl_rade', 'pl_radeerr1'], []])
  expect(selected(['st_rad'], 'earth')).toEqual([['pl_rade', 'st_rad'], []])
  expect(selected(['*'])).toEqual([COLUMNS.map(({ name }) => name), []])
})

test('blanks around a name do not matter', () => {
  expect(selected([' pl_rade ', 'pl_rade', '\tst_*\n'])).toEqual([['pl_rade', 'st_rad'], []])
})

test('a search needs every word, in any case, in a name, description or note', () => {
  expect(selected([], 'RADIUS')).toEqual([['pl_rade', 'st_rad'], []])
  expect(selected([], 'radius earth')).toEqual([['pl_rade'], []])
  expect(selected([], 'err1')).toEqual([['pl_radeerr1'], []])
})

test('what is not found is told beside what is, and alone is refused', () => {
  expect(selected(['pl_rade', 'pl_radius', 'nothing*'])).toEqual([['pl_rade'], ['pl_radius', 'nothing*']])
  const { message, code, help } = catalogError(() => selected(['pl_rad']))
  expect(code).toBe('unknown_column')
  expect(message).toContain('pl_rad')
  expect(help.suggestions).toContain('pl_rade')
  expect(catalogError(() => selected([], 'mass')).message).toContain('No name or description of a column')
  const many = Array.from({ length: 7 }, (_, at) => `none_${at}`)
  const told = catalogError(() => selected(many)).message
  expect([told.includes('none_4'), told.includes('none_5')]).toEqual([true, false])
})
