import { eachTable, TABLE_NAMES, type TableName } from '../../src/format/table.ts'
import type { TableDates } from '../../src/format/table-dates.ts'
import { INSIGHTS } from '../insights/definitions/index.ts'
import { queriedTables } from '../insights/query-tables.ts'
import { PLOTS } from '../plots/definitions/index.ts'
import type { ArchiveTable } from '../table/archive-table.ts'
import { packTable } from '../table/shared-table.ts'
import type { BuildEffects } from '../terminal/effects.ts'
import { onThreadStop, rebuildError } from '../workers/thread-failure.ts'
import type { QueryReply, QueryRequest } from './query-worker.ts'
import { type QueryInput, type QueryResults, writeQueryResults } from './write-query-results.ts'

/** Below this number of rows, the calling thread runs all queries before another thread would have started. */
const THREADED_ROWS = 20_000

/**
 * Writes the insights and plots of an archive: those of large tables on a separate thread, since the calling thread collects the
 * names meanwhile.
 */
export function runQueryJob(
  tables: Readonly<Record<TableName, ArchiveTable>>,
  dates: TableDates,
  dataDir: string,
  effects: BuildEffects,
): Promise<QueryResults> {
  const input: QueryInput = {
    tables: queriedTables(tables, [...INSIGHTS, ...PLOTS]),
    columns: eachTable((name) => tables[name].columns),
    dates,
    dataDir,
  }
  const rows = TABLE_NAMES.reduce((sum, name) => sum + tables[name].rows, 0)
  return rows < THREADED_ROWS ? writeQueryResults(input, effects) : runOnThread(input, effects)
}

async function runOnThread({ tables, ...others }: QueryInput, effects: BuildEffects): Promise<QueryResults> {
  const worker = new Worker(new URL('./query-worker.ts', import.meta.url))
  try {
    return await new Promise<QueryResults>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<QueryReply>) => {
        if (data.kind === 'log') effects.log(data.line)
        else if (data.kind === 'progress') effects.progress(data.stage, data.done, data.total)
        else if (data.kind === 'failed') reject(rebuildError(data))
        else resolve(data.results)
      }
      onThreadStop(worker, 'The thread of queries', reject)
      const request: QueryRequest = { ...others, tables: eachTable((name) => packTable(tables[name])) }
      worker.postMessage(request)
    })
  } finally {
    worker.terminate()
  }
}
