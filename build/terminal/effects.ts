import { terminalLine } from '../../src/command-line/terminal-line.ts'
import { formatDuration } from './format.ts'

/** What the build asks of the outside, so that tests can stand in for it. */
export interface BuildEffects {
  /** One plain line of progress or of the summary. */
  log(line: string): void
  /** Progress within a stage, 0 to `total`; drawn on a terminal, dropped elsewhere. */
  progress(stage: string, done: number, total: number): void
  /** Milliseconds from an arbitrary start; for durations only, never written into an artifact. */
  nowMs(): number
}

/** Redraws per second stay readable and cost nothing. */
const REDRAW_MS = 100

/** Effects of a command: lines to standard output, progress only where a person can see it move. */
export function consoleEffects(out: NodeJS.WriteStream = process.stdout): BuildEffects {
  const { log, draw } = terminalLine(out, REDRAW_MS)
  return {
    log,
    progress: (stage, done, total) =>
      draw(() => `${stage} ${done.toLocaleString('en')} / ${total.toLocaleString('en')}`),
    nowMs: () => performance.now(),
  }
}

/** Runs one step of the build and reports it in one line. */
export async function timeStage<T>(effects: BuildEffects, stage: string, run: () => Promise<T>): Promise<T> {
  const start = effects.nowMs()
  const result = await run()
  effects.log(`${stage}: ${formatDuration(effects.nowMs() - start)}`)
  return result
}
