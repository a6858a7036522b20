import type { ColumnType } from '../../../src/format/column.ts'
import type { InsightCategory, InsightKind } from '../../../src/format/insight.ts'
import type { TableName } from '../../../src/format/table.ts'
import type { ArchiveColumns } from './archive-columns.ts'
import type { Caveat, ResultFacts } from './caveats.ts'
import type { Rule } from './sql-parts.ts'

/** Archive columns by table. */
export type ColumnNames = Readonly<Partial<Record<TableName, readonly string[]>>>

/** A result column that shows an archive column: its type, description and unit are the archive's. */
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

/** One curated insight: what it says of itself, what it needs, and how its SQL is written for the archive at hand. */
export interface InsightDefinition {
  readonly slug: string
  readonly title: string
  readonly category: InsightCategory
  readonly kind: InsightKind
  readonly description: string
  /** Row limit; the SQL that runs ends in it. */
  readonly limit: number
  /** Expressions over the result's columns by which its rows are ranked; rows that agree in all of them tie, and stand by name. */
  readonly rank: readonly string[]
  /** The table whose rows are judged by `rules`. */
  readonly reads: TableName
  /** Columns without which the insight is left out, as it is without those that it shows. */
  readonly alsoNeeds: ColumnNames
  /**
   * Columns that the SQL takes account of where the archive has them: elsewhere flags count as 0, `default_flag` as 1,
   * values as null.
   */
  readonly uses: ColumnNames
  /** The result's columns, in the order of the SQL's. */
  readonly columns: readonly ResultColumn[]
  /** What the rows that are read have to meet, in the order in which they are judged. */
  rules(archive: ArchiveColumns): readonly Rule[]
  /** The SELECT without its LIMIT; `rows` is the WHERE clause of the rules. Its order is total: it ends in a unique key. */
  sql(archive: ArchiveColumns, rows: string): string
  /** What a reader must know before quoting these rows; nothing about rows that are not there. */
  caveats(facts: ResultFacts): readonly Caveat[]
  /** Why there can be no rows, for an archive that gives none. */
  readonly whenEmpty: string
}

/** Result columns that show the columns of these names of one table. */
export function shown(table: TableName, ...names: readonly string[]): readonly ShownColumn[] {
  return names.map((name) => ({ name, table }))
}
