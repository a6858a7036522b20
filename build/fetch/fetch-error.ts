/** What a FetchError says besides its message. */
export interface FetchErrorFacts {
  /** True where the same request may succeed a little later. */
  readonly isTransient: boolean
  /** What the service asked to wait before the next try. */
  readonly retryAfterMs?: number | undefined
  /** True where the service answers browsers only. */
  readonly needsBrowser?: boolean
  /** How a person can go on, in lines. */
  readonly advice?: readonly string[]
}

/** Why a fetch failed, in a sentence for whoever runs it. */
export class FetchError extends Error {
  override readonly name = 'FetchError'
  readonly isTransient: boolean
  readonly retryAfterMs: number | undefined
  readonly needsBrowser: boolean
  readonly advice: readonly string[]

  constructor(message: string, facts: FetchErrorFacts, options?: ErrorOptions) {
    super(message, options)
    this.isTransient = facts.isTransient
    this.retryAfterMs = facts.retryAfterMs
    this.needsBrowser = facts.needsBrowser ?? false
    this.advice = facts.advice ?? []
  }
}
