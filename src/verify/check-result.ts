/** The result of one check of a snapshot. */
export interface CheckResult {
  /** A text that states what was compared. */
  readonly check: string
  /** A text that states how much was compared. */
  readonly figures: string
  /** The first differences, each a sentence; empty if there are none. */
  readonly differences: readonly string[]
  /** Number of all differences. */
  readonly differing: number
}

const SHOWN_DIFFERENCES = 5

/** Collects the differences of one check and stores the first ones. */
export class Comparison {
  readonly #shown: string[] = []
  #differing = 0

  constructor(readonly check: string) {}

  differ(difference: string): void {
    this.#differing += 1
    if (this.#shown.length < SHOWN_DIFFERENCES) this.#shown.push(difference)
  }

  /** Records a difference unless both are equal. */
  same(what: string, found: unknown, expected: unknown): void {
    if (found !== expected) this.differ(`${what} is ${shown(found)}, but should be ${shown(expected)}.`)
  }

  /** As `same`, for long bytes: reports the position of the first difference. */
  sameBytes(what: string, found: Uint8Array, expected: Uint8Array): void {
    if (Buffer.compare(found, expected) === 0) return
    let at = 0
    while (at < found.length && found[at] === expected[at]) at += 1
    const around = (bytes: Uint8Array) =>
      JSON.stringify(Buffer.from(bytes.subarray(Math.max(0, at - 20), at + 40)).toString())
    this.differ(`${what}: at byte ${at} it has ${around(found)}, but should have ${around(expected)}.`)
  }

  done(figures: string): CheckResult {
    return { check: this.check, figures, differences: this.#shown, differing: this.#differing }
  }
}

function shown(value: unknown): string {
  const text = typeof value === 'bigint' ? value.toString() : (JSON.stringify(value) ?? String(value))
  return text.length <= 120 ? text : `${text.slice(0, 117)}…`
}
