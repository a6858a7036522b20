import type { CatalogColumn, CatalogTable } from '../columns/catalog-table.ts'

export interface DescribedColumn extends CatalogColumn {
  /** As a query has to write it: in double quotes where it is a reserved word. */
  readonly shownName: string
  readonly isIndexed: boolean
  /** True for the columns that people look at first. */
  readonly isPrincipal: boolean
  /** True where a standard defines the column. */
  readonly isStandard: boolean
}

export interface ForeignKey {
  readonly id: string
  readonly fromTable: string
  readonly fromColumn: string
  readonly targetTable: string
  readonly targetColumn: string
  readonly description: string
}

/** A table with all that listings say of it. */
export interface DescribedTable extends CatalogTable {
  /** As listings name it. */
  readonly shownName: string
  readonly schema: string
  readonly title: string
  readonly description: string
  readonly columns: readonly DescribedColumn[]
}

/** The VOTable datatype and arraysize of a column. */
export function declaredType({ type, datatype, arraysize, isUnicode }: CatalogColumn): {
  readonly datatype: string
  readonly arraysize: string | undefined
} {
  if (datatype !== undefined) return { datatype, arraysize }
  if (type === 'String') return { datatype: isUnicode === true ? 'unicodeChar' : 'char', arraysize: '*' }
  return { datatype: type === 'Int64' ? 'long' : 'double', arraysize: undefined }
}
