import { type CompressedExport, compressExport } from './compress-export.ts'

/** The thread used by compress-pool.ts: receives a batch of files and returns the same batch compressed. */
declare const self: Worker

self.onmessage = ({ data }: MessageEvent<readonly Uint8Array<ArrayBuffer>[]>) => {
  const compressed: readonly CompressedExport[] = data.map(compressExport)
  self.postMessage(
    compressed,
    compressed.map((file) => file.gzip.buffer),
  )
}
