import { packTable, shareTable } from '../table/shared-table.ts'
import { inlineTableJob } from './table-job.ts'
import type { TableReply, TableRequest } from './table-messages.ts'
import { describeFailure } from './thread-failure.ts'

/** The thread used by threaded-table-job.ts: one table, one request at a time. */
declare const self: Worker

const job = inlineTableJob(shareTable)
const onProgress = (done: number, total: number) => reply({ kind: 'progress', done, total })

function reply(message: TableReply): void {
  self.postMessage(message)
}

async function answer(request: TableRequest): Promise<TableReply> {
  if (request.kind === 'columns')
    return { kind: 'columns', files: await job.writeColumnFiles(request.dataDir, onProgress) }
  const { table, ...reading } = await job.read(request.file, request.metadata, onProgress)
  return { kind: 'read', reading, table: packTable(table) }
}

self.onmessage = ({ data }: MessageEvent<TableRequest>) => {
  void answer(data).catch(describeFailure).then(reply)
}
