import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Asset, createAsset } from '../frame/assets.ts'

function script(name: string): Asset {
  const text = readFileSync(join(import.meta.dir, 'bundles', `${name}.js`))
  return createAsset(`${name}.js`, 'text/javascript; charset=utf-8', text)
}

/** The script that every page can load: copy buttons for code, and the service URL in it. */
export const SITE_SCRIPT = script('site')

/** The SQL editor. */
export const SQL_SCRIPT = script('sql')
