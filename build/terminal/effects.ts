import { terminalLine } from '../../src/command-line/terminal-line.ts'
import { formatDuration } from './format.ts'

/** The side effects of a build, which tests can replace. */
export interface BuildEffects {
  /** Writes one plain line of progress or of the summary. */
  log(line: string): void
  /** Shows progress within a stage, 0 to `total`; drawn on a terminal, dropped elsewhere. */
  progress(stage: string, done: number, total: number): void
  /** Returns milliseconds from an arbitrary start; only for durations, never written to an artifact. */
  nowMs(): number
}

/** Effects of a command: lines go to standard output, progress only to a terminal. */
export function consoleEffects(out: NodeJS.WriteStream = process.stdout): BuildEffects {
  const { log, progress } = terminalLine(out)
  return { log, progress, nowMs: () => performance.now() }
}

/** Runs one step of the build and reports it in one line. */
export async function timeStage<T>(effects: BuildEffects, stage: string, run: () => Promise<T>): Promise<T> {
  const start = effects.nowMs()
  const result = await run()
  effects.log(`${stage}: ${formatDuration(effects.nowMs() - start)}`)
  return result
}
