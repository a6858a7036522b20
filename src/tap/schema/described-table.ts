import type { CatalogColumn, CatalogTable } from '../columns/catalog-table.ts'

export interface DescribedColumn extends CatalogColumn {
  /** The name as it must be written in a query: in double quotes if it is a reserved word. */
  readonly shownName: string
  readonly isIndexed: boolean
  /** True for the most important columns. */
  readonly isPrincipal: boolean
  /** True if a standard defines the column. */
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

/** A table with all metadata for listings. */
export interface DescribedTable extends CatalogTable {
  /** The name in listings. */
  readonly shownName: string
  readonly schema: string
  readonly title: string
  readonly description: string
  readonly columns: readonly DescribedColumn[]
}
