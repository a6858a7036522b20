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
