import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'
import type { InputFile } from '../../../src/format/manifest.ts'
import { ArchiveError } from '../archive.ts'
import { gunzip } from './gunzip.ts'

/** Format of a table file. */
export type FileForm = 'csv' | 'tsv' | 'votable'

/** One file of an archive folder. `name` is the base name, the only part of the path that a message can show. */
export interface ArchiveFile {
  readonly name: string
  readonly path: string
  readonly form: FileForm
}

const CHUNK_BYTES = 1 << 20
const GZIP_MAGIC = [0x1f, 0x8b]

/**
 * Reads a file once, from start to end: `bytes()` returns its content, decompressed if it is gzip, and after the last chunk
 * `input` describes the bytes as stored. Every error is an ArchiveError.
 */
export class FileReading {
  readonly #hash = new Bun.CryptoHasher('sha256')
  #stored = 0
  #size = 0
  #isComplete = false

  constructor(
    readonly file: ArchiveFile,
    readonly onProgress: (done: number, total: number) => void = () => {},
  ) {}

  get input(): InputFile {
    if (!this.#isComplete) throw new Error(`${this.file.name} has not been read to its end`)
    return { name: this.file.name, bytes: this.#stored, sha256: this.#hash.copy().digest('hex') }
  }

  async *bytes(): AsyncGenerator<Uint8Array> {
    const stored = this.#storedBytes()
    try {
      const first = await stored.next()
      const isGzip = first.done !== true && GZIP_MAGIC.every((byte, index) => first.value[index] === byte)
      if (!isGzip && this.file.name.toLowerCase().endsWith('.gz'))
        throw new ArchiveError(`${this.file.name} is not gzip data, although its name ends in .gz.`, {
          file: this.file.name,
        })
      const whole = prepend(first, stored)
      if (isGzip) yield* this.#unpacked(whole)
      else yield* whole
    } finally {
      // A reader that stops at the first chunk never reaches `stored`, which holds the open file.
      await stored.return(undefined)
    }
  }

  async *#storedBytes(): AsyncGenerator<Uint8Array> {
    let handle: FileHandle | undefined
    try {
      handle = await open(this.file.path, 'r')
      this.#size = (await handle.stat()).size
      for (;;) {
        const { bytesRead, buffer } = await handle.read(new Uint8Array(CHUNK_BYTES), 0, CHUNK_BYTES, null)
        if (bytesRead === 0) break
        const bytes = buffer.subarray(0, bytesRead)
        this.#hash.update(bytes)
        this.#stored += bytesRead
        this.onProgress(this.#stored, this.#size)
        yield bytes
      }
      this.#isComplete = true
    } catch (error) {
      throw new ArchiveError(
        `${this.file.name} cannot be read (${errorCode(error)}).`,
        { file: this.file.name },
        { cause: error },
      )
    } finally {
      await handle?.close()
    }
  }

  async *#unpacked(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      yield* gunzip(packed, CHUNK_BYTES)
    } catch (error) {
      if (error instanceof ArchiveError) throw error
      const reason = errorCode(error) === 'Z_BUF_ERROR' ? 'is cut off' : 'is damaged'
      throw new ArchiveError(
        `${this.file.name} ${reason}: its gzip data do not unpack.`,
        { file: this.file.name },
        { cause: error },
      )
    }
  }
}

async function* prepend(
  first: IteratorResult<Uint8Array>,
  rest: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (first.done === true) return
  yield first.value
  yield* rest
}

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
}
