import { once } from 'node:events'
import { type FileHandle, open } from 'node:fs/promises'
import { createGzip } from 'node:zlib'
import { ArchiveError } from '../archive/archive.ts'
import type { TableSink } from '../archive/cells/table-sink.ts'
import { readDelimited } from '../archive/formats/delimited.ts'
import { checkUtf8 } from '../archive/text/utf8.ts'
import { FetchError } from './fetch-error.ts'

/** A table that has been written to disk, complete as far as its text shows. */
export interface StoredAnswer {
  readonly columns: readonly string[]
  readonly rows: number
  /** Size of the CSV text as sent, without compression. */
  readonly textBytes: number
  /** SHA-256 of the CSV text, in lower-case hex. */
  readonly textSha256: string
  /** The gzip file. */
  readonly bytes: number
  /** SHA-256 of the gzip file, in lower-case hex. */
  readonly sha256: string
}

const GZIP_LEVEL = 6
/** Bytes passed to the compressor at a time: its output depends on this, and the same text must produce the same file. */
const BLOCK_BYTES = 1 << 18

/** Compresses the data written to it into a file, and waits if the disk is slower than the network. */
class GzipFile {
  readonly #gzip = createGzip({ level: GZIP_LEVEL })
  readonly #hash = new Bun.CryptoHasher('sha256')
  readonly #writing: Promise<void>
  #block = new Uint8Array(BLOCK_BYTES)
  #filled = 0
  #bytes = 0

  constructor(readonly file: FileHandle) {
    this.#writing = this.#writeAll()
    // The writer receives any failure; until then it must not be reported as unhandled.
    this.#gzip.on('error', () => {})
    this.#writing.catch(() => {})
  }

  async #writeAll(): Promise<void> {
    for await (const chunk of this.#gzip) {
      this.#hash.update(chunk)
      this.#bytes += chunk.byteLength
      for (let at = 0; at < chunk.byteLength; ) at += (await this.file.write(chunk, at)).bytesWritten
    }
  }

  /** Copies the chunk. */
  async write(chunk: Uint8Array): Promise<void> {
    for (let at = 0; at < chunk.byteLength; ) {
      const taken = Math.min(chunk.byteLength - at, BLOCK_BYTES - this.#filled)
      this.#block.set(chunk.subarray(at, at + taken), this.#filled)
      this.#filled += taken
      at += taken
      if (this.#filled === BLOCK_BYTES) await this.#pass()
    }
  }

  async #pass(): Promise<void> {
    const block = this.#block.subarray(0, this.#filled)
    // The compressor might still be reading the old block.
    this.#block = new Uint8Array(BLOCK_BYTES)
    this.#filled = 0
    if (!this.#gzip.write(block)) await Promise.race([once(this.#gzip, 'drain'), this.#writing])
  }

  async end(): Promise<{ readonly bytes: number; readonly sha256: string }> {
    await this.#pass()
    this.#gzip.end()
    await this.#writing
    await this.file.sync()
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }

  destroy(): void {
    this.#gzip.destroy()
  }
}

/** Counts the rows of a table and keeps its columns. */
class RowCounter implements TableSink {
  columns: readonly string[] = []
  rows = 0

  constructor(readonly onRows: (rows: number) => void) {}

  begin({ names }: { readonly names: readonly string[] }): void {
    this.columns = names
  }

  add(batch: { readonly rows: number }): void {
    this.rows += batch.rows
    this.onRows(this.rows)
  }
}

/**
 * Writes CSV text that arrives in chunks to `path`, compressed, and checks it as the build will: UTF-8, one header, every row
 * with the header's number of cells, no open quote at the end. Memory holds only a few chunks. Throws a FetchError if the text is
 * not such a table.
 */
export async function storeAnswer(
  path: string,
  name: string,
  chunks: AsyncIterable<Uint8Array>,
  onRows: (rows: number) => void,
): Promise<StoredAnswer> {
  const file = await open(path, 'w')
  const target = new GzipFile(file)
  const hash = new Bun.CryptoHasher('sha256')
  const counter = new RowCounter(onRows)
  let textBytes = 0
  async function* kept(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      hash.update(chunk)
      textBytes += chunk.byteLength
      await target.write(chunk)
      yield chunk
    }
  }
  try {
    await readDelimited(name, checkUtf8(name, kept()), ',', counter)
    const stored = await target.end()
    return { columns: counter.columns, rows: counter.rows, textBytes, textSha256: hash.digest('hex'), ...stored }
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error
    throw new FetchError(
      `The response is not a complete table: ${error.message}`,
      { isTransient: true },
      { cause: error },
    )
  } finally {
    target.destroy()
    await file.close()
  }
}
