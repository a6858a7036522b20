import type { BuildEffects } from './effects.ts'

/** Redraws per second stay readable and cost nothing. */
const REDRAW_MS = 100
const CLEAR_LINE = '\r\u001b[2K'

/** Effects of a command: lines to standard output, progress only where a person can see it move. */
export function consoleEffects(out: NodeJS.WriteStream = process.stdout): BuildEffects {
  const nowMs = () => performance.now()
  let drawnAt = Number.NEGATIVE_INFINITY
  let isDrawn = false
  return {
    log(line) {
      out.write(`${isDrawn ? CLEAR_LINE : ''}${line}\n`)
      isDrawn = false
    },
    progress(stage, done, total) {
      const now = nowMs()
      if (!out.isTTY || now - drawnAt < REDRAW_MS) return
      drawnAt = now
      isDrawn = true
      out.write(`${CLEAR_LINE}${stage} ${done.toLocaleString('en')} / ${total.toLocaleString('en')}`)
    },
    nowMs,
  }
}
