import { csvField } from '../../src/formats/delimited.ts'
import type { ArchiveTable } from '../table/archive-table.ts'
import { cellRenderer } from '../table/cell-text.ts'

/**
 * Renders rows of a table as a CSV file: header line, all columns, CRLF after every line, a null as an empty field. (The
 * archive has no empty text, so an empty field is always a null.)
 */
export function csvExport(table: ArchiveTable): (rows: readonly number[]) => string {
  const header = `${table.columns.map((column) => csvField(column.name)).join(',')}\r\n`
  const cells = table.cells.map((column, index) => cellRenderer(column, index === 0 ? '' : ',', '', csvField))
  return (rows) => {
    let text = header
    for (const row of rows) {
      for (const render of cells) text += render(row)
      text += '\r\n'
    }
    return text
  }
}
