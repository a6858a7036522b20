/** The formats of rows, in the order of preference among media types of equal weight. */
export const FORMATS = {
  json: { mediaType: 'application/json', extension: 'json', accepts: ['application/json'] },
  csv: { mediaType: 'text/csv; charset=utf-8; header=present', extension: 'csv', accepts: ['text/csv'] },
  tsv: {
    mediaType: 'text/tab-separated-values; charset=utf-8',
    extension: 'tsv',
    accepts: ['text/tab-separated-values'],
  },
  ndjson: { mediaType: 'application/x-ndjson', extension: 'ndjson', accepts: ['application/x-ndjson'] },
  votable: {
    mediaType: 'application/x-votable+xml',
    extension: 'vot',
    accepts: ['application/x-votable+xml', 'text/xml', 'application/xml'],
  },
} as const satisfies Record<string, RowFormat>

/** A row format. `accepts` are the media types in `Accept` that select it. */
export interface RowFormat {
  readonly mediaType: string
  /** File name extension without the dot. */
  readonly extension: string
  readonly accepts: readonly string[]
}

export type FormatName = keyof typeof FORMATS
export const FORMAT_NAMES = Object.keys(FORMATS) as readonly FormatName[]

export function isFormatName(name: string): name is FormatName {
  return Object.hasOwn(FORMATS, name)
}
