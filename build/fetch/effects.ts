import { terminalLine } from '../../src/command-line/terminal-line.ts'

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

/** Redraws per second stay readable and cost nothing. */
const REDRAW_MS = 200

/** Effects of a command: lines to standard output, progress only where a person can see it move. */
export function consoleFetchEffects(out: NodeJS.WriteStream = process.stdout): FetchEffects {
  const { log, draw } = terminalLine(out, REDRAW_MS)
  return {
    log,
    show: (line) => draw(() => line),
    now: () => new Date(),
    nowMs: () => performance.now(),
    sleep: (ms) => Bun.sleep(ms),
    random: Math.random,
  }
}
