import { type FileHandle, open } from 'node:fs/promises'
import { CatalogError } from '../../core/errors.ts'
import type { Pieces } from '../../core/pieces.ts'

/** Maximum bytes waiting to be written before the file accepts no more. */
const MAX_WAITING_BYTES = 4 * 1_048_576
/** Number of bytes after which the remaining space is checked again. */
const CHECK_BYTES = 8 * 1_048_576

/** A result file while it is written. */
export interface ResultFile {
  /** Accepts the next bytes; the caller should wait for the promise before it writes more. */
  write(pieces: Pieces): Promise<void> | undefined
  /** Aborted with the reason if the file cannot be written any further. */
  readonly signal: AbortSignal
  /** Resolves with the file's bytes when everything is written; rejects with the write error. */
  end(pieces: Pieces): Promise<number>
  /** Closes the file as it is. */
  close(): Promise<void>
}

/** The client's error for a file that cannot be written. */
function notWritten(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new CatalogError('jobs_unavailable', 'There is no space left to store the result of the job.')
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM')
    return new CatalogError('jobs_unavailable', 'The result of the job cannot be written at the moment.')
  return error
}

/** Space available for all results together. */
export interface ResultRoom {
  /** Bytes left. */
  left(): Promise<number>
  /** Counts bytes that have been written. */
  take(bytes: number): void
}

/** Creates the file at `path`. */
export async function createResultFile(path: string, room: ResultRoom): Promise<ResultFile> {
  let file: FileHandle
  try {
    file = await open(path, 'wx', 0o600)
  } catch (error) {
    throw notWritten(error)
  }
  const failed = new AbortController()
  let bytes = 0
  let checkedBytes = 0
  let roomBytes = 0
  let waiting = 0
  let chain: Promise<void> = Promise.resolve()

  const check = async (): Promise<void> => {
    roomBytes = await room.left()
    checkedBytes = bytes
    if (roomBytes <= 0)
      throw new CatalogError(
        'jobs_unavailable',
        'The result exceeds the space that is left for the results of jobs: narrow the query, or delete jobs that are not needed.',
      )
  }
  const writeAll = async (pieces: Pieces): Promise<void> => {
    if (failed.signal.aborted) return
    try {
      for (const piece of pieces) {
        if (bytes === 0 || bytes - checkedBytes >= Math.min(CHECK_BYTES, roomBytes)) await check()
        let at = 0
        while (at < piece.length) at += (await file.write(piece, at, piece.length - at)).bytesWritten
        bytes += piece.length
        room.take(piece.length)
      }
    } catch (error) {
      failed.abort(notWritten(error))
    }
  }
  const write = (pieces: Pieces): Promise<void> | undefined => {
    let added = 0
    for (const { length } of pieces) added += length
    waiting += added
    chain = chain.then(() => writeAll(pieces)).finally(() => (waiting -= added))
    return waiting > MAX_WAITING_BYTES ? chain : undefined
  }
  return {
    write,
    signal: failed.signal,
    async end(pieces) {
      void write(pieces)
      await chain
      await file.close().catch((error: unknown) => failed.abort(notWritten(error)))
      if (failed.signal.aborted) throw failed.signal.reason
      return bytes
    },
    async close() {
      await chain
      await file.close().catch(() => {})
    },
  }
}
