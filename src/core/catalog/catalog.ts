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
 * An answer known by its key before it is rendered, so that a validator or a cache hit needs no rendering.
 * Snapshot id and `key` together determine the bytes.
 */
export interface Answer {
  readonly snapshotId: string
  /** The canonical request, for example `page|exoplanets|…`. */
  readonly key: string
  readonly mediaType: string
  /**
   * True where the bytes follow the program and its settings as well as the snapshot, whose date says nothing about them
   * then.
   */
  readonly isUndated?: boolean
  /** Present on downloads: the plain file name, before any header encoding. */
  readonly filename?: string
  /** Headers of its own, beside those of every answer. */
  headers?(): Readonly<Record<string, string>>
  /** The same bytes piece by piece, where they are too many to be made or kept at once. */
  stream?(): Iterable<Uint8Array<ArrayBuffer>>
  /**
   * The identity bytes, finished. An answer that is put together at each call may write them into `scratch`, if they fit; they
   * are then a view of it, which lasts until it is used again.
   */
  body(scratch?: Uint8Array<ArrayBuffer>): Uint8Array
  /** The same bytes where they are many and came in pieces: to send these holds nothing up, as `body`, which joins them, would. */
  readonly pieces?: Pieces
  /** Bytes under a coding that the build made; absent where nothing was compressed at build time. */
  coded?(coding: StoredCoding): Uint8Array
}

/** An answer whose bytes are a file on disk. */
export interface FileAnswer
  extends Pick<Answer, 'snapshotId' | 'key' | 'mediaType' | 'filename' | 'isUndated' | 'headers'> {
  /** Absolute. */
  readonly path: string
  readonly bytes: number
}

/** A query as a door understood it: `sql` as it was sent, and the most rows of the answer. */
export interface SelectRequest {
  readonly sql: string
  readonly maxRows: number
  /** JSON if absent. */
  readonly format?: FormatName
  /** True: JSON is an attachment too, as the other formats always are. */
  readonly isDownload?: boolean
  /** Result columns as far as they are known, for a format that describes them. */
  readonly columns?: readonly OutputColumn[]
  /** In place of `format`: a translated query, its rows in a format of the Virtual Observatory. */
  readonly vo?: VoOutput
  /** Largest answer, in bytes, where it is less than MAX_RESULT_BYTES; a larger one is refused. */
  readonly maxBytes?: number
  /** Bytes of JSON that the client may get at the moment when the query begins to run; no bound by default. */
  readonly room?: () => number
  /** Where an answer goes that is longer than a result may be; the answer is what comes after that. */
  readonly stream?: SqlStream
  /** How long it may run, in place of the time of all queries. */
  readonly timeoutMs?: number
  /** Who asks, as a text that is the same for all requests of one client: its address. */
  readonly client?: string
}

/** A finished SQL answer. Only a deterministic one may be cached, here or by the client. */
export interface SelectAnswer extends Answer {
  readonly rows: number
  readonly truncated: boolean
  readonly isDeterministic: boolean
  /** What will surprise about the result; the JSON and the headers say it too. */
  readonly warnings: readonly Warning[]
}

/** What REST and MCP call. Every fault is a CatalogError. One Catalog is one snapshot. */
export interface Catalog {
  readonly manifest: Manifest
  /** When the snapshot was published, in whole seconds: later than any that was answered from before. */
  readonly publishedAt: Date
  /**
   * `query` is the raw query string without `?`, as the client sent it; `accepted` the format that its `Accept` header
   * chooses, for a query without `format`.
   */
  page(table: TableName, query: string, accepted?: FormatName): Answer
  /** Of the rows that a table read finds, how many have no value, by column of the read. */
  nullCounts(table: TableName, query: string): ReadonlyMap<string, number>
  /** The list of all tables. */
  tables(format?: FormatName): Answer
  /** The columns of any table, by its name or another one of it. */
  schema(table: string, format?: FormatName): Answer
  /** A column of any table described by its values. */
  column(table: string, column: string): Answer
  health(): Answer
  insightList(format?: FormatName): Answer
  insight(slug: string, format?: FormatName): Answer
  plotList(): Answer
  /** The rows of a plot of the gallery. */
  plot(slug: string, format?: FormatName): Answer
  /** The chart of a plot of the gallery (src/plots/charts/chart.ts), as JSON. */
  plotChart(slug: string): Uint8Array
  /** `name` is decoded; it matches exactly, case included. */
  export(entity: ExportEntity, name: string, format: ExportFormat): Answer
  /** The list of files of whole tables. */
  dataFiles(): Answer
  /** Its content is to be verified before it is sent. */
  dataFile(name: string): FileAnswer & Pick<DataFile, 'verified'>
  /** What the last refreshes changed. */
  changes(): Answer
  /** What a name stands for, best first. */
  resolve(name: string, limit: number): Answer
  /** A whole table, at most `maxRows` rows of it, in a format of the Virtual Observatory. */
  wholeTable(table: string, output: VoOutput, maxRows: number): Answer
  /** Names of the columns of a table that have texts beyond ASCII. */
  unicodeColumns(table: string): ReadonlySet<string>
  /** The system that a name, in any spelling, is part of. */
  systemOf(name: string): NamedSystem | undefined
  /** Names of planets or hosts that begin with `text`, in any spelling: the first by name, and how many there are. */
  namesBeginning(
    text: string,
    kind: TargetKind,
    limit: number,
  ): { readonly values: readonly string[]; readonly total: number }
  select(request: SelectRequest, signal?: AbortSignal): Promise<SelectAnswer>
}
