import { z } from 'zod'

type Json = string | number | boolean | null | Json[] | JsonObject
type JsonObject = { [key: string]: Json }

/** A tool's schema as the protocol wants it: of an object, and nothing that one dialect of JSON Schema has alone. */
export type ObjectJsonSchema = {
  type: 'object'
  properties?: Record<string, JsonObject>
  required?: string[]
  [keyword: string]: unknown
}

/** Fields of answers whose name says what they are. */
const PLAIN_FIELDS = new Set([
  ...['name', 'data_type', 'description', 'unit', 'source_datatype', 'note', 'nulls', 'min', 'max', 'mean', 'notice'],
  ...[
    'slug',
    'title',
    'category',
    'kind',
    'limit',
    'rows',
    'columns',
    'count',
    'via',
    'table',
    'query',
    'version',
    'source',
  ],
  ...['truncated', 'date', 'planets', 'hosts', 'exoplanets', 'stellarhosts', 'ready', 'snapshot', 'tables', 'sql'],
  ...['id', 'pages', 'hosts_not_in_stellarhosts', 'hosts_not_in_exoplanets', 'variants', 'mime_type', 'filename'],
  ...[
    'code',
    'message',
    'syntax',
    'reason',
    'meta',
    'content',
    'match',
    'table_dates',
    'archive_date',
    'values_complete',
  ],
])

/** Most values that the schema of an answer lists: the answer itself has the one that it is. */
const MAX_ENUM = 4

/** Alternatives that are types and nothing else, as a list of types. */
function joinTypes(part: Record<string, unknown>): void {
  const { anyOf } = part
  if (!Array.isArray(anyOf)) return
  const isBare = (one: unknown): boolean => Object.keys(Object(one)).join() === 'type'
  if (!anyOf.every(isBare)) return
  part.type = anyOf.flatMap(({ type }: { readonly type: string | string[] }) => type)
  delete part.anyOf
}

/** Leaves out of an answer's schema what says nothing to a reader: the list of tools costs every conversation its tokens. */
function shorten(part: Record<string, unknown>, path: readonly (string | number)[]): void {
  if (part.minimum === 0) delete part.minimum
  delete part.minItems
  const [parent, name] = path.slice(-2)
  if (path.length === 0 || name === 'items' || (parent === 'properties' && PLAIN_FIELDS.has(String(name))))
    delete part.description
  if (Object.keys(Object(part.additionalProperties ?? { type: '' })).length === 0) {
    // An empty schema admits anything, as its absence does.
    if (part.additionalProperties !== false) delete part.additionalProperties
  }
  if (Object.keys(Object(part.items ?? { type: '' })).length === 0) delete part.items
  joinTypes(part)
  if (path.length === 0) return
  if (Array.isArray(part.enum) && part.enum.length > MAX_ENUM) delete part.enum
  // Fields may be added to the parts of an answer.
  if (part.additionalProperties === false) delete part.additionalProperties
}

/**
 * The JSON Schema of an object. `$schema` is left out: clients of different revisions assume different dialects, and
 * what these schemas use means the same in all of them.
 */
export function objectJsonSchema(schema: z.ZodObject, io: 'input' | 'output'): ObjectJsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'draft-7',
    override: ({ jsonSchema, path }) => {
      // zod bounds every integer by ±(2^53 − 1), which says nothing to a reader.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      // The forms of dates and ids cost tokens, and some clients reject formats that they do not know.
      delete jsonSchema.format
      delete jsonSchema.pattern
      delete jsonSchema.propertyNames
      if (io === 'output') shorten(jsonSchema, path)
    },
  })
  return { ...rest, type: 'object' } as ObjectJsonSchema
}
