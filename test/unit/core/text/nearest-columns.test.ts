import { expect, test } from 'bun:test'
import { meantColumns, nearestColumns } from '../../../../src/core/text/nearest-columns.ts'

const COLUMNS = ['pl_name', 'hostname', 'pl_rade', 'pl_radj', 'pl_bmasse', 'st_mass', 'st_rad', 'sy_dist', 'disc_year']

test.each<[string, string[]]>([
  ['radius', ['pl_rade', 'pl_radj']],
  ['MASS', ['pl_bmasse']],
  [' distance ', ['sy_dist']],
  ['pl_hostname', ['hostname']],
  ['stellar_mass', ['st_mass']],
  ['discovery_year', ['disc_year']],
  ['pl_radee', ['pl_rade']],
])('%p is probably %p', (wanted, columns) => {
  expect(nearestColumns(wanted, COLUMNS).slice(0, columns.length)).toEqual(columns)
})

test('a word stands only for columns that are there', () => {
  expect(meantColumns('mass', ['pl_name', 'st_mass'])).toEqual([])
  for (const word of ['constructor', '__proto__', '', 'nothing']) expect(meantColumns(word, COLUMNS)).toEqual([])
})

test.each([
  ['pl_tranflag', 'tran_flag'],
  ['st_spstr', 'st_spectype'],
  ['gaia_id', 'gaia_dr3_id'],
  ['ST_J', 'sy_jmag'],
])('%s of an older table is %s', (older, current) => {
  expect(meantColumns(older, ['pl_name', current])).toEqual([current])
})
