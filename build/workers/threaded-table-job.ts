import { unpackTable } from '../table/shared-table.ts'
import type { OnProgress, TableJob } from './table-job.ts'
import type { TableReply, TableRequest } from './table-messages.ts'
import { onThreadStop, rebuildError } from './thread-failure.ts'

interface Waiting {
  readonly onProgress: OnProgress
  resolve(reply: TableReply): void
  reject(error: Error): void
}

/** Creates a job on a separate thread. Results do not depend on the thread. */
export function threadedTableJob(): TableJob {
  const worker = new Worker(new URL('./table-worker.ts', import.meta.url))
  let waiting: Waiting | undefined
  const settle = (use: (asked: Waiting) => void) => {
    const asked = waiting
    waiting = undefined
    if (asked !== undefined) use(asked)
  }
  worker.onmessage = ({ data }: MessageEvent<TableReply>) => {
    if (data.kind === 'progress') waiting?.onProgress(data.done, data.total)
    else if (data.kind === 'failed') settle(({ reject }) => reject(rebuildError(data)))
    else settle(({ resolve }) => resolve(data))
  }
  onThreadStop(worker, 'A table thread', (error) => settle(({ reject }) => reject(error)))
  const ask = (request: TableRequest, onProgress: OnProgress) =>
    new Promise<TableReply>((resolve, reject) => {
      waiting = { onProgress, resolve, reject }
      worker.postMessage(request)
    })
  return {
    async read(file, metadata, onProgress) {
      const reply = await ask({ kind: 'read', file, metadata }, onProgress)
      if (reply.kind !== 'read') throw new Error(`A table thread answered ${reply.kind} to read.`)
      return { ...reply.reading, table: unpackTable(reply.table) }
    },
    async writeColumnFiles(dataDir, onProgress) {
      const reply = await ask({ kind: 'columns', dataDir }, onProgress)
      if (reply.kind !== 'columns') throw new Error(`A table thread answered ${reply.kind} to columns.`)
      return reply.files
    },
    close: () => worker.terminate(),
  }
}
