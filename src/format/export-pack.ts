import type { TableName } from './table.ts'

/** Entities of exports: one planet or one host. */
export const EXPORT_ENTITIES = ['exoplanet', 'stellarhost'] as const
export type ExportEntity = (typeof EXPORT_ENTITIES)[number]

export const EXPORT_FORMATS = ['json', 'csv'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/**
 * The content codings in which a pack stores each file; identity is decoded from the first. gzip alone, because every client that
 * accepts zstd or brotli accepts gzip, and on these files zstd is neither smaller nor faster to decode.
 */
export const STORED_CODINGS = ['gzip'] as const
export type StoredCoding = (typeof STORED_CODINGS)[number]

/** The table whose rows the exports of each kind contain. */
export const EXPORT_TABLE = { exoplanet: 'exoplanets', stellarhost: 'stellarhosts' } as const satisfies Record<
  ExportEntity,
  TableName
>

/** The entity of the exports in a table's pack. */
export const TABLE_ENTITY = { exoplanets: 'exoplanet', stellarhosts: 'stellarhost' } as const satisfies Record<
  TableName,
  ExportEntity
>

export const EXPORT_MEDIA_TYPES = {
  json: 'application/json',
  csv: 'text/csv; charset=utf-8',
} as const satisfies Record<ExportFormat, string>

/**
 * The export pack of one table: all finished download files, compressed, in one file that a server maps.
 *
 * Layout, little-endian:
 * - 8 bytes magic
 * - the files, back to back: for each name in code-point order, for each of EXPORT_FORMATS, for each of STORED_CODINGS
 * - zeros up to a multiple of 8
 * - the index, four sections without gaps:
 *   - `offsets`       (names × formats × codings + 1) × u32: file k is pack[offsets[k] .. offsets[k + 1])
 *   - `identityBytes` (names × formats) × u32: length of the file before compression
 *   - `nameOffsets`   (names + 1) × u32: name n is names[nameOffsets[n] .. nameOffsets[n + 1])
 *   - `names`         UTF-8; code-point order is also the order of these bytes
 * - the footer, PACK_FOOTER_BYTES long: u32 names, u32 start of the index, u32 bytes of the index, u32 zero,
 *   the first 8 bytes of the index's SHA-256, 8 bytes magic
 *
 * The index is last because a build streams the files and only then has their lengths. Offsets of 32 bits limit a pack
 * to 4 GiB.
 */
export const EXPORT_PACK_MAGIC = 'EXOPACK1'
export const PACK_FOOTER_BYTES = 32
/** Maximum size of a pack: its offsets are unsigned 32-bit numbers. */
export const MAX_PACK_BYTES = 0xffff_ffff

/** Number of files per name in a pack. */
export const FILES_PER_NAME = EXPORT_FORMATS.length * STORED_CODINGS.length

/** Index of the file that contains the export of name number `name`; see `offsets` above. */
export function packFileIndex(name: number, format: ExportFormat, coding: StoredCoding): number {
  return name * FILES_PER_NAME + EXPORT_FORMATS.indexOf(format) * STORED_CODINGS.length + STORED_CODINGS.indexOf(coding)
}

/** Bytes of the index before its names. */
export function indexHeadBytes(names: number): number {
  return 4 * (names * FILES_PER_NAME + 1 + names * EXPORT_FORMATS.length + names + 1)
}
