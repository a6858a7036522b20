import type { ColumnType } from '../../../src/format/column.ts'
import type { InsightCategory, InsightKind } from '../../../src/format/insight.ts'
import type { TableName } from '../../../src/format/table.ts'
import type { ArchiveColumns } from './archive-columns.ts'
import type { Caveat, ResultFacts } from './caveats.ts'
import type { Rule } from './sql-parts.ts'

/** Archive columns by table. */
export type ColumnNames = Readonly<Partial<Record<TableName, readonly string[]>>>

/** A result column that shows an archive column, with the archive's type, description and unit. */
export interface ShownColumn {
  readonly name: string
  readonly table: TableName
}

/** A result column that the SQL computes. `unit` is absent for counts, ratios and text. */
export interface ComputedColumn {
  readonly name: string
  readonly type: ColumnType
  readonly description: string
  readonly unit?: string
}

export type ResultColumn = ShownColumn | ComputedColumn

/** One curated insight: its description, the columns that it needs, and its SQL for a given archive. */
export interface InsightDefinition {
  readonly slug: string
  readonly title: string
  readonly category: InsightCategory
  readonly kind: InsightKind
  readonly description: string
  /** Row limit, with which the executed SQL ends. */
  readonly limit: number
  /**
   * Expressions over the result's columns by which its rows are ranked. Rows for which all expressions are equal tie, and are
   * ordered by name.
   */
  readonly rank: readonly string[]
  /** The table to whose rows `rules` applies. */
  readonly reads: TableName
  /** Required columns in addition to those that the insight shows. The insight is omitted if any of them is missing. */
  readonly alsoNeeds: ColumnNames
  /**
   * Columns that the SQL uses if the archive has them. Absent flags are treated as 0, an absent `default_flag` as 1, and absent
   * values as null.
   */
  readonly uses: ColumnNames
  /** The columns of the result, in SQL order. */
  readonly columns: readonly ResultColumn[]
  /** Rules that the rows must meet, in order of evaluation. */
  rules(archive: ArchiveColumns): readonly Rule[]
  /** The SELECT without its LIMIT; `rows` is the WHERE clause of the rules. The row order is total: it ends with a unique key. */
  sql(archive: ArchiveColumns, rows: string): string
  /** Caveats that readers must know before quoting these rows; only about rows that are present. */
  caveats(facts: ResultFacts): readonly Caveat[]
  /** The reason for an empty result. */
  readonly whenEmpty: string
}

/** Result columns that show the named columns of a table. */
export function shown(table: TableName, ...names: readonly string[]): readonly ShownColumn[] {
  return names.map((name) => ({ name, table }))
}
