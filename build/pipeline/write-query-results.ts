import type { TableName } from '../../src/format/table.ts'
import type { TableDates } from '../../src/format/table-dates.ts'
import type { ColumnCatalog } from '../insights/parts/archive-columns.ts'
import { openQueryTables } from '../insights/query-tables.ts'
import { type WrittenInsights, writeInsights } from '../insights/write-insights.ts'
import { type WrittenPlots, writePlots } from '../plots/write-plots.ts'
import type { ArchiveTable } from '../table/archive-table.ts'
import type { BuildEffects } from '../terminal/effects.ts'
import { settleAll } from '../workers/settle-all.ts'

/** The tables from which insights and plots are made. */
export interface QueryInput {
  /** With the columns that the queries use. */
  readonly tables: Readonly<Record<TableName, ArchiveTable>>
  /** All columns of the archive. */
  readonly columns: ColumnCatalog
  readonly dates: TableDates
  readonly dataDir: string
}

export type QueryResults = readonly [WrittenInsights, WrittenPlots]

/** Writes the insights and the plots, whose queries share one database. */
export async function writeQueryResults(
  { tables, ...others }: QueryInput,
  effects: Pick<BuildEffects, 'log' | 'progress'>,
): Promise<QueryResults> {
  const database = await openQueryTables(tables)
  const input = { ...others, database, effects }
  try {
    return await settleAll([writeInsights(input), writePlots(input)])
  } finally {
    database.close()
  }
}
