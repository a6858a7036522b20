import { join } from 'node:path'
import { CatalogError } from '../../core/errors.ts'
import { PNG_WIDTH } from './png-size.ts'

/** The only font in pictures, bundled because a container may have no fonts. */
const FONT = join(import.meta.dir, 'font', 'DejaVuSans.ttf')
const FONT_NAME = 'DejaVu Sans'

/** Maximum number of concurrent renderings, each on a separate thread, and of renderings that wait. */
const MAX_RUNNING = 2
const MAX_WAITING = 16
const RETRY_AFTER_S = 2

let running = 0
const waiting: (() => void)[] = []

/**
 * Renders a drawing as a PNG of `width` pixels, off the thread that serves requests. Throws a CatalogError if too many are waiting.
 */
export async function renderPng(svg: string, width = PNG_WIDTH): Promise<Uint8Array> {
  if (running >= MAX_RUNNING) {
    if (waiting.length >= MAX_WAITING)
      throw new CatalogError(
        'too_many_queries',
        'Too many PNG pictures are waiting to be rendered. Try again later, or request format=svg.',
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
