import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createAsset } from './assets.ts'

/** The parts of the style sheet, in the order in which they apply. */
const PARTS = [
  'base',
  'frame',
  'forms',
  'tables',
  'values',
  'pictures',
  'plots',
  'code',
  'editor',
  'columns',
  'print',
] as const

/** The style sheet that all pages share. */
export const STYLE = createAsset(
  'style.css',
  'text/css; charset=utf-8',
  PARTS.map((part) => readFileSync(join(import.meta.dir, 'style', `${part}.css`), 'utf8')).join('\n'),
)

/** The site icon: a planet in front of its star. */
export const ICON = createAsset(
  'icon.svg',
  'image/svg+xml',
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="13" fill="#f2b632"/><circle cx="21" cy="19" r="4" fill="#273043"/></svg>',
)
