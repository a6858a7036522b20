import { isSystemError } from '../../src/command-line/run-command.ts'
import { ArchiveError } from '../archive/archive.ts'
import { packTable, shareTable } from '../table/shared-table.ts'
import { inlineTableJob } from './table-job.ts'
import type { TableReply, TableRequest } from './table-messages.ts'

/** The thread behind threaded-table-job.ts: one table, one request at a time. */
declare const self: Worker

const job = inlineTableJob(shareTable)
const onProgress = (done: number, total: number) => reply({ kind: 'progress', done, total })

function reply(message: TableReply): void {
  self.postMessage(message)
}

async function answer(request: TableRequest): Promise<TableReply> {
  if (request.kind === 'columns')
    return { kind: 'columns', files: await job.writeColumnFiles(request.dataDir, onProgress) }
  if (request.kind === 'whole')
    return { kind: 'whole', files: await job.writeWholeTable(request.dataDir, request.facts, onProgress) }
  const { table, ...reading } = await job.read(request.file, request.metadata, onProgress)
  return { kind: 'read', reading, table: packTable(table) }
}

function describe(error: unknown): TableReply {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  const place = error instanceof ArchiveError ? { place: error.place } : {}
  const system = isSystemError(error) ? { system: { code: error.code, syscall: error.syscall } } : {}
  return { kind: 'failed', message, stack, ...place, ...system }
}

self.onmessage = ({ data }: MessageEvent<TableRequest>) => {
  void answer(data).catch(describe).then(reply)
}
