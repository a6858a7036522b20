import type { ColumnInfo } from './column.ts'

export const INSIGHT_CATEGORIES = [
  'exoplanets',
  'stellarhosts',
  'population',
  'systems',
  'relationships',
  'provenance',
] as const
export const INSIGHT_KINDS = ['ranking', 'list', 'histogram', 'timeseries', 'distribution', 'relationship'] as const
export type InsightCategory = (typeof INSIGHT_CATEGORIES)[number]
export type InsightKind = (typeof INSIGHT_KINDS)[number]

/** An insight as the list and its own answer describe it. */
export interface InsightDescriptor {
  readonly slug: string
  readonly title: string
  readonly category: InsightCategory
  readonly description: string
  readonly kind: InsightKind
  /** Row limit; the result never has more rows. */
  readonly limit: number
  /** The exact text; sent to `/rest/query` it gives the same rows. */
  readonly sql: string
  /** What a reader must know before quoting the rows. */
  readonly caveats: string
  /** The result's columns with types and units. */
  readonly columns: readonly ColumnInfo[]
}

/** A bigint is an integer beyond ±(2^53 − 1), which no number holds; JSON has it as a number with all its digits. */
export type InsightCell = string | number | bigint | null

export interface InsightResult {
  readonly meta: InsightDescriptor
  readonly data: readonly Readonly<Record<string, InsightCell>>[]
  readonly rows: number
  readonly columns: readonly string[]
}
