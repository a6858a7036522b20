import { describeFailure, type ThreadFailure } from './thread-failure.ts'
import { type DataFilesInput, writeDataFiles } from './write-data-files.ts'

/** Replies of the thread: any number of `progress`, then the files or the failure. */
export type DataFilesReply =
  | { readonly kind: 'progress'; readonly table: string; readonly done: number; readonly total: number }
  | { readonly kind: 'files'; readonly files: Awaited<ReturnType<typeof writeDataFiles>> }
  | ThreadFailure

/** The thread used by data-files-job.ts: handles one request. */
declare const self: Worker

const reply = (message: DataFilesReply): void => self.postMessage(message)

async function answer(input: DataFilesInput): Promise<DataFilesReply> {
  const files = await writeDataFiles(input, (table, done, total) => reply({ kind: 'progress', table, done, total }))
  return { kind: 'files', files }
}

self.onmessage = ({ data }: MessageEvent<DataFilesInput>) => {
  void answer(data).catch(describeFailure).then(reply)
}
