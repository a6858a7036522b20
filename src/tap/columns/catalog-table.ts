/** A column of a table that can be queried. */
export interface CatalogColumn {
  /** As the database has it. */
  readonly name: string
  readonly type: 'String' | 'Float64' | 'Int64'
  readonly unit?: string | undefined
  readonly ucd?: string | undefined
  readonly utype?: string | undefined
  readonly description?: string | undefined
  /** VOTable datatype, arraysize and xtype where they are declared other than `long`, `double` or `char` with `*`. */
  readonly datatype?: string | undefined
  readonly arraysize?: string | undefined
  readonly xtype?: string | undefined
  /** True if values may have characters beyond ASCII. */
  readonly isUnicode?: boolean | undefined
}

/** A table that can be queried, with all its columns in the order in which the database has them. */
export interface CatalogTable {
  /** As the database has it. */
  readonly name: string
  /** Other names of the table, for example `ps` or `tap_schema.tables`; the first is the one that messages use. */
  readonly aliases: readonly string[]
  readonly columns: readonly CatalogColumn[]
}
