import type { Field } from '../field.ts'

/** The formats and their media types. */
export const VO_FORMATS = {
  binary2: { mediaType: 'application/x-votable+xml', extension: 'vot' },
  tabledata: { mediaType: 'application/x-votable+xml;serialization=TABLEDATA', extension: 'vot' },
  xml: { mediaType: 'text/xml; charset=utf-8', extension: 'xml' },
  csv: { mediaType: 'text/csv; charset=utf-8; header=present', extension: 'csv' },
  tsv: { mediaType: 'text/tab-separated-values; charset=utf-8', extension: 'tsv' },
  bar: { mediaType: 'text/plain; charset=utf-8', extension: 'txt' },
  json: { mediaType: 'application/json', extension: 'json' },
  ipac: { mediaType: 'text/plain; charset=utf-8', extension: 'tbl' },
} as const satisfies Record<string, { readonly mediaType: string; readonly extension: string }>

export type VoFormat = keyof typeof VO_FORMATS

/** A result column. */
export interface VoColumn extends Field {
  /** The name in lower case, as written by text formats; `name` is as written in the query. */
  readonly key: string
}

/** Format and metadata of a result. */
export interface VoOutput {
  readonly format: VoFormat
  readonly columns: readonly VoColumn[]
  /** The query as received. */
  readonly query: string
  readonly snapshotId: string
  readonly source: string
  /** Messages about unexpected results. */
  readonly warnings: readonly string[]
  /** The length of the longest value of each column, if known: an IPAC table needs it before the rows. */
  readonly widths?: readonly number[]
}
