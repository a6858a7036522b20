import { terminalLine } from '../../src/command-line/terminal-line.ts'

/** The side effects of a fetch, which tests can replace. */
export interface FetchEffects {
  /** Writes one plain line: a file that arrived, an attempt that failed. */
  log(line: string): void
  /** Shows a line that the next one overwrites; drawn on a terminal, dropped elsewhere. */
  show(line: string): void
  /** The wall clock, for the provenance. */
  now(): Date
  /** Milliseconds from an arbitrary start, for durations and rates. */
  nowMs(): number
  sleep(ms: number): Promise<void>
  /** A number in [0, 1), for the jitter between attempts. */
  random(): number
}

/** Effects of a command: lines go to standard output, progress only to a terminal. */
export function consoleFetchEffects(out: NodeJS.WriteStream = process.stdout): FetchEffects {
  const { log, draw } = terminalLine(out)
  return {
    log,
    show: (line) => draw(() => line),
    now: () => new Date(),
    nowMs: () => performance.now(),
    sleep: (ms) => Bun.sleep(ms),
    random: Math.random,
  }
}
