import { eachTable, type TableName } from '../../src/format/table.ts'
import type { TableDates } from '../../src/format/table-dates.ts'
import { INSIGHTS } from '../insights/definitions/index.ts'
import { openQueryTables } from '../insights/query-tables.ts'
import { type WrittenInsights, writeInsights } from '../insights/write-insights.ts'
import { PLOTS } from '../plots/definitions/index.ts'
import { type WrittenPlots, writePlots } from '../plots/write-plots.ts'
import type { ArchiveTable } from '../table/archive-table.ts'
import type { BuildEffects } from '../terminal/effects.ts'
import { settleAll } from '../workers/settle-all.ts'

/** The tables from which insights and plots are made. */
export interface QueriedTables {
  readonly tables: Readonly<Record<TableName, ArchiveTable>>
  readonly dates: TableDates
  readonly dataDir: string
  readonly effects: BuildEffects
}

/** Writes the insights and the plots, whose queries share one database. */
export async function writeQueryResults({
  tables,
  ...others
}: QueriedTables): Promise<[WrittenInsights, WrittenPlots]> {
  const database = await openQueryTables(tables, [...INSIGHTS, ...PLOTS])
  const input = { ...others, database, columns: eachTable((name) => tables[name].columns) }
  try {
    return await settleAll([writeInsights(input), writePlots(input)])
  } finally {
    database.close()
  }
}
