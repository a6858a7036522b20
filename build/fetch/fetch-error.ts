/** Why a fetch failed, in a sentence for whoever runs it. */
export class FetchError extends Error {
  override readonly name = 'FetchError'
  /** True where the same request may succeed a little later. */
  readonly isTransient: boolean
  /** What the service asked to wait before the next try. */
  readonly retryAfterMs: number | undefined

  constructor(
    message: string,
    facts: { readonly isTransient: boolean; readonly retryAfterMs?: number | undefined },
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.isTransient = facts.isTransient
    this.retryAfterMs = facts.retryAfterMs
  }
}
