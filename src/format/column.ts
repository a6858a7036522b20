/** How a column's cells are stored: UTF-8 text, IEEE 754 double, or integer. A null is possible in every column. */
export type ColumnType = 'text' | 'real' | 'integer'

/** The public name of each storage type, as `/schema` gives it in `data_type`. */
export const DATA_TYPES = { text: 'String', real: 'Float64', integer: 'Int64' } as const satisfies Record<
  ColumnType,
  string
>

/** The type that SQLite's STRICT tables have for each storage type. */
export const SQL_TYPES = { text: 'TEXT', real: 'REAL', integer: 'INTEGER' } as const satisfies Record<
  ColumnType,
  string
>

/**
 * One archive column. `description`, `unit` and `sourceDatatype` are as the archive gives them; absent where it gives
 * none.
 */
export interface Column {
  readonly name: string
  readonly type: ColumnType
  readonly description?: string
  readonly unit?: string
  /** The type the archive declares, for example `char` or `double`; absent where the type was inferred from the values. */
  readonly sourceDatatype?: string
}

/** A column as answers and files describe it. */
export interface ColumnInfo {
  readonly name: string
  readonly data_type: (typeof DATA_TYPES)[ColumnType]
  readonly description?: string
  readonly unit?: string
  readonly source_datatype?: string
}

/** The description of a column. */
export function columnInfo(column: Column): ColumnInfo {
  return {
    name: column.name,
    data_type: DATA_TYPES[column.type],
    ...(column.description === undefined ? {} : { description: column.description }),
    ...(column.unit === undefined ? {} : { unit: column.unit }),
    ...(column.sourceDatatype === undefined ? {} : { source_datatype: column.sourceDatatype }),
  }
}
