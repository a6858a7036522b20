import { isTableName } from '../../src/format/table.ts'
import { ArchiveError } from './archive.ts'
import { type CellBatch, cellText } from './cells/cell-batch.ts'
import type { ColumnFacts, ColumnMetadata, TableHeader, TableSink } from './cells/table-sink.ts'

const WANTED = ['table_name', 'column_name', 'description', 'unit', 'datatype'] as const
const NEEDED: readonly string[] = ['table_name', 'column_name', 'datatype']

/**
 * Returns the tables of the catalog that describe a file, best first. The archive's own name takes precedence if the file has
 * one; `exoplanets` is its `ps` unless the catalog has an `exoplanets`. A column missing from the first table can come from
 * the next: a file of joined downloads can contain columns that only `pscomppars` has. A further table uses only its own entries.
 */
function describingTables(fileName: string, table: string): readonly string[] {
  const stem = fileName.toLowerCase()
  if (!isTableName(table) && table !== 'pscomppars') return [table]
  if (stem.startsWith('stellarhosts')) return ['stellarhosts']
  if (stem.startsWith('pscomppars')) return ['pscomppars', 'ps']
  return stem.startsWith('exoplanets') ? ['exoplanets', 'ps', 'pscomppars'] : ['ps', 'pscomppars']
}

/** A column catalog (TAP_SCHEMA.columns): facts by table and column. */
export class ColumnCatalog implements TableSink {
  readonly #tables = new Map<string, Map<string, ColumnFacts>>()
  #positions: Readonly<Record<(typeof WANTED)[number], number>> | undefined

  constructor(readonly file: string) {}

  begin(header: TableHeader): void {
    for (const column of NEEDED)
      if (!header.names.includes(column))
        throw new ArchiveError(`${this.file}, line ${header.line}: the column ${column} is missing.`, {
          file: this.file,
          line: header.line,
          column,
        })
    const at = (name: string): number => header.names.indexOf(name)
    this.#positions = {
      table_name: at('table_name'),
      column_name: at('column_name'),
      description: at('description'),
      unit: at('unit'),
      datatype: at('datatype'),
    }
  }

  add(batch: CellBatch): void {
    const positions = this.#positions!
    for (let row = 0; row < batch.rows; row += 1) {
      const cell = (name: (typeof WANTED)[number]): string =>
        positions[name] < 0 ? '' : cellText(batch, row, positions[name])
      // TAP services other than the archive's prefix the name with a schema: `exo.ps`.
      const name = cell('table_name').replace(/^.*\./, '')
      const table = this.#tables.get(name) ?? new Map<string, ColumnFacts>()
      this.#tables.set(name, table)
      const column = cell('column_name')
      const line = batch.lineOf(row)
      if (table.has(column))
        throw new ArchiveError(
          `${this.file}, line ${line}: the column ${column} of ${cell('table_name')} is described twice.`,
          { file: this.file, line, column },
        )
      table.set(column, {
        ...(cell('description') === '' ? {} : { description: cell('description') }),
        ...(cell('unit') === '' ? {} : { unit: cell('unit') }),
        ...(cell('datatype') === '' ? {} : { datatype: cell('datatype') }),
        declaredAt: { file: this.file, line },
      })
    }
  }

  /** Returns the facts for the file of a table, from the tables that `describingTables` lists. */
  columnsFor(fileName: string, of: string): ColumnMetadata {
    const merged = new Map<string, ColumnFacts>()
    for (const table of describingTables(fileName, of))
      for (const [column, facts] of this.#tables.get(table) ?? []) if (!merged.has(column)) merged.set(column, facts)
    return merged
  }
}
