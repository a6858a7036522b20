/** An invalid flag or setting; `message` is one sentence that contains it and the value. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
