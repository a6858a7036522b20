import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Asset, createAsset } from '../frame/assets.ts'

function script(name: string): Asset {
  const text = readFileSync(join(import.meta.dir, 'bundles', `${name}.js`))
  return createAsset(`${name}.js`, 'text/javascript; charset=utf-8', text)
}

/** What every page may load: buttons that copy code, and the address of the service in it. */
export const SITE_SCRIPT = script('site')

/** The editor of SQL. */
export const SQL_SCRIPT = script('sql')
