import { type ColumnInfo, columnInfo, DATA_TYPES } from '../../src/format/column.ts'
import type { ArchiveColumns, ColumnCatalog } from './parts/archive-columns.ts'
import { archiveColumnsFor } from './parts/archive-columns.ts'
import type { InsightDefinition, ResultColumn } from './parts/definition.ts'
import { present, type RowRule, where } from './parts/sql-parts.ts'

/** An insight with its SQL for the archive on which it runs. */
export interface InsightPlan {
  readonly definition: InsightDefinition
  readonly archive: ArchiveColumns
  /** The exact SQL that is published; it ends with the row limit. */
  readonly sql: string
  /** SQL for the same rows with the values that `sql` returns as null: limits, and uncertainties that are not measurements. */
  readonly sqlOfAll: string
  /**
   * SQL for a result with as many rows as the limit: counts the rows without the limit and, if rows are ranked, those that tie with
   * the last one shown: all of them, and those that are shown.
   */
  readonly countsSql: string
  readonly rules: readonly RowRule[]
  /** The columns of the result, as in the descriptor. */
  readonly columns: readonly ColumnInfo[]
}

/** Plans an insight for an archive that has every column it needs. */
export function planInsight(definition: InsightDefinition, catalog: ColumnCatalog, isComposite = false): InsightPlan {
  const archive = archiveColumnsFor(definition, catalog, { isComposite })
  const rules = present(definition.rules(archive))
  const rows = where(rules)
  const select = definition.sql(archive, rows)
  const selectAll = definition.sql(archiveColumnsFor(definition, catalog, { isComposite, showsAll: true }), rows)
  const sql = `${select}\nLIMIT ${definition.limit}`
  return {
    definition,
    archive,
    sql,
    sqlOfAll: `${selectAll}\nLIMIT ${definition.limit}`,
    countsSql: countsSql(definition, select, sql),
    rules,
    columns: definition.columns.map((column) => describeColumn(column, catalog)),
  }
}

/** Runs each of both SELECTs once: a query of its own for each number would run them five times in total. */
function countsSql({ rank, limit }: InsightDefinition, select: string, sql: string): string {
  if (rank.length === 0) return `SELECT COUNT(*) FROM (${select})`
  const keys = rank.map((expression, index) => `${expression} AS key_${index}`).join(', ')
  const isTied = rank.map((expression, index) => `${expression} IS last.key_${index}`).join(' AND ')
  const isShownTie = rank.map((_, index) => `shown.key_${index} IS last.key_${index}`).join(' AND ')
  return `WITH shown AS MATERIALIZED (SELECT ${keys} FROM (${sql})),
last AS MATERIALIZED (SELECT * FROM shown LIMIT 1 OFFSET ${limit - 1})
SELECT COUNT(*), COUNT(CASE WHEN ${isTied} THEN 1 END), (SELECT COUNT(*) FROM shown, last WHERE ${isShownTie})
FROM (${select}), last`
}

/**
 * SQL that counts the rows of a table by the first rule that they violate. Rows outside the scope, which nobody counts, are
 * not read if the first rules define it: with an index, those are five of six rows.
 */
export function leftOutSql({ definition, rules }: Pick<InsightPlan, 'definition' | 'rules'>): string {
  const firstCounted = Math.max(
    0,
    rules.findIndex(({ reason }) => reason !== undefined),
  )
  const cases = rules.map(({ condition }, index) => `WHEN (${condition}) IS NOT TRUE THEN ${index}`).slice(firstCounted)
  const scope = where(rules.slice(0, firstCounted))
  return `SELECT rule, COUNT(*) FROM (SELECT CASE ${cases.join(' ')} END AS rule FROM ${definition.reads}${scope}) WHERE rule IS NOT NULL GROUP BY rule ORDER BY rule`
}

function describeColumn(column: ResultColumn, catalog: ColumnCatalog): ColumnInfo {
  if ('table' in column) {
    const archived = catalog[column.table].find(({ name }) => name === column.name)
    if (archived === undefined) throw new Error(`${column.table} has no column "${column.name}" to show.`)
    return columnInfo(archived)
  }
  return {
    name: column.name,
    data_type: DATA_TYPES[column.type],
    description: column.description,
    ...(column.unit === undefined ? {} : { unit: column.unit }),
  }
}
