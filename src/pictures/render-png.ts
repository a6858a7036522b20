import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { renderAsync } from '@resvg/resvg-js'

/** The font of all pictures, so that they are the same on every machine. */
export const PICTURE_FONT = 'DejaVu Sans'

const FONTS = join(dirname(fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/package.json'))), 'ttf')
const FONT_FILES = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((name) => join(FONTS, name))

let last: Promise<unknown> = Promise.resolve()
let waiting = 0

/** Pictures that wait for others to be drawn. */
export function waitingPictures(): number {
  return waiting
}

/** Draws an SVG document as a PNG of its size. One picture is drawn at a time: drawing takes a whole processor. */
export async function renderPng(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  waiting += 1
  const drawn = last.then(() =>
    renderAsync(svg, {
      font: { fontFiles: FONT_FILES, loadSystemFonts: false, defaultFontFamily: PICTURE_FONT },
      logLevel: 'off',
    }),
  )
  last = drawn.catch(() => {})
  try {
    return new Uint8Array((await drawn).asPng())
  } finally {
    waiting -= 1
  }
}
