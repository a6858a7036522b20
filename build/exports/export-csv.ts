import type { PageTable } from '../../src/core/ports.ts'
import { createDelimitedWriter } from '../../src/core/row-writers/delimited-rows.ts'
import type { Column } from '../../src/format/column.ts'
import { writeParts } from './export-file.ts'

/**
 * Creates a writer of rows as a CSV file: header line, all columns, CRLF after every line, a null as an empty field. (The
 * archive has no empty text, so an empty field is always a null.)
 */
export function csvExport(page: PageTable, columns: readonly Column[]): (rows: Uint32Array) => Uint8Array<ArrayBuffer> {
  const { head, lines } = createDelimitedWriter('csv')(
    columns.map(({ name, type }) => ({
      page: page.columns.get(name)!,
      isText: type === 'text',
      output: { name, type, isAscii: false },
    })),
  )
  return (rows) => writeParts([head, lines(rows)])
}
