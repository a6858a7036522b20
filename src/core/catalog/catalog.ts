import type { ExportEntity, ExportFormat, StoredCoding } from '../../format/export-pack.ts'
import type { Manifest } from '../../format/manifest.ts'
import type { TargetKind } from '../../format/name-index.ts'
import type { TableName } from '../../format/table.ts'
import type { FormatName } from '../../formats/formats.ts'
import type { OutputColumn } from '../../formats/row-encoder.ts'
import type { VoOutput } from '../../formats/vo/vo-output.ts'
import type { Pieces } from '../pieces.ts'
import type { DataFile, NamedSystem, SqlStream, Warning } from '../ports.ts'

/**
 * A response whose key is known before it is rendered, so that validators and cache hits need no rendering. The snapshot ID
 * and `key` together determine the bytes.
 */
export interface Answer {
  readonly snapshotId: string
  /** The canonical request, for example `page|exoplanets|…`. */
  readonly key: string
  readonly mediaType: string
  /**
   * True if the bytes depend on the program and its settings as well as on the snapshot, so the snapshot's date does not
   * apply to them.
   */
  readonly isUndated?: boolean
  /** Present on downloads: the plain file name, before any header encoding. */
  readonly filename?: string
  /** Additional headers, besides those of every response. */
  headers?(): Readonly<Record<string, string>>
  /**
   * The same bytes in pieces, if they are too many to be produced or retained at once. A piece is valid until the next one is
   * requested.
   */
  stream?(): Iterable<Uint8Array<ArrayBuffer>>
  /**
   * The finished identity bytes. A response that is assembled at each call can write them into `scratch` if they fit; the
   * result is then a view of `scratch`, valid until it is reused.
   */
  body(scratch?: Uint8Array<ArrayBuffer>): Uint8Array
  /**
   * The same bytes in pieces, if large and received in pieces. Sending them does not block the event loop, whereas `body`
   * joins them.
   */
  readonly pieces?: Pieces
  /** Bytes under a coding applied at build time; absent if nothing was compressed then. */
  coded?(coding: StoredCoding): Uint8Array
}

/** A response whose bytes are a file on disk. */
export interface FileAnswer
  extends Pick<Answer, 'snapshotId' | 'key' | 'mediaType' | 'filename' | 'isUndated' | 'headers'> {
  /** Absolute. */
  readonly path: string
  readonly bytes: number
  /** The bytes, mapped at the first call; undefined if the file cannot be mapped. Absent if it is not worth mapping. */
  mapped?(): Uint8Array<ArrayBuffer> | undefined
}

/** A query as an interface parsed it: `sql` as the client sent it, and the maximum number of rows. */
export interface SelectRequest {
  readonly sql: string
  readonly maxRows: number
  /** JSON if absent. */
  readonly format?: FormatName
  /** True if JSON is also sent as an attachment, as the other formats always are. */
  readonly isDownload?: boolean
  /** Result columns as far as they are known, for formats that describe them. */
  readonly columns?: readonly OutputColumn[]
  /** Replaces `format`: a translated query, with rows in a Virtual Observatory format. */
  readonly vo?: VoOutput
  /** Maximum response size in bytes, if it is less than MAX_RESULT_BYTES; a larger response is rejected. */
  readonly maxBytes?: number
  /** Bytes of JSON that the client can receive when the query starts; unlimited by default. */
  readonly room?: () => number
  /** Receives a response that is longer than a result can be; the returned response contains the remaining bytes. */
  readonly stream?: SqlStream
  /** Time limit that replaces the limit of all queries. */
  readonly timeoutMs?: number
  /** Identifies the client, by a text that is the same for all its requests: its address. */
  readonly client?: string
}

/** A finished SQL response. Only deterministic ones can be cached, by the service or by the client. */
export interface SelectAnswer extends Answer {
  readonly rows: number
  readonly truncated: boolean
  readonly isDeterministic: boolean
  /** Warnings about the result, also in the JSON and in the headers. */
  readonly warnings: readonly Warning[]
}

/** Operations used by the REST and MCP interfaces. All errors are CatalogErrors. Each Catalog serves one snapshot. */
export interface Catalog {
  readonly manifest: Manifest
  /** Publication time of the snapshot in whole seconds, later than that of every snapshot served before. */
  readonly publishedAt: Date
  /**
   * `query` is the raw query string without `?`, as the client sent it; `accepted` is the format that its `Accept` header
   * selects, used if the query has no `format`.
   */
  page(table: TableName, query: string, accepted?: FormatName): Answer
  /** The number of rows without a value, by column of the read, among the rows that a table read finds. */
  nullCounts(table: TableName, query: string): ReadonlyMap<string, number>
  /** The list of all tables. */
  tables(format?: FormatName): Answer
  /** The columns of any table, by its name or an alias. */
  schema(table: string, format?: FormatName): Answer
  /** Statistics on a column of any table. */
  column(table: string, column: string): Answer
  health(): Answer
  insightList(format?: FormatName): Answer
  insight(slug: string, format?: FormatName): Answer
  plotList(): Answer
  /** The rows of a plot of the gallery. */
  plot(slug: string, format?: FormatName): Answer
  /** The chart of a plot of the gallery (src/plots/charts/chart.ts), as JSON. */
  plotChart(slug: string): Uint8Array
  /** `name` is decoded; it must match exactly, including case. */
  export(entity: ExportEntity, name: string, format: ExportFormat): Answer
  /** The list of files of whole tables. */
  dataFiles(): Answer
  /** A data file, whose content must be verified before it is sent; the same object at each call. */
  dataFile(name: string): FileAnswer & Pick<DataFile, 'verified'>
  /** What the most recent refreshes changed. */
  changes(): Answer
  /** What a name refers to, best match first. */
  resolve(name: string, limit: number): Answer
  /** A whole table, limited to `maxRows` rows, in a Virtual Observatory format. */
  wholeTable(table: string, output: VoOutput, maxRows: number): Answer
  /** Names of the columns of a table that contain non-ASCII text. */
  unicodeColumns(table: string): ReadonlySet<string>
  /** The system that a name, in any spelling, belongs to. */
  systemOf(name: string): NamedSystem | undefined
  /** Names of planets or hosts that begin with `text`, in any spelling: the first by name, and their total number. */
  namesBeginning(
    text: string,
    kind: TargetKind,
    limit: number,
  ): { readonly values: readonly string[]; readonly total: number }
  select(request: SelectRequest, signal?: AbortSignal): Promise<SelectAnswer>
}
