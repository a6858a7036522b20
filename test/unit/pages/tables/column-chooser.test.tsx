import { expect, test } from 'bun:test'
import type { Column } from '../../../../src/format/column.ts'
import { ColumnChooser, columnTopics } from '../../../../src/pages/tables/column-chooser.tsx'
import type { Read } from '../../../../src/pages/tables/table-address.ts'
import { outline, rendered } from '../../../fixtures/pages/rendered.ts'

const COLUMNS: readonly Column[] = [
  { name: 'pl_rade', type: 'real', unit: 'Rearth' },
  { name: 'pl_radeerr1', type: 'real' },
  { name: 'pl_name', type: 'text' },
  { name: 'st_zz', type: 'real' },
]

test('every column but the companions has a box under its topic, ticked if it is shown', () => {
  const read = {
    page: 3,
    limit: 20,
    sortBy: null,
    order: 'asc',
    columns: ['pl_name', 'pl_rade', 'pl_radeerr1'],
    filter: 'x',
    conditions: [],
    cone: null,
  } as const satisfies Read
  const chooser = (
    <ColumnChooser table="exoplanets" read={read} topics={columnTopics(COLUMNS)} defaultColumns={['pl_name']} />
  )
  expect(outline(rendered(chooser)).split('\n')).toEqual([
    'Columns (3)',
    // The form keeps everything but the page.
    '{filter=x}{limit=20}{columns=pl_name,pl_rade,pl_radeerr1}',
    'Names and catalog numbers',
    '{column=pl_name ✓} Planet',
    'Planet',
    '{column=pl_rade ✓} Radius R⊕',
    'Star',
    '{column=st_zz} st_zz',
    'Show these columns',
  ])
  expect(rendered(chooser)).toContain('<label title="pl_rade">')
})
