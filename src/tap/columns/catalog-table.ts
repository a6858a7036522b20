/** A column of a table that can be queried. */
export interface CatalogColumn {
  /** The name in the database. */
  readonly name: string
  readonly type: 'String' | 'Float64' | 'Int64'
  readonly unit?: string | undefined
  readonly ucd?: string | undefined
  readonly utype?: string | undefined
  readonly description?: string | undefined
  /** VOTable datatype, arraysize and xtype, if declared other than `long`, `double`, or `char` with `*`. */
  readonly datatype?: string | undefined
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
