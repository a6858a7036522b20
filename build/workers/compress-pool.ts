import { type CompressedExport, compressExport } from './compress-export.ts'
import { onThreadStop } from './thread-failure.ts'

/** Compresses batches of export files. Up to `slots` batches can be in progress before the next one is worth preparing. */
export interface CompressPool {
  readonly slots: number
  /** Transfers the buffers of `files`: their bytes must not be used afterwards. */
  compress(files: readonly Uint8Array<ArrayBuffer>[]): Promise<readonly CompressedExport[]>
  close(): void
}

/** A pool without threads, for builds so small that starting threads (about 30 ms each) would cost more than it saves. */
export function inlineCompressPool(): CompressPool {
  return { slots: 1, compress: async (files) => files.map(compressExport), close: () => {} }
}

/** A pool of `threads` workers. Results do not depend on their number. */
export function threadedCompressPool(threads: number): CompressPool {
  const workers = Array.from({ length: threads }, () => startWorker())
  let next = 0
  return {
    slots: threads * 2,
    compress: (files) => {
      next = (next + 1) % workers.length
      return workers[next]!.send(files)
    },
    close: () => {
      for (const worker of workers) worker.stop()
    },
  }
}

interface Waiting {
  resolve(files: readonly CompressedExport[]): void
  reject(reason: Error): void
}

function startWorker() {
  const worker = new Worker(new URL('./compress-worker.ts', import.meta.url))
  const waiting: Waiting[] = []
  worker.onmessage = ({ data }: MessageEvent<readonly CompressedExport[]>) => waiting.shift()?.resolve(data)
  onThreadStop(worker, 'A compression thread', (error) => {
    for (const { reject } of waiting.splice(0)) reject(error)
  })
  return {
    send: (files: readonly Uint8Array<ArrayBuffer>[]) =>
      new Promise<readonly CompressedExport[]>((resolve, reject) => {
        waiting.push({ resolve, reject })
        worker.postMessage(
          files,
          files.map((file) => file.buffer),
        )
      }),
    stop: () => worker.terminate(),
  }
}
