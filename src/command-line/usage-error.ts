/** A flag or setting that cannot be used; `message` is one sentence that names it and the value. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
