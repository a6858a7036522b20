import type { SnapshotFacts } from '../../src/core/answers/snapshot.ts'
import type { PageTable } from '../../src/core/ports.ts'
import { createJsonRowWriter } from '../../src/core/row-writers/json-row-writer.ts'
import type { RowsToWrite } from '../../src/core/row-writers/rows-to-write.ts'
import { type Column, columnInfo } from '../../src/format/column.ts'
import { type ExportEntity, TABLE_ENTITY } from '../../src/format/export-pack.ts'
import { mainTable } from '../../src/format/table.ts'
import { writeParts } from './export-file.ts'

/** Content of a detail payload for one name. */
export interface DetailRows {
  readonly name: string
  /** Row numbers of the table, in snapshot order. */
  readonly rows: Uint32Array
  /** A host's planets as JSON objects with commas between them; absent for a planet. */
  readonly planets?: RowsToWrite
}

/**
 * Creates a writer of detail payloads: `{"entity","name","records","planets"?,"metadata","snapshot"}`. Records contain all
 * columns; metadata describes each with type, unit and description as far as the archive provides them.
 *
 * Values are copied from the page file, where their JSON is stored once per column. Measured for the full-size archive, JSON
 * and CSV together: 2.6 s of processor time instead of 13 for converting and concatenating each cell as a string.
 */
export function jsonExport(
  page: PageTable,
  columns: readonly Column[],
  facts: SnapshotFacts,
): (detail: DetailRows) => Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder()
  const entity: ExportEntity = TABLE_ENTITY[mainTable(page.name)]
  const records = createJsonRowWriter(page).withColumns(columns.map(({ name }) => name))
  const head = `{"entity":${JSON.stringify(entity)},"name":`
  const tail = encoder.encode(
    `],"metadata":${JSON.stringify(columns.map(columnInfo))},"snapshot":${JSON.stringify(facts)}}`,
  )
  const beforePlanets = encoder.encode('],"planets":[')
  return ({ name, rows, planets }) => {
    const start = encoder.encode(`${head}${JSON.stringify(name)},"records":[`)
    const ofHost = planets === undefined ? [] : [beforePlanets, planets]
    return writeParts([start, records.array(rows), ...ofHost, tail])
  }
}
