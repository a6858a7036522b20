import type { FileRef } from '../../src/format/manifest.ts'
import { withSums } from '../whole-tables/write-data-files.ts'
import type { DataFilesReply } from './data-files-worker.ts'
import { settleAll } from './settle-all.ts'
import { onThreadStop, rebuildError } from './thread-failure.ts'
import {
  type DataFiles,
  type DataFilesInput,
  type OnDataFile,
  type WholeTable,
  writeDataFiles,
} from './write-data-files.ts'

/** Below this number of cells, the calling thread writes all files before another thread would have started. */
const THREADED_CELLS = 300_000

/** Everything that can be downloaded in full. */
export type AllDataFilesInput = DataFilesInput & { readonly catalog: FileRef }

/**
 * Writes the files of all tables, the compressed database and the checksums of all. Large tables are written on two threads, whose
 * memory is freed when they end. On one, their files would be the last of the build, with nothing left to do for the other
 * processor: 12 s of its 26 s in this step, at full size.
 */
export async function runDataFilesJob(input: AllDataFilesInput, onFile: OnDataFile): Promise<DataFiles> {
  const { tables, dataDir } = input
  const cells = tables.reduce((sum, table) => sum + cellsOf(table), 0)
  const written =
    cells < THREADED_CELLS
      ? [await writeDataFiles(input, onFile)]
      : await settleAll(divided(input).map((part) => runOnThread(part, onFile)))
  return withSums(inOrder(tables, Object.assign({}, ...written)), dataDir)
}

function cellsOf({ table }: WholeTable): number {
  return table.rows * table.columns.length
}

/** Divides the work in two: the largest table, and everything else. */
function divided({ tables, catalog, dataDir }: AllDataFilesInput): readonly DataFilesInput[] {
  const largest = tables.reduce((most, table) => (cellsOf(table) > cellsOf(most) ? table : most))
  return [
    { tables: [largest], dataDir },
    { tables: tables.filter((table) => table !== largest), catalog, dataDir },
  ]
}

/** The same files in the order of the tables, whichever thread has written them. */
function inOrder(tables: readonly WholeTable[], files: DataFiles): DataFiles {
  const place = (name: string) => {
    const index = tables.findIndex(({ table }) => name.startsWith(`${table.name}.`))
    return index < 0 ? tables.length : index
  }
  return Object.fromEntries(Object.entries(files).toSorted(([a], [b]) => place(a) - place(b)))
}

async function runOnThread(input: DataFilesInput, onFile: OnDataFile): Promise<DataFiles> {
  const worker = new Worker(new URL('./data-files-worker.ts', import.meta.url))
  try {
    return await new Promise<DataFiles>((resolve, reject) => {
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
