import type { DataType } from '../../format/column.ts'
import type { FieldDatatype } from '../../formats/field.ts'

/** A column of a table that can be queried. */
export interface CatalogColumn {
  /** The name in the database. */
  readonly name: string
  readonly type: DataType
  readonly unit?: string | undefined
  readonly ucd?: string | undefined
  readonly utype?: string | undefined
  readonly description?: string | undefined
  /** VOTable datatype, arraysize and xtype, if declared other than `long`, `double`, or `char` with `*`. */
  readonly datatype?: FieldDatatype | undefined
  readonly arraysize?: string | undefined
  readonly xtype?: string | undefined
  /** True if values can contain characters beyond ASCII. */
  readonly isUnicode?: boolean | undefined
}

/** A table that can be queried, with all its columns in database order. */
export interface CatalogTable {
  /** The name in the database. */
  readonly name: string
  /** Other names of the table, for example `ps` or `tap_schema.tables`; messages use the first. */
  readonly aliases: readonly string[]
  readonly columns: readonly CatalogColumn[]
}

/** A VOTable datatype with its arraysize, undefined for numbers. */
export interface DeclaredType {
  readonly datatype: FieldDatatype
  readonly arraysize: string | undefined
}

const DATATYPES = { String: 'char', Int64: 'long', Float64: 'double' } as const satisfies Record<
  DataType,
  FieldDatatype
>

/** The VOTable datatype of a column or expression: the declared one, or that of its type. */
export function declaredType({
  type,
  datatype,
  arraysize,
  isUnicode,
}: Pick<CatalogColumn, 'type' | 'datatype' | 'arraysize' | 'isUnicode'>): DeclaredType {
  if (datatype !== undefined) return { datatype, arraysize }
  const declared = DATATYPES[type]
  if (declared !== 'char') return { datatype: declared, arraysize: undefined }
  return { datatype: isUnicode === true ? 'unicodeChar' : declared, arraysize: '*' }
}
