/** Metadata stored with a file, which clients use to read and cache it. */
export interface StoredAs {
  readonly mediaType: string
  readonly cacheControl: string
}

/** A file in a storage, by its key: a path with `/`, relative to the URL of the storage. */
export interface StoredFile {
  readonly key: string
  readonly bytes: number
  /** Modification time according to the storage's clock; milliseconds since 1970. */
  readonly modifiedMs: number
}

/** A storage from which snapshots are read. */
export interface ReadableStorage {
  /** The address, unchanged from the setting. */
  readonly address: string
  /**
   * Returns the bytes of a file from `from` on; undefined if the file does not exist. Throws a StorageError, and so does the
   * stream if it stalls or ends before the file does.
   */
  read(key: string, from: number): Promise<ReadableStream<Uint8Array> | undefined>
}

/** A storage for snapshots. Every failed operation throws a StorageError. */
export interface Storage extends ReadableStorage {
  /** Lists all files whose keys begin with `prefix`. */
  list(prefix: string): Promise<readonly StoredFile[]>
  /** Writes a file in one step: until it is complete, readers find the previous one, or none. */
  write(key: string, content: Blob, as: StoredAs): Promise<void>
  /** Removes a file, if it exists. */
  remove(key: string): Promise<void>
}

/** Why a storage operation failed, in a sentence with the file, the place and the remedy. */
export class StorageError extends Error {
  override readonly name = 'StorageError'

  constructor(
    message: string,
    /** Whether the same operation can succeed a moment later. */
    readonly isTransient: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** Returns the text of a small file; undefined if there is none. */
export async function readText(storage: ReadableStorage, key: string): Promise<string | undefined> {
  const stream = await storage.read(key, 0)
  return stream === undefined ? undefined : new Response(stream).text()
}
