/** Storage type of a column's cells: UTF-8 text, IEEE 754 double, or integer. Every column can contain nulls. */
export type ColumnType = 'text' | 'real' | 'integer'

/** The public name of each storage type, as `data_type` in `/schema`. */
export const DATA_TYPES = { text: 'String', real: 'Float64', integer: 'Int64' } as const satisfies Record<
  ColumnType,
  string
>

export type DataType = (typeof DATA_TYPES)[ColumnType]

/** The storage type of each public name. */
export const COLUMN_TYPES = { String: 'text', Float64: 'real', Int64: 'integer' } as const satisfies Record<
  DataType,
  ColumnType
>

/** The type in SQLite's STRICT tables for each storage type. */
export const SQL_TYPES = { text: 'TEXT', real: 'REAL', integer: 'INTEGER' } as const satisfies Record<
  ColumnType,
  string
>

/** One archive column. `description`, `unit` and `sourceDatatype` are the archive's; absent if it has none. */
export interface Column {
  readonly name: string
  readonly type: ColumnType
  readonly description?: string
  readonly unit?: string
  /** The type declared by the archive, for example `char` or `double`; absent if the type was inferred from the values. */
  readonly sourceDatatype?: string
}

/** The public description of a column in responses and files. */
export interface ColumnInfo {
  readonly name: string
  readonly data_type: DataType
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

/** Suffixes of the columns with the uncertainties and the limit flag of a value. */
export const VALUE_COMPANIONS = ['err1', 'err2', 'lim'] as const

/** The names of the columns of a value's uncertainties and of its limit flag. */
export type CompanionNames = Readonly<Record<(typeof VALUE_COMPANIONS)[number], string>>

const companionNames = new Map<string, CompanionNames>()

/** Maximum number of columns whose companions are kept; an archive has some hundreds. */
const MAX_KEPT = 4_096

/** The names of a column's companions, which a table may lack. Kept, because a page looks them up for each of its values. */
export function companionsOf(name: string): CompanionNames {
  const known = companionNames.get(name)
  if (known !== undefined) return known
  const names = { err1: `${name}err1`, err2: `${name}err2`, lim: `${name}lim` }
  if (companionNames.size >= MAX_KEPT) companionNames.clear()
  companionNames.set(name, names)
  return names
}

/** The columns of a value: its own, and those of its uncertainties and its limit flag, which a table may lack. */
export function valueColumns(name: string): readonly string[] {
  const { err1, err2, lim } = companionsOf(name)
  return [name, err1, err2, lim]
}
