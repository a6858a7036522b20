import type { TableName } from './table.ts'

/** What an export is of: one planet or one host. */
export const EXPORT_ENTITIES = ['exoplanet', 'stellarhost'] as const
export type ExportEntity = (typeof EXPORT_ENTITIES)[number]

export const EXPORT_FORMATS = ['json', 'csv'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** The content codings in which a pack holds each file; identity is decoded from the first. */
export const STORED_CODINGS = ['zstd', 'gzip'] as const
export type StoredCoding = (typeof STORED_CODINGS)[number]

export const EXPORT_TABLE = { exoplanet: 'exoplanets', stellarhost: 'stellarhosts' } as const satisfies Record<
  ExportEntity,
  TableName
>

export const EXPORT_MEDIA_TYPES = {
  json: 'application/json',
  csv: 'text/csv; charset=utf-8',
} as const satisfies Record<ExportFormat, string>
