import type { FetchEffects } from './effects.ts'

/** Redraws per second stay readable and cost nothing. */
const REDRAW_MS = 200
const CLEAR_LINE = '\r\u001b[2K'

/** Effects of a command: lines to standard output, progress only where a person can see it move. */
export function consoleFetchEffects(out: NodeJS.WriteStream = process.stdout): FetchEffects {
  let drawnAt = Number.NEGATIVE_INFINITY
  let isDrawn = false
  return {
    log(line) {
      out.write(`${isDrawn ? CLEAR_LINE : ''}${line}\n`)
      isDrawn = false
    },
    show(line) {
      const now = performance.now()
      if (!out.isTTY || now - drawnAt < REDRAW_MS) return
      drawnAt = now
      isDrawn = true
      out.write(`${CLEAR_LINE}${line.slice(0, Math.max(20, (out.columns ?? 80) - 1))}`)
    },
    now: () => new Date(),
    nowMs: () => performance.now(),
    sleep: (ms) => Bun.sleep(ms),
    random: Math.random,
  }
}
