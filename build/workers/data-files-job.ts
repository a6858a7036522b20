import type { FileRef } from '../../src/format/manifest.ts'
import type { DataFilesReply } from './data-files-worker.ts'
import { onThreadStop, rebuildError } from './thread-failure.ts'
import { type DataFilesInput, type OnDataFile, writeDataFiles } from './write-data-files.ts'

/** Below this number of cells, the calling thread writes all files before another thread would have started. */
const THREADED_CELLS = 300_000

/** Writes the files of `writeDataFiles`: large tables on a separate thread, whose memory is freed when it ends. */
export function runDataFilesJob(input: DataFilesInput, onFile: OnDataFile): Promise<Readonly<Record<string, FileRef>>> {
  const cells = input.tables.reduce((sum, { table }) => sum + table.rows * table.columns.length, 0)
  return cells < THREADED_CELLS ? writeDataFiles(input, onFile) : runOnThread(input, onFile)
}

async function runOnThread(input: DataFilesInput, onFile: OnDataFile): Promise<Readonly<Record<string, FileRef>>> {
  const worker = new Worker(new URL('./data-files-worker.ts', import.meta.url))
  try {
    return await new Promise<Readonly<Record<string, FileRef>>>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<DataFilesReply>) => {
        if (data.kind === 'progress') onFile(data.table, data.done, data.total)
        else if (data.kind === 'failed') reject(rebuildError(data))
        else resolve(data.files)
      }
      onThreadStop(worker, 'The thread of whole tables', reject)
      worker.postMessage(input)
    })
  } finally {
    worker.terminate()
  }
}
