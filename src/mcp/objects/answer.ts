import { z } from 'zod'
import type { Entry, FullValue } from '../../objects/values.ts'
import { truncatedFields } from '../results/tool.ts'

/** Longest answer about one object, in characters of JSON. */
export const MAX_OBJECT_CHARS = 4_000

/** Most names of cut values that a notice lists. */
const MAX_NAMED = 15

/** A value of an answer, by its column, under its topic. */
export interface TopicEntry {
  readonly topic: string
  readonly reference?: string
  readonly column: string
  readonly entry: Entry
}

/** Values by topic, as an answer has them. */
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

/** What every answer about one object has beside its values. */
export const objectFields = {
  name: z.string(),
  match: z.enum(['exact', 'spelling', 'alias']),
  cautions: z.array(z.string()).describe('To pass on with the values.'),
  ...truncatedFields,
}

/** Entries under their topics, in their order. */
export function grouped(entries: readonly TopicEntry[]): Group[] {
  const groups = new Map<string, Group>()
  for (const { topic, reference, column, entry } of entries) {
    const group = groups.get(topic) ?? { topic, ...(reference === undefined ? {} : { reference }), values: {} }
    group.values[column] = entry
    groups.set(topic, group)
  }
  return [...groups.values()]
}

/** What a cut answer says of the columns that it lacks. */
export function leftOutNotice(columns: readonly string[]): string {
  const named = columns.slice(0, MAX_NAMED)
  const more = columns.length - named.length
  return `Left out to keep this answer short: ${named.join(', ')}${more > 0 ? ` and ${more} more columns` : ''}. query_catalog returns them.`
}

/** Whether an entry has an uncertainty of 0. */
export function hasZeroError(entry: Entry): boolean {
  if (typeof entry !== 'object' || entry === null) return false
  const { err1, err2 }: FullValue = entry
  return err1 === 0 || err2 === 0
}

export const ZERO_ERROR = 'An uncertainty of 0 is none that was measured: it was rounded or is missing.'
