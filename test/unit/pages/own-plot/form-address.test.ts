import { expect, test } from 'bun:test'
import type { Column } from '../../../../src/format/column.ts'
import { addressOfForm } from '../../../../src/pages/own-plot/form-address.ts'

const columns = (...names: readonly string[]): readonly Column[] =>
  names.map((name) => ({ name, type: 'real' }) as Column)
const TABLES = {
  exoplanets: columns('pl_name', 'pl_rade', 'st_teff'),
  stellarhosts: columns('hostname', 'st_teff', 'st_lum'),
}

test.each([
  // Default values and empty fields are left out, also those of the condition that is not filled in.
  ['table=exoplanets&x=pl_rade&y=st_teff&xscale=auto&yscale=log&rows=default&color=', 'x=pl_rade&y=st_teff&yscale=log'],
  // After a change of the table, axes and conditions of columns that only the other one has are dropped.
  ['table=stellarhosts&x=pl_rade&y=st_teff', 'table=stellarhosts&y=st_teff'],
  ['table=stellarhosts&y=st_teff&pl_rade=1&pl_rade__gt=2&st_lum__lt=0', 'table=stellarhosts&y=st_teff&st_lum__lt=0'],
  ['table=exoplanets&st_lum=1&x=pl_rade', 'x=pl_rade'],
  // What no table has stays, and is refused with its name.
  ['table=stellarhosts&x=nope&nope__gt=1', 'table=stellarhosts&x=nope&nope__gt=1'],
])('the form %s leads to %s', (form, address) => {
  expect(addressOfForm(`${form}&condition_column=&condition_operator=gt&condition_value=`, TABLES)).toBe(address)
})

test('an address that no form sent stays as it is', () => {
  expect(addressOfForm('x=pl_rade&xscale=auto', TABLES)).toBeUndefined()
})
