import type { TableStatistics } from '../format/column-statistics.ts'
import type { ExportEntity, ExportFormat, StoredCoding } from '../format/export-pack.ts'
import type { Manifest } from '../format/manifest.ts'
import type { NameMatch, TargetKind } from '../format/name-index.ts'
import type { FormatName } from '../formats/formats.ts'
import type { OutputColumn } from '../formats/row-encoder.ts'
import type { VoOutput } from '../formats/vo/vo-output.ts'
import type { ChangeReport } from '../history/change-report.ts'
import type { Pieces } from './pieces.ts'

/** One column of a mapped page file; see format/page-file.ts for what each array means. */
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

/** Rows that are written out, in snapshot order: row n is bytes[offsets[n] .. offsets[n + 1]). */
export interface ReadyRows {
  readonly offsets: Uint32Array
  readonly bytes: Uint8Array
}

/** One table as pages read it: columns, orders and ready-made rows, all views of a mapped file. */
export interface PageTable {
  readonly name: string
  readonly rows: number
  readonly columns: ReadonlyMap<string, PageColumn>
  /** Row objects, each followed by a comma. */
  readonly defaultRows: ReadyRows & { readonly columns: readonly string[] }
  /** The same rows as lines of CSV. */
  readonly defaultLines: ReadyRows
}

/** A host with its planets, each with all its names. */
export interface NamedSystem {
  /** What the name that was asked for stands for: the host, or one of its planets. */
  readonly resolved: string
  readonly host: { readonly name: string; readonly aliases: readonly string[] }
  readonly planets: readonly { readonly name: string; readonly aliases: readonly string[] }[]
}

/** Looks up names of planets and hosts. */
export interface Resolver {
  /** What a name stands for, best first; `kind` leaves planets or hosts out. */
  resolve(name: string, limit: number, kind?: TargetKind): readonly NameMatch[]
  /** What to tell of a name that is the number of a catalog which this archive lacks; undefined for any other name. */
  absentCatalog(name: string): string | undefined
  /** The system that a name is part of; undefined where nothing has this name in any spelling. */
  systemOf(name: string): NamedSystem | undefined
  /** Names to offer in place of one that no planet, or no host, has: of a host where its planet is asked for, and so on. */
  suggest(name: string, kind: TargetKind, limit: number): readonly string[]
  /** Planets or hosts of which a name begins with `text`, in any spelling: the first by name, and how many there are. */
  beginning(
    text: string,
    kind: TargetKind,
    limit: number,
  ): { readonly values: readonly string[]; readonly total: number }
}

/** A finished export file as the pack holds it. */
export interface StoredExport {
  /** The identity bytes (decoded from the stored form when that is all there is). */
  identity(): Uint8Array
  /** The bytes under a content coding made at build time. */
  coded(coding: StoredCoding): Uint8Array
}

/** A plot of the gallery: finished JSON of its rows, and of its chart (src/plots/charts/chart.ts). */
export interface StoredPlot {
  readonly rows: Uint8Array
  readonly chart: Uint8Array
}

/** A file in which a table can be had whole. */
export interface DataFile {
  /** Absolute. */
  readonly path: string
  /** Resolves if the content is what was built; the first call reads the whole file. */
  verified(): Promise<void>
}

/** An opened, verified build. Immutable; a newer build is another Snapshot. */
export interface Snapshot {
  readonly manifest: Manifest
  /** When it was published, in whole seconds: later than any snapshot that was published before it. */
  readonly publishedAt: Date
  /** Bytes of its files that could not be mapped and are in the memory of this process instead: 0 as a rule. */
  readonly copiedBytes: number
  /** Absolute path of catalog.sqlite, for the SQL processes. */
  readonly catalogPath: string
  /** Throws where there is no such table. */
  pageTable(table: string): PageTable
  /** Every column of a table described by its values. */
  statistics(table: string): TableStatistics
  /** A file of whole tables, by its public name; undefined where there is none of this name. */
  dataFile(name: string): DataFile | undefined
  /** What each known name stands for. */
  readonly names: Resolver
  /** Finished JSON of the descriptor list. */
  readonly insightList: Uint8Array
  /** Finished JSON of each insight, by slug. */
  readonly insights: ReadonlyMap<string, Uint8Array>
  /** The same of the plots of the gallery, each with its chart. */
  readonly plotList: Uint8Array
  readonly plots: ReadonlyMap<string, StoredPlot>
  /** What the last refreshes changed, the last one first. */
  readonly changes: readonly ChangeReport[]
  /** The export of exactly this name, or undefined. */
  findExport(entity: ExportEntity, name: string, format: ExportFormat): StoredExport | undefined
  /** Every name that has an export, in code-point order. */
  exportNames(entity: ExportEntity): readonly string[]
}

/** What will surprise about an answer: a code for programs, and what to do about it. */
export interface Warning {
  readonly code: string
  readonly message: string
}

/** Finds what will surprise about a query that runs, without running it. */
export type WarnOfQuery = (sql: string) => readonly Warning[]

/** Takes an answer while it is made, so that it may be of any length. */
export interface SqlStream {
  /** Bytes from which on the answer is handed over; one that stays shorter is in the result. */
  readonly fromBytes: number
  /**
   * Takes the next bytes. Until the promise settles no more come: the query waits where it is, and holds nobody up. What
   * is not to be waited for gives undefined.
   */
  write(pieces: Pieces): Promise<void> | undefined
}

/** One SELECT to run. `sql` is trimmed; `maxRows` is already capped. */
export interface SqlQuery {
  readonly sql: string
  readonly maxRows: number
  /** Largest answer, in bytes, where it is less than MAX_RESULT_BYTES. */
  readonly maxBytes?: number
  /**
   * Bytes of JSON that the client may get at the moment, asked when the query begins to run: a longer answer would be
   * refused unread.
   */
  readonly room?: () => number
  /**
   * Those who wait for the answer, among whom the time of the processes is shared out: one as a rule, more where several
   * ask the same at once. The set may grow while the query waits. Without it the query counts for the service itself.
   */
  readonly clients?: ReadonlySet<string>
  /** Where the answer goes that is longer than a result may be; `maxBytes` and `room` do not count then. */
  readonly stream?: SqlStream
  /** How long it may run, in place of the time of all queries. Such a query waits for its turn as long as it takes. */
  readonly timeoutMs?: number
  /** JSON if absent. */
  readonly format?: FormatName
  /** In place of `format`: rows in a format of the Virtual Observatory, their columns described. The SQL is a translation. */
  readonly vo?: VoOutput
  /** What a VOTable says of where its rows come from. */
  readonly facts?: {
    readonly snapshotId: string
    readonly source: string
    readonly warnings?: readonly Warning[]
    /** Result columns as far as they are known; another one than the result has at its place is not looked at. */
    readonly columns?: readonly OutputColumn[]
  }
}

/**
 * A finished result in its format, in the pieces that it came in where it is long. JSON is an SqlResponse: `data`, `rows`,
 * `columns`, `query`, `truncated`. Of a query with a stream these are the bytes at the end that the stream has not been
 * given.
 */
export interface SqlResult {
  readonly json: Pieces
  readonly rows: number
  readonly truncated: boolean
  /** True when the same text gives the same result for as long as the snapshot lasts. */
  readonly isDeterministic: boolean
}

/** Whether SQL can run: at once or in turn, as soon as a process has started, or not before some time has passed. */
export type SqlReadiness = 'ready' | 'starting' | 'unavailable'

/** Runs SQL where it can harm nobody. Faults are CatalogErrors; an aborted signal frees the engine at once. */
export interface SqlRunner {
  run(query: SqlQuery, signal?: AbortSignal): Promise<SqlResult>
  /** Absent where SQL is always ready. */
  readiness?(): SqlReadiness
  /** Ends every process the runner started. */
  close(): Promise<void>
}
