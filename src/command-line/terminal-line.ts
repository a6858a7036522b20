import { printable } from '../core/text/printable.ts'
import { groupedDigits } from '../units/typeset-numbers.ts'

const CLEAR_LINE = '\r\u001b[2K'

/** The last line of a terminal, which is redrawn; other outputs get only complete lines. Control characters are escaped. */
export interface TerminalLine {
  /** Writes a permanent line. */
  log(line: string): void
  /** Draws a line that the next one replaces, unless one was drawn a moment ago; does nothing if the output is not a terminal. */
  draw(line: () => string): void
  /** Draws the progress of a stage, 0 to `total`. */
  progress(stage: string, done: number, total: number): void
}

/** Minimum time between redraws in milliseconds: readable, at negligible cost. */
const REDRAW_MS = 100

/** Draws at most every `redrawMs`. */
export function terminalLine(out: NodeJS.WriteStream, redrawMs = REDRAW_MS): TerminalLine {
  let drawnAt = Number.NEGATIVE_INFINITY
  let isDrawn = false
  const draw: TerminalLine['draw'] = (line) => {
    const now = performance.now()
    if (!out.isTTY || now - drawnAt < redrawMs) return
    drawnAt = now
    isDrawn = true
    // A longer line would wrap, and its first part could not be redrawn. Some terminals report no width, as 0.
    out.write(`${CLEAR_LINE}${printable(line()).slice(0, Math.max(20, (out.columns || 80) - 1))}`)
  }
  return {
    log(line) {
      out.write(`${isDrawn ? CLEAR_LINE : ''}${printable(line)}\n`)
      isDrawn = false
    },
    draw,
    progress: (stage, done, total) => draw(() => `${stage} ${groupedDigits(done)} / ${groupedDigits(total)}`),
  }
}
