/** What a file is stored with: how clients are told to read and to keep it. */
export interface StoredAs {
  readonly mediaType: string
  readonly cacheControl: string
}

/** A file in a storage, by its key: a path with `/`, below the address of the storage. */
export interface StoredFile {
  readonly key: string
  readonly bytes: number
  /** When it was written, by the clock of the storage; milliseconds since 1970. */
  readonly modifiedMs: number
}

/** A place that snapshots are read from. */
export interface ReadableStorage {
  /** Its address, as it was given. */
  readonly address: string
  /**
   * The bytes of a file from `from` on; undefined where there is no such file. Throws a StorageError, and so does the stream
   * where it ends before the file does or stands still.
   */
  read(key: string, from: number): Promise<ReadableStream<Uint8Array> | undefined>
}

/** A place that snapshots are kept in. Everything throws a StorageError where it does not succeed. */
export interface Storage extends ReadableStorage {
  /** Every file whose key begins with `prefix`. */
  list(prefix: string): Promise<readonly StoredFile[]>
  /** Writes a file in one step: until it is there whole, whoever looks finds the one before, or none. */
  write(key: string, content: Blob, as: StoredAs): Promise<void>
  /** Removes a file, if it is there. */
  remove(key: string): Promise<void>
}

/** What a storage did not do, in a sentence that names the file, the place and the way out. */
export class StorageError extends Error {
  override readonly name = 'StorageError'

  constructor(
    message: string,
    /** Whether the same may succeed a moment later. */
    readonly isTransient: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** The text of a small file; undefined where there is none. */
export async function readText(storage: ReadableStorage, key: string): Promise<string | undefined> {
  const stream = await storage.read(key, 0)
  return stream === undefined ? undefined : new Response(stream).text()
}
