import { listText } from '../../core/table-query/value-list.ts'
import type { TargetKind } from '../../format/name-index.ts'
import { NAME_COLUMN, type TableName } from '../../format/table.ts'

/** Paths of pages and of the same content as data, encoded, from the root of the service. */

export function planetPath(name: string): string {
  return `/exoplanets/${encodeURIComponent(name)}`
}

export function hostPath(name: string): string {
  return `/stellarhosts/${encodeURIComponent(name)}`
}

/** The path of the page of a planet or host. */
export function objectPath(kind: TargetKind, name: string): string {
  return kind === 'planet' ? planetPath(name) : hostPath(name)
}

export const COMPARE_PATH = '/compare'

/** Maximum number of planets in a comparison. */
export const MAX_COMPARED = 6

/** The path of the page that shows these planets next to each other. */
export function comparePath(names: readonly string[]): string {
  return `${COMPARE_PATH}${queryString([['names', listText(names)]])}`
}

/** The path of the page on a table's columns. */
export function columnsPath(table: string): string {
  return `/columns/${encodeURIComponent(table)}`
}

/** The path of the page that describes a column. */
export function columnPath(table: string, column: string): string {
  return `${columnsPath(table)}/${encodeURIComponent(column)}`
}

/** A query string with its `?`; empty if there are no parameters. */
export function queryString(parameters: Iterable<readonly [name: string, value: string]>): string {
  const text = Array.from(parameters, ([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&')
  return text === '' ? '' : `?${text}`
}

/** Encodes text for a URL. Commas, tildes and asterisks stay readable. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%20', '+')
}

/** The path of all rows of one object, as JSON. */
export function rowsPath(table: TableName, name: string): string {
  return `/rest/${table}${queryString([
    [NAME_COLUMN[table], name],
    ['columns', '*'],
  ])}`
}

export function sqlPath(sql: string): string {
  return `/sql${queryString([['q', sql]])}`
}

/** The path of a query's result, as JSON or in another format. */
export function queryPath(sql: string, format?: string): string {
  return `/rest/query${queryString([['sql', sql], ...(format === undefined ? [] : ([['format', format]] as const))])}`
}

/** The path of the objects that a name can mean, as JSON. */
export function resolvePath(name: string): string {
  return `/rest/resolve${queryString([['name', name]])}`
}

/** The URL of the papers on a star at ADS, the newest first. */
export function adsPapers(host: string): string {
  const query = encodeURIComponent(`object:"${host.replaceAll('"', '')}"`)
  return `https://ui.adsabs.harvard.edu/search/q=${query}&sort=date%20desc`
}

/** Size in pixels of the preview picture that other sites show with a link. */
export const SHARE_SIZE = { width: 1_200, height: 630 } as const

/** The preview picture that other sites show with a link to a planet. */
export function sharedPicture(name: string): typeof SHARE_SIZE & { readonly path: string } {
  return { ...SHARE_SIZE, path: `/share/exoplanets/${encodeURIComponent(name)}.png` }
}
