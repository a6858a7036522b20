import { type CompressedExport, compressExport } from './compress-export.ts'

/** The thread behind compress-pool.ts: takes a batch of files, answers with the same batch compressed. */
declare const self: Worker

self.onmessage = ({ data }: MessageEvent<readonly Uint8Array<ArrayBuffer>[]>) => {
  const compressed: readonly CompressedExport[] = data.map(compressExport)
  self.postMessage(
    compressed,
    compressed.map((file) => file.gzip.buffer),
  )
}
