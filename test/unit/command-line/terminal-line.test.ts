import { expect, test } from 'bun:test'
import { terminalLine } from '../../../src/command-line/terminal-line.ts'

const CLEAR_LINE = '\r\u001b[2K'

/** A terminal line on an output of so many columns; 0 is a terminal that reports no width, undefined no terminal. */
function lineOn(columns: number | undefined, redrawMs = 0) {
  const written: string[] = []
  const out = { isTTY: columns !== undefined, columns, write: (text: string) => written.push(text) }
  return { written, ...terminalLine(out as unknown as NodeJS.WriteStream, redrawMs) }
}

test('a drawn line is replaced by the next one, and by a line that stays', () => {
  const { written, draw, log } = lineOn(80)
  draw(() => 'one')
  draw(() => 'two')
  log('done')
  log('and more')
  expect(written).toEqual([`${CLEAR_LINE}one`, `${CLEAR_LINE}two`, `${CLEAR_LINE}done\n`, 'and more\n'])
})

test('progress names the stage, with grouped digits', () => {
  const { written, progress } = lineOn(80)
  progress('pages', 1_234, 12_345)
  expect(written[0]!.slice(CLEAR_LINE.length).replaceAll(/[\s\u00a0\u202f]/g, ' ')).toBe('pages 1,234 / 12,345')
})

test.each([
  [80, 79],
  [0, 79],
  [21, 20],
  [20, 20],
  [5, 20],
])('on %d columns at most %d characters are drawn', (columns, length) => {
  const { written, draw } = lineOn(columns)
  draw(() => 'x'.repeat(200))
  expect(written).toEqual([`${CLEAR_LINE}${'x'.repeat(length)}`])
})

test('nothing is drawn where there is no terminal', () => {
  const { written, draw, log } = lineOn(undefined)
  draw(() => 'one')
  log('done')
  expect(written).toEqual(['done\n'])
})

test('a second line is not drawn before its time, and the first is drawn at once', () => {
  const { written, draw } = lineOn(80, 3_600_000)
  draw(() => 'one')
  draw(() => {
    throw new Error('This is not looked at.')
  })
  expect(written).toEqual([`${CLEAR_LINE}one`])
})
