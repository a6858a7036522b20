import { join } from 'node:path'
import { CatalogError } from '../../core/errors.ts'

/** The one font of pictures: a container need not have any. */
const FONT = join(import.meta.dir, 'font', 'DejaVuSans.ttf')
const FONT_NAME = 'DejaVu Sans'

/** Pixels of a picture from left to right, twice those of the drawing. */
const WIDTH = 1440

/** Pictures that are made at once, each on a thread of its own, and that wait for their turn. */
const MAX_RUNNING = 2
const MAX_WAITING = 16
const RETRY_AFTER_S = 2

let running = 0
const waiting: (() => void)[] = []

/** Turns a drawing into a PNG of `width` pixels, off the thread that answers requests. A CatalogError if too many are waiting. */
export async function renderPng(svg: string, width = WIDTH): Promise<Uint8Array> {
  if (running >= MAX_RUNNING) {
    if (waiting.length >= MAX_WAITING)
      throw new CatalogError(
        'too_many_queries',
        'Too many pictures are waiting to be made. Try again, or ask for format=svg.',
        {
          retryAfterS: RETRY_AFTER_S,
        },
      )
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running += 1
  try {
    // Loaded with the first picture: most servers never make one.
    const { renderAsync } = await import('@resvg/resvg-js')
    const picture = await renderAsync(svg, {
      font: { loadSystemFonts: false, fontFiles: [FONT], defaultFontFamily: FONT_NAME },
      fitTo: { mode: 'width', value: width },
      background: '#ffffff',
    })
    return picture.asPng()
  } finally {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
}
