import type { BuildEffects } from './effects.ts'
import { terminalLine } from './terminal-line.ts'

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
