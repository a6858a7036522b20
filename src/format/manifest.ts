import type { Column } from './column.ts'
import type { TableName } from './table.ts'

/** Version of every artefact a build writes; a server refuses any other. Raise it when bytes or their meaning change. */
export const FORMAT_VERSION = 1

/** The file in the data folder that names the current snapshot; written last, by rename. */
export const MANIFEST_FILE = 'manifest.json'

/** One artefact file. `path` is relative to the data folder, with `/`; `sha256` is lower-case hex of the whole file. */
export interface FileRef {
  readonly path: string
  readonly bytes: number
  readonly sha256: string
}

/** One input file of the build, by base name only, so that the manifest is the same on any machine. */
export interface InputFile {
  readonly name: string
  readonly bytes: number
  readonly sha256: string
}

/** What the manifest says of one table. */
export interface TableManifest {
  readonly rows: number
  /** Distinct values of the table's name column: planets for `exoplanets`, hosts for `stellarhosts`. */
  readonly names: number
  readonly columns: readonly Column[]
  /** The default columns that this archive carries, in their fixed order. */
  readonly defaultColumns: readonly string[]
}

export interface Manifest {
  readonly formatVersion: number
  /** First 16 hex digits of the SHA-256 over everything that determines an answer. */
  readonly snapshotId: string
  /** `YYYY-MM-DD`, or null where the archive does not tell. Never a clock or a file time. */
  readonly archiveDate: string | null
  /** Words or a URL that say where the data come from; never a path. */
  readonly source: string
  readonly inputs: readonly InputFile[]
  readonly tables: Readonly<Record<TableName, TableManifest>>
  readonly files: {
    readonly catalog: FileRef
    readonly pages: Readonly<Record<TableName, FileRef>>
    /** The descriptor list first, then one file per insight, by slug. */
    readonly insightList: FileRef
    readonly insights: Readonly<Record<string, FileRef>>
    /** One pack of finished export files per table (see export-pack.ts). */
    readonly exports: Readonly<Record<TableName, FileRef>>
  }
}

/** What an answer says of the snapshot it came from. */
export interface SnapshotFacts {
  readonly id: string
  readonly archive_date: string | null
  readonly source: string
}

export function snapshotFacts(manifest: Pick<Manifest, 'snapshotId' | 'archiveDate' | 'source'>): SnapshotFacts {
  return { id: manifest.snapshotId, archive_date: manifest.archiveDate, source: manifest.source }
}
