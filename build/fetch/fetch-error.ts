/** Why a fetch failed, in a sentence for whoever runs it. */
export class FetchError extends Error {
  override readonly name = 'FetchError'
  /** True where the same request may succeed a little later. */
  readonly mayPass: boolean
  /** What the service asked to wait before the next try. */
  readonly retryAfterMs: number | undefined

  constructor(
    message: string,
    facts: { readonly mayPass: boolean; readonly retryAfterMs?: number | undefined },
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.mayPass = facts.mayPass
    this.retryAfterMs = facts.retryAfterMs
  }
}
