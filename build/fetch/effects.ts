/** What a fetch asks of the outside, so that tests can stand in for it. */
export interface FetchEffects {
  /** One plain line: a file that arrived, a try that failed. */
  log(line: string): void
  /** A line that the next one overwrites; drawn on a terminal, dropped elsewhere. */
  show(line: string): void
  /** The wall clock, for the provenance. */
  now(): Date
  /** Milliseconds from an arbitrary start, for durations and rates. */
  nowMs(): number
  sleep(ms: number): Promise<void>
  /** 0 up to 1, for the jitter between tries. */
  random(): number
}
