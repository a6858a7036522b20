import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A file of the documentation page. */
export interface PageFile {
  readonly mediaType: string
  /** Absolute path. */
  readonly location: string
}

const PACKAGE = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')))
const JAVASCRIPT = 'text/javascript; charset=utf-8'
const STYLE = 'text/css; charset=utf-8'

/** The files that the page can load: nothing else of the package is served, and nothing outside these two folders. */
export const SWAGGER_UI_FILES: ReadonlyMap<string, PageFile> = new Map([
  ['swagger-ui.css', { mediaType: STYLE, location: join(PACKAGE, 'swagger-ui.css') }],
  ['swagger-ui-bundle.js', { mediaType: JAVASCRIPT, location: join(PACKAGE, 'swagger-ui-bundle.js') }],
  ['favicon-32x32.png', { mediaType: 'image/png', location: join(PACKAGE, 'favicon-32x32.png') }],
  ['page.css', { mediaType: STYLE, location: join(import.meta.dir, 'page.css') }],
  ['page.js', { mediaType: JAVASCRIPT, location: join(import.meta.dir, 'page.js') }],
])

/** The bytes of a file, read on first request. */
export function readPageFile({ location }: PageFile): Uint8Array {
  return readFileSync(location)
}
