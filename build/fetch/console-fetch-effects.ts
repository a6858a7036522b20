import { terminalLine } from '../terminal/terminal-line.ts'
import type { FetchEffects } from './effects.ts'

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
