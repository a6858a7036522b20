/** A snapshot on disk that cannot be served. The message is one or two sentences for the operator. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError'
}
