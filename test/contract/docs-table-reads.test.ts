import { expect, test } from 'bun:test'
import { TABLE_PARAMETERS } from '../../src/core/table-query/table-parameters.ts'
import { section, tableRows } from '../fixtures/docs/docs.ts'

test('the documentation names every parameter of a table read, with its default', () => {
  const rows = new Map(tableRows(section('Table reads')).map(([name, value]) => [name, value]))
  for (const { name, default: value } of TABLE_PARAMETERS) {
    expect(rows.has(`\`${name}\``), name).toBe(true)
    if (value !== null) expect(rows.get(`\`${name}\``)).toContain(String(value))
  }
})
