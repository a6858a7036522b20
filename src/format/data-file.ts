/** The formats of whole-table downloads, by file extension. */
export const WHOLE_TABLE_FORMS = {
  parquet: 'application/vnd.apache.parquet',
  'csv.gz': 'application/gzip',
  'vot.gz': 'application/gzip',
} as const satisfies Readonly<Record<string, string>>
export type WholeTableForm = keyof typeof WHOLE_TABLE_FORMS

/** The SQL database with all tables, and the file with the SHA-256 of every other file. */
export const CATALOG_FILE = 'catalog.sqlite.gz'
export const SUMS_FILE = 'SHA256SUMS'

/** The media type of a download file. */
export function dataMediaType(name: string): string {
  if (name === SUMS_FILE) return 'text/plain; charset=utf-8'
  return name.endsWith('.parquet') ? WHOLE_TABLE_FORMS.parquet : 'application/gzip'
}
