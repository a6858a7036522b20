/** What the build asks of the outside, so that tests can stand in for it. */
export interface BuildEffects {
  /** One plain line of progress or of the summary. */
  log(line: string): void
  /** Progress within a stage, 0 to `total`; drawn on a terminal, dropped elsewhere. */
  progress(stage: string, done: number, total: number): void
  /** Milliseconds from an arbitrary start; for durations only, never written into an artefact. */
  nowMs(): number
}
