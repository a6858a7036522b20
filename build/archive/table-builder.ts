import type { Column } from '../../src/format/column.ts'
import { isTableName, REQUIRED_COLUMNS } from '../../src/format/table.ts'
import type { ArchiveTable } from '../table/archive-table.ts'
import { ArchiveError } from './archive.ts'
import { type CellBatch, cellText } from './cells/cell-batch.ts'
import { type CellBuilder, IntegerBuilder, RealBuilder, TextBuilder } from './cells/cell-builders.ts'
import { InferredBuilder, type NumberMisfits } from './cells/inferred-builder.ts'
import { RowNumberBuilder } from './cells/row-number-builder.ts'
import type { ColumnFacts, ColumnMetadata, TableHeader, TableSink } from './cells/table-sink.ts'
import { columnNameError, isRowNumberName, shorten } from './formats/header-names.ts'
import { storageType } from './text/coerce.ts'

const MISFIT = { real: 'a decimal number', integer: 'an integer of at most 64 bits', text: 'text' } as const

interface PlannedColumn {
  readonly name: string
  readonly facts: ColumnFacts
  readonly type: Column['type'] | undefined
  readonly cells: CellBuilder
}

/** Columns of a further table that contain names unless they are declared otherwise. */
const NAME_COLUMNS: readonly string[] = ['pl_name', 'hostname']

/** A finished table, with the facts about its reading that concern the user. */
export interface BuiltTable {
  readonly table: ArchiveTable
  /** Columns that only number the rows. */
  readonly leftOut: readonly string[]
  /** Columns that are text because of a few cells. */
  readonly misfits: readonly (NumberMisfits & { readonly column: string })[]
}

/**
 * Converts the rows of one file into typed columns. The file's own column declarations take precedence over the catalog
 * (`columns.csv`).
 */
export class TableBuilder implements TableSink {
  #columns: readonly PlannedColumn[] = []
  #rows = 0
  #headerLine = 1

  constructor(
    readonly table: string,
    readonly file: string,
    readonly catalog: ColumnMetadata,
  ) {}

  get #needed(): readonly string[] {
    return isTableName(this.table) ? REQUIRED_COLUMNS[this.table] : []
  }

  begin(header: TableHeader): void {
    this.#headerLine = header.line
    for (const column of this.#needed)
      if (!header.names.includes(column))
        throw new ArchiveError(
          `${this.file}, line ${header.line}: the column ${column} is missing, which ${this.table} requires.`,
          { file: this.file, line: header.line, column },
        )
    this.#columns = header.names.map((name) => this.#plan(name, header.metadata.get(name)))
  }

  #plan(name: string, own: ColumnFacts | undefined): PlannedColumn {
    if (isRowNumberName(name))
      return { name, facts: {}, type: 'integer', cells: new RowNumberBuilder(name.toLowerCase() === 'oid') }
    const facts: ColumnFacts = { ...this.catalog.get(name), ...own }
    const datatype = own?.datatype ?? this.catalog.get(name)?.datatype
    const isNeeded = this.#needed.includes(name)
    const isName = isNeeded || (!isTableName(this.table) && NAME_COLUMNS.includes(name))
    if (datatype === undefined) {
      // In a table of stars named 1, 2 and 3, these are still names, not numbers.
      const cells = isName ? new TextBuilder() : new InferredBuilder()
      return { name, facts, type: isName ? 'text' : undefined, cells }
    }
    const type = storageType(datatype)
    if (type === undefined || (isNeeded && type !== 'text')) {
      const declaredAt = (own?.datatype === undefined ? this.catalog.get(name) : own)?.declaredAt
      const file = declaredAt?.file ?? this.file
      const line = declaredAt?.line ?? this.#headerLine
      const reason =
        type === undefined ? 'which is not a type that a table can hold' : 'but it holds names, which are text'
      throw new ArchiveError(
        `${file}, line ${line}: the column ${name} is declared ${JSON.stringify(datatype)}, ${reason}.`,
        { file, line, column: name, value: datatype },
      )
    }
    const cells = { text: TextBuilder, real: RealBuilder, integer: IntegerBuilder }[type]
    return { name, facts, type, cells: new cells() }
  }

  add(batch: CellBatch): void {
    let badRow = -1
    let badColumn = -1
    for (const [index, column] of this.#columns.entries()) {
      const row = column.cells.append(batch, index)
      if (row >= 0 && (badRow < 0 || row < badRow)) {
        badRow = row
        badColumn = index
      }
    }
    if (badRow >= 0) throw this.#misfit(batch, badRow, badColumn)
    this.#rows += batch.rows
  }

  #misfit(batch: CellBatch, row: number, index: number): ArchiveError {
    const { name, type, facts, cells } = this.#columns[index]!
    if (cells instanceof RowNumberBuilder) return columnNameError(this.file, this.#headerLine, index, name)
    const value = cellText(batch, row, index)
    const line = batch.lineOf(row)
    const declared = facts.datatype === undefined ? '' : ` (declared ${facts.datatype})`
    return new ArchiveError(
      `${this.file}, line ${line}, column ${name}: ${JSON.stringify(shorten(value))} is not ${MISFIT[type ?? 'text']}${declared}.`,
      { file: this.file, line, column: name, value },
    )
  }

  finish(): BuiltTable {
    if (this.#rows === 0)
      throw new ArchiveError(`${this.file} has a header and no rows: ${this.table} would be empty.`, {
        file: this.file,
        line: this.#headerLine,
      })
    const kept = this.#columns.filter(({ cells }) => !(cells instanceof RowNumberBuilder))
    const finished = kept.map(({ name, facts, cells }) => {
      const built = cells.finish()
      const column: Column = {
        name,
        type: built.kind,
        ...(facts.description === undefined ? {} : { description: facts.description }),
        ...(facts.unit === undefined ? {} : { unit: facts.unit }),
        ...(facts.datatype === undefined ? {} : { sourceDatatype: facts.datatype }),
      }
      return { column, cells: built }
    })
    return {
      table: {
        name: this.table,
        rows: this.#rows,
        columns: finished.map(({ column }) => column),
        cells: finished.map(({ cells }) => cells),
      },
      leftOut: this.#columns.filter((column) => !kept.includes(column)).map(({ name }) => name),
      misfits: kept.flatMap(({ name, cells }) => {
        const misfits = cells instanceof InferredBuilder ? cells.misfits() : undefined
        return misfits === undefined ? [] : [{ column: name, ...misfits }]
      }),
    }
  }
}
