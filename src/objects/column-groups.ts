import { COMPANION_NAMES, type Companion } from '../core/answers/column-notes.ts'
import type { Column } from '../format/column.ts'

/** A column with the suffixes of its companion columns: `pl_rade` with `err1` has `pl_radeerr1`. */
export interface FoldedColumn {
  readonly column: Column
  readonly variants: readonly Companion[]
}

/** Topics in listing order; a column belongs to the first one whose pattern matches. */
const TOPICS: readonly (readonly [topic: string, pattern: RegExp])[] = [
  ['Names and catalog numbers', /^(pl_name|pl_letter|hostname|sy_name|.*_name|.*_id)$/],
  ['Which row to use', /^(default_flag|soltype|pl_controv_flag|.*_refname|.*pubdate|rowupdate|releasedate|pl_nnotes)$/],
  ['Discovery', /^(disc|(ttv|ptv|tran|rv|ast|obm|micro|etv|ima|pul|dkin)_flag$)/],
  ['Planet', /^pl_/],
  ['Star', /^st_/],
  ['System', /^(sy_[spm]num$|cb_flag$|sy_dist|sy_plx|sy_pm)/],
  ['Magnitudes of the system', /^sy_.*mag/],
  ['Position on the sky', /^(ra|dec|rastr|decstr|glon|glat|elon|elat|x|y|z|htm20)$/],
  ['Other', /^/],
]

/** Columns by topic, in table order within each topic; topics without columns are omitted. */
export function groupByTopic<T>(entries: readonly T[], nameOf: (entry: T) => string): [topic: string, entries: T[]][] {
  const groups = new Map<string, T[]>(TOPICS.map(([topic]) => [topic, []]))
  for (const entry of entries) {
    const [topic] = TOPICS.find(([, pattern]) => pattern.test(nameOf(entry)))!
    groups.get(topic)!.push(entry)
  }
  return [...groups].filter(([, members]) => members.length > 0)
}

/** The columns that are not companions of another one, each with the suffixes of its companions. */
export function foldVariants(columns: readonly Column[]): FoldedColumn[] {
  const names = new Set(columns.map(({ name }) => name))
  const isVariant = (name: string): boolean =>
    COMPANION_NAMES.some((ending) => name.endsWith(ending) && names.has(name.slice(0, -ending.length)))
  return columns
    .filter(({ name }) => !isVariant(name))
    .map((column) => ({ column, variants: COMPANION_NAMES.filter((ending) => names.has(column.name + ending)) }))
}
