/** Details of a FetchError besides its message. */
export interface FetchErrorFacts {
  /** Whether the same request can succeed a little later. */
  readonly isTransient: boolean
  /** The waiting time that the service requested before the next attempt. */
  readonly retryAfterMs?: number | undefined
  /** Whether the service accepts only browsers. */
  readonly needsBrowser?: boolean
  /** How the user can proceed, as lines. */
  readonly advice?: readonly string[]
}

/** Why a fetch failed, in a sentence for the user. */
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
