import type { TableStatistics } from '../format/column-statistics.ts'
import type { ExportEntity, ExportFormat, StoredCoding } from '../format/export-pack.ts'
import type { Manifest } from '../format/manifest.ts'
import type { NameMatch, TargetKind } from '../format/name-index.ts'
import type { FormatName } from '../formats/formats.ts'
import type { OutputColumn } from '../formats/row-encoder.ts'
import type { VoOutput } from '../formats/vo/vo-output.ts'
import type { ChangeReport } from '../history/change-report.ts'
import type { Pieces } from './pieces.ts'

/** One column of a mapped page file; format/page-file.ts describes the arrays. */
export interface PageColumn {
  readonly name: string
  readonly distinct: number
  readonly nonNull: number
  readonly codes: Uint8Array | Uint16Array | Uint32Array
  readonly order: Uint32Array
  readonly starts: Uint32Array
  readonly offsets: Uint32Array
  readonly fragments: Uint8Array
}

/** Serialized rows in snapshot order: row n is bytes[offsets[n] .. offsets[n + 1]). */
export interface ReadyRows {
  readonly offsets: Uint32Array
  readonly bytes: Uint8Array
}

/** One table as pages read it: columns, orders and serialized rows, all views of a mapped file. */
export interface PageTable {
  readonly name: string
  readonly rows: number
  readonly columns: ReadonlyMap<string, PageColumn>
  /** Row objects, each followed by a comma. */
  readonly defaultRows: ReadyRows & { readonly columns: readonly string[] }
  /** The same rows as CSV lines. */
  readonly defaultLines: ReadyRows
}

/** A host with its planets, each with all its names. */
export interface NamedSystem {
  /** What the requested name refers to: the host, or one of its planets. */
  readonly resolved: string
  readonly host: { readonly name: string; readonly aliases: readonly string[] }
  readonly planets: readonly { readonly name: string; readonly aliases: readonly string[] }[]
}

/** Looks up the names of planets and hosts. */
export interface Resolver {
  /** The targets of a name, best first; `kind` restricts them to planets or hosts. */
  resolve(name: string, limit: number, kind?: TargetKind): readonly NameMatch[]
  /** The notice for a name that is a number of a catalog that this archive lacks; undefined for any other name. */
  absentCatalog(name: string): string | undefined
  /** The system that a name belongs to; undefined if no spelling of the name is known. */
  systemOf(name: string): NamedSystem | undefined
  /** Names to suggest for one that no planet, or no host, has: for example the host's name if its planet was requested. */
  suggest(name: string, kind: TargetKind, limit: number): readonly string[]
  /** Planets or hosts with a name that begins with `text`, in any spelling: the first by name, and their total number. */
  beginning(
    text: string,
    kind: TargetKind,
    limit: number,
  ): { readonly values: readonly string[]; readonly total: number }
}

/** A finished export file in the pack. */
export interface StoredExport {
  /** The identity bytes (decoded from the stored form if only that exists). */
  identity(): Uint8Array
  /** The bytes under a content coding applied at build time. */
  coded(coding: StoredCoding): Uint8Array
}

/** A plot of the gallery: finished JSON of its rows, and of its chart (src/plots/charts/chart.ts). */
export interface StoredPlot {
  readonly rows: Uint8Array
  readonly chart: Uint8Array
}

/** A file that contains a whole table. */
export interface DataFile {
  /** Absolute. */
  readonly path: string
  /** Resolves if the content matches the build; the first call reads the whole file. Undefined if it is known to match. */
  verified(): Promise<void> | undefined
  /** The bytes, mapped at the first call; undefined if the file cannot be mapped. */
  mapped(): Uint8Array<ArrayBuffer> | undefined
}

/** An opened, verified build. Immutable; a newer build is a different Snapshot. */
export interface Snapshot {
  readonly manifest: Manifest
  /** Publication time in whole seconds, later than that of every snapshot published before. */
  readonly publishedAt: Date
  /** Bytes of its files that could not be mapped and were copied into the memory of this process; normally 0. */
  readonly copiedBytes: number
  /** Absolute path of catalog.sqlite, for the SQL processes. */
  readonly catalogPath: string
  /** Throws if the table does not exist. */
  pageTable(table: string): PageTable
  /** Statistics on every column of a table. */
  statistics(table: string): TableStatistics
  /** A file of whole tables, by its public name; undefined if the name is unknown. */
  dataFile(name: string): DataFile | undefined
  /** Resolves all known names. */
  readonly names: Resolver
  /** Finished JSON of the descriptor list. */
  readonly insightList: Uint8Array
  /** Finished JSON of each insight, by slug. */
  readonly insights: ReadonlyMap<string, Uint8Array>
  /** The same for the plots of the gallery, each with its chart. */
  readonly plotList: Uint8Array
  readonly plots: ReadonlyMap<string, StoredPlot>
  /** What the most recent refreshes changed, newest first. */
  readonly changes: readonly ChangeReport[]
  /** The export of exactly this name, or undefined. */
  findExport(entity: ExportEntity, name: string, format: ExportFormat): StoredExport | undefined
  /** All names that have an export, in code-point order. */
  exportNames(entity: ExportEntity): readonly string[]
}

/** A warning about an unexpected property of a response: a code for programs, and what to do about it. */
export interface Warning {
  readonly code: string
  readonly message: string
}

/** Finds warnings for a valid query without running it. */
export type WarnOfQuery = (sql: string) => readonly Warning[]

/** Receives a response of any length while it is produced. */
export interface SqlStream {
  /** Minimum size in bytes of a response that is streamed; a shorter one is in the result. */
  readonly fromBytes: number
  /**
   * Receives the next bytes. No more bytes arrive until the promise settles: the query pauses and blocks nothing else.
   * Returns undefined if there is nothing to wait for.
   */
  write(pieces: Pieces): Promise<void> | undefined
}

/** One SELECT to run. `sql` is trimmed; `maxRows` is already capped. */
/** Facts that a VOTable states about the source of its rows. */
export interface QueryFacts {
  readonly snapshotId: string
  readonly source: string
  readonly warnings?: readonly Warning[]
  /** Result columns as far as they are known; a column that differs from the result at its position is ignored. */
  readonly columns?: readonly OutputColumn[] | undefined
}

export interface SqlQuery {
  readonly sql: string
  readonly maxRows: number
  /** Maximum response size in bytes, if it is less than MAX_RESULT_BYTES. */
  readonly maxBytes?: number
  /**
   * Bytes of JSON that the client can currently receive, evaluated when the query starts: a longer response would be
   * rejected unread.
   */
  readonly room?: () => number
  /**
   * The clients that wait for the response; the processes' time is shared among clients. Normally one, several if clients
   * send the same query at once. The set can grow while the query waits. If absent, the query is attributed to the service
   * itself.
   */
  readonly clients?: ReadonlySet<string> | undefined
  /** Receives a response that is longer than a result can be; `maxBytes` and `room` do not apply then. */
  readonly stream?: SqlStream | undefined
  /** Time limit that replaces the limit of all queries. Such a query waits in the queue without a limit. */
  readonly timeoutMs?: number
  /** JSON if absent. */
  readonly format?: FormatName | undefined
  /** Replaces `format`: rows in a Virtual Observatory format with described columns. The SQL is a translation. */
  readonly vo?: VoOutput | undefined
  readonly facts?: QueryFacts | undefined
}

/**
 * A finished result in its format, in the pieces in which it was received if it is long. JSON is an SqlResponse: `data`,
 * `rows`, `columns`, `query`, `truncated`. For a query with a stream, these are the final bytes that were not passed to the
 * stream.
 */
export interface SqlResult {
  readonly json: Pieces
  readonly rows: number
  readonly truncated: boolean
  /** True if the same text gives the same result as long as the snapshot is served. */
  readonly isDeterministic: boolean
}

/** Whether SQL can run: now or from the queue, as soon as a process has started, or only after some time. */
export type SqlReadiness = 'ready' | 'starting' | 'unavailable'

/** Runs SQL in isolation. Errors are CatalogErrors; an aborted signal frees the engine at once. */
export interface SqlRunner {
  run(query: SqlQuery, signal?: AbortSignal): Promise<SqlResult>
  /** Absent if SQL is always ready. */
  readiness?(): SqlReadiness
  /** Ends every process that the runner started. */
  close(): Promise<void>
}
