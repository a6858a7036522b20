import { eachTable, type TableName } from '../../src/format/table.ts'
import { type SharedTable, unpackTable } from '../table/shared-table.ts'
import { describeFailure, type ThreadFailure } from '../workers/thread-failure.ts'
import { type QueryInput, type QueryResults, writeQueryResults } from './write-query-results.ts'

/** The request of the thread, with tables in shared memory. */
export interface QueryRequest extends Omit<QueryInput, 'tables'> {
  readonly tables: Readonly<Record<TableName, SharedTable>>
}

/** Replies of the thread: any number of `log` and `progress`, then the results or the failure. */
export type QueryReply =
  | { readonly kind: 'log'; readonly line: string }
  | { readonly kind: 'progress'; readonly stage: string; readonly done: number; readonly total: number }
  | { readonly kind: 'results'; readonly results: QueryResults }
  | ThreadFailure

/** The thread used by query-job.ts: handles one request. */
declare const self: Worker

const reply = (message: QueryReply): void => self.postMessage(message)

async function answer({ tables, ...others }: QueryRequest): Promise<QueryReply> {
  const results = await writeQueryResults(
    { ...others, tables: eachTable((name) => unpackTable(tables[name])) },
    {
      log: (line) => reply({ kind: 'log', line }),
      progress: (stage, done, total) => reply({ kind: 'progress', stage, done, total }),
    },
  )
  return { kind: 'results', results }
}

self.onmessage = ({ data }: MessageEvent<QueryRequest>) => {
  void answer(data).catch(describeFailure).then(reply)
}
