import type { SnapshotFacts } from '../../src/core/answers/snapshot.ts'
import { columnInfo } from '../../src/format/column.ts'
import { type ExportEntity, TABLE_ENTITY } from '../../src/format/export-pack.ts'
import { mainTable } from '../../src/format/table.ts'
import { memberKey } from '../../src/formats/json-objects.ts'
import type { ArchiveTable } from '../table/archive-table.ts'
import { cellRenderer } from '../table/cell-text.ts'

/** Renders one row as a JSON object of the given columns, in their order. */
export function rowJson(
  table: ArchiveTable,
  columns = table.columns.map((_, index) => index),
): (row: number) => string {
  const cells = columns.map((column, position) =>
    cellRenderer(table.cells[column]!, memberKey(table.columns[column]!.name, position), 'null', JSON.stringify),
  )
  if (cells.length === 0) return () => '{}'
  return (row) => {
    let text = ''
    for (const render of cells) text += render(row)
    return `${text}}`
  }
}

/** Content of a detail payload for one name. */
export interface DetailRows {
  readonly name: string
  /** Row numbers of the table, in snapshot order. */
  readonly rows: readonly number[]
  /** Finished JSON of a host's planets; absent for a planet. */
  readonly planets?: string
}

/**
 * Renders detail payloads: `{"entity","name","records","planets"?,"metadata","snapshot"}`. Records contain all columns;
 * metadata describes each with type, unit and description as far as the archive provides them.
 */
export function jsonExport(table: ArchiveTable, facts: SnapshotFacts): (detail: DetailRows) => string {
  const entity: ExportEntity = TABLE_ENTITY[mainTable(table.name)]
  const row = rowJson(table)
  const head = `{"entity":${JSON.stringify(entity)},"name":`
  const tail = `"metadata":${JSON.stringify(table.columns.map(columnInfo))},"snapshot":${JSON.stringify(facts)}}`
  return ({ name, rows, planets }) => {
    let text = `${head}${JSON.stringify(name)},"records":[`
    for (let index = 0; index < rows.length; index += 1) text += (index === 0 ? '' : ',') + row(rows[index]!)
    text += planets === undefined ? '],' : `],"planets":${planets},`
    return text + tail
  }
}
