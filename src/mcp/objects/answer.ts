import { z } from 'zod'
import type { Entry, FullValue } from '../../objects/values.ts'
import { truncatedFields } from '../results/tool.ts'

/** Maximum size of a response about one object, in characters of JSON. */
export const MAX_OBJECT_CHARS = 4_000

/** Maximum number of omitted values that a notice names. */
const MAX_NAMED = 15

/** A value of a response, by its column, with its topic. */
export interface TopicEntry {
  readonly topic: string
  readonly reference?: string
  readonly column: string
  readonly entry: Entry
}

/** Values by topic, in the form of a response. */
export interface Group {
  topic: string
  reference?: string
  values: Record<string, Entry>
}

export const groupsSchema = z
  .array(
    z.object({ topic: z.string(), reference: z.string().exactOptional(), values: z.record(z.string(), z.unknown()) }),
  )
  .describe(
    'Values by column: a bare value, or an object with value (a limit has upper_limit or lower_limit instead), err1, err2 (negative), unit, reference, spread.',
  )

/** The fields of every response about one object, in addition to its values. */
export const objectFields = {
  name: z.string(),
  match: z.enum(['exact', 'spelling', 'alias']),
  cautions: z.array(z.string()).describe('Pass these on with the values.'),
  ...truncatedFields,
}

/** Entries grouped by topic, in their order. */
export function grouped(entries: readonly TopicEntry[]): Group[] {
  const groups = new Map<string, Group>()
  for (const { topic, reference, column, entry } of entries) {
    const group = groups.get(topic) ?? { topic, ...(reference === undefined ? {} : { reference }), values: {} }
    group.values[column] = entry
    groups.set(topic, group)
  }
  return [...groups.values()]
}

/** The notice in a truncated response about the omitted columns. */
export function leftOutNotice(columns: readonly string[]): string {
  const named = columns.slice(0, MAX_NAMED)
  const more = columns.length - named.length
  return `Left out to keep the result short: ${named.join(', ')}${more > 0 ? ` and ${more} more ${more === 1 ? 'column' : 'columns'}` : ''}. query_catalog returns them.`
}

/** Whether an entry has an uncertainty of 0. */
export function hasZeroError(entry: Entry): boolean {
  if (typeof entry !== 'object' || entry === null) return false
  const { err1, err2 }: FullValue = entry
  return err1 === 0 || err2 === 0
}

export const ZERO_ERROR = 'An uncertainty of 0 is not a measured value: it was rounded or is missing.'
