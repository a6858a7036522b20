import type { Column } from './column.ts'
import { mainTable, TABLE_NAMES, type TableName } from './table.ts'
import { type TableDates, tableDates } from './table-dates.ts'

/** Version of all artifacts of a build; a server rejects any other. Increase it when bytes or their meaning change. */
export const FORMAT_VERSION = 6

/** The file in the data folder that names the current snapshot; written last, by rename. */
export const MANIFEST_FILE = 'manifest.json'

/** One artifact file. `path` is relative to the data folder, with `/`; `sha256` is lower-case hex of the whole file. */
export interface FileRef {
  readonly path: string
  readonly bytes: number
  readonly sha256: string
}

/** An insight that an archive does not allow, with the reasons: each is about a column, such as `exoplanets.cb_flag is missing`. */
export interface OmittedInsight {
  readonly slug: string
  readonly reasons: readonly string[]
}

/** The files of one plot in the gallery: its rows as JSON, and its chart. */
export interface PlotFiles {
  readonly rows: FileRef
  readonly chart: FileRef
}

/** The file of all descriptors of insights or plots, and the omitted ones. */
export interface InsightListRef extends FileRef {
  readonly omitted: readonly OmittedInsight[]
}

/** One input file of the build, by base name only, so that the manifest is the same on any machine. */
export interface InputFile {
  readonly name: string
  readonly bytes: number
  readonly sha256: string
}

/** Manifest data common to all tables. */
export interface TableFacts {
  readonly rows: number
  /** `YYYY-MM-DD`, or null if the archive does not state when this table was made. Never a clock or file time. */
  readonly date: string | null
  readonly columns: readonly Column[]
}

/** Manifest data of a table other than the two that every snapshot has. */
export interface FurtherTableManifest extends TableFacts {
  /** Text or URL that names the source of the table; never a path. */
  readonly source: string
  /** The columns that identify rows, best first; each has an index. Rows are in the order of the first. */
  readonly keyColumns: readonly string[]
}

/** Manifest data of one of the two main tables. */
export interface TableManifest extends TableFacts {
  /** Distinct values of the table's name column: planets for `exoplanets`, hosts for `stellarhosts`. */
  readonly names: number
  /** Distinct values of `hostname`. */
  readonly hosts: number
  /** Number of these hosts that do not occur in the other table. */
  readonly hostsNotInOther: number
  /** The default columns in this archive, in their fixed order. */
  readonly defaultColumns: readonly string[]
}

export interface Manifest {
  readonly formatVersion: number
  /** First 16 hex digits of the SHA-256 of everything that determines a response. */
  readonly snapshotId: string
  /** The newer of the two tables' dates, `YYYY-MM-DD`; null if neither is known. */
  readonly archiveDate: string | null
  /** Text or URL that names the source of the data; never a path. */
  readonly source: string
  readonly inputs: readonly InputFile[]
  readonly tables: Readonly<Record<TableName, TableManifest>>
  /** All other tables, in order of name. */
  readonly furtherTables: Readonly<Record<string, FurtherTableManifest>>
  readonly files: {
    readonly catalog: FileRef
    /** One file per table, including further tables. */
    readonly pages: Readonly<Record<TableName, FileRef>> & Readonly<Record<string, FileRef>>
    /** Statistics of every column of each table (see column-statistics.ts). */
    readonly statistics: Readonly<Record<string, FileRef>>
    /** The planet or host for each known name (see name-index.ts). */
    readonly names: FileRef
    /** The descriptor list, then one file per insight, by slug. */
    readonly insightList: InsightListRef
    readonly insights: Readonly<Record<string, FileRef>>
    /** The same for the plots of the gallery. */
    readonly plotList: InsightListRef
    readonly plots: Readonly<Record<string, PlotFiles>>
    /** Download files, by the names under which they are served (see data-file.ts). */
    readonly data: Readonly<Record<string, FileRef>>
    /** One pack of finished export files for each of the two main tables (see export-pack.ts). */
    readonly exports: Readonly<Record<TableName, FileRef>>
    /** Changes of the last refreshes (src/history); absent if there were none. It is not part of the id. */
    readonly history?: FileRef
  }
}

/** All tables, the two main ones first, by name. */
export function allTables({
  tables,
  furtherTables,
}: Pick<Manifest, 'tables' | 'furtherTables'>): ReadonlyMap<string, TableManifest | FurtherTableManifest> {
  return new Map<string, TableManifest | FurtherTableManifest>([
    ...Object.entries(tables),
    ...Object.entries(furtherTables),
  ])
}

/** The source and date of a table. */
export function originOf(
  manifest: Pick<Manifest, 'tables' | 'furtherTables' | 'source'>,
  name: string,
): { readonly source: string; readonly date: string | null } {
  const further = Object.hasOwn(manifest.furtherTables, name) ? manifest.furtherTables[name] : undefined
  return {
    date: further === undefined ? manifest.tables[mainTable(name)].date : further.date,
    source: further === undefined ? manifest.source : further.source,
  }
}

/** The sources of all tables, without duplicates: those of a query that can read any table. */
export function allSources({ source, furtherTables }: Pick<Manifest, 'source' | 'furtherTables'>): string {
  return [...new Set([source, ...Object.values(furtherTables).map((table) => table.source)])].join('; ')
}

/** The columns of a table that are precomputed for each row, in their fixed order; empty for a further table. */
export function defaultColumnsIn(table: TableManifest | FurtherTableManifest): readonly string[] {
  return 'defaultColumns' in table ? table.defaultColumns : []
}

/** All files named by a manifest. */
export function filesOf({ files }: Pick<Manifest, 'files'>): readonly FileRef[] {
  return [
    files.catalog,
    files.insightList,
    ...Object.values(files.pages),
    ...Object.values(files.statistics),
    files.names,
    ...Object.values(files.insights),
    files.plotList,
    ...Object.values(files.plots).flatMap(({ rows, chart }) => [rows, chart]),
    ...Object.values(files.exports),
    ...Object.values(files.data),
    ...(files.history === undefined ? [] : [files.history]),
  ]
}

/** The tables whose rows an export of a table contains: the export of a host also lists its planets. */
export const EXPORTED_TABLES = {
  exoplanets: ['exoplanets'],
  stellarhosts: TABLE_NAMES,
} as const satisfies Record<TableName, readonly TableName[]>

/** The snapshot data for a response based on the named tables. */
export function snapshotFacts(
  manifest: Pick<Manifest, 'snapshotId' | 'archiveDate' | 'source'> & {
    readonly tables: Readonly<Record<TableName, Pick<TableManifest, 'date'>>>
  },
  madeOf: readonly TableName[] = TABLE_NAMES,
) {
  const dates = tableDates(manifest.tables)
  const made: Partial<TableDates> = Object.fromEntries(madeOf.map((name) => [name, dates[name]]))
  return {
    id: manifest.snapshotId,
    archive_date: manifest.archiveDate,
    table_dates: made,
    source: manifest.source,
  }
}

/** True if the archive has several rows for a planet and marks the default one. */
export function hasDefaultFlag({ tables }: Pick<Manifest, 'tables'>): boolean {
  return tables.exoplanets.columns.some(({ name }) => name === 'default_flag')
}

/** SHA-256 of a manifest's JSON as written by JSON.stringify: no blanks, members in file order. */
function manifestChecksum(manifest: object): string {
  return new Bun.CryptoHasher('sha256').update(JSON.stringify(manifest)).digest('hex')
}

/** The text of a manifest file: the manifest, with its checksum as the last member, `sha256`. */
export function serializeManifest(manifest: Manifest): string {
  return `${JSON.stringify({ ...manifest, sha256: manifestChecksum(manifest) }, null, 2)}\n`
}

/** The reason for which a manifest file is unusable, phrased as the end of a sentence about the file. */
export class ManifestError extends Error {
  override readonly name = 'ManifestError'
  /** True if the manifest has a later format version than this program supports, so that a later program can read it. */
  readonly isNewer: boolean

  constructor(message: string, { isNewer = false, ...options }: ErrorOptions & { readonly isNewer?: boolean } = {}) {
    super(message, options)
    this.isNewer = isNewer
  }
}

/**
 * Parses a manifest file written by a build in this format version. Throws a ManifestError if the content differs by even one
 * significant byte.
 */
export function deserializeManifest(text: string): Manifest {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch (cause) {
    throw new ManifestError('cannot be read as JSON', { cause })
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new ManifestError('is not a JSON object')
  const { sha256, ...manifest } = content as Partial<Manifest> & { readonly sha256?: unknown }
  const { formatVersion } = manifest
  if (formatVersion !== FORMAT_VERSION)
    throw new ManifestError(
      `has format version ${JSON.stringify(formatVersion) ?? 'none'}, but this program reads ${FORMAT_VERSION}`,
      { isNewer: typeof formatVersion === 'number' && formatVersion > FORMAT_VERSION },
    )
  if (sha256 !== manifestChecksum(manifest))
    throw new ManifestError('is damaged: its content is not that of its SHA-256')
  return manifest as Manifest
}
