import { z } from 'zod'

type Json = string | number | boolean | null | Json[] | JsonObject
type JsonObject = { [key: string]: Json }

/** A tool's schema as the protocol requires it: of an object, and without anything specific to one dialect of JSON Schema. */
export type ObjectJsonSchema = {
  type: 'object'
  properties?: Record<string, JsonObject>
  required?: string[]
  [keyword: string]: unknown
}

/** Response fields with a self-explanatory name. */
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

/** Maximum number of values that the schema of a response lists: the response itself contains the actual one. */
const MAX_ENUM = 4

/** Merges alternatives that are only types into a list of types. */
function joinTypes(part: Record<string, unknown>): void {
  const { anyOf } = part
  if (!Array.isArray(anyOf)) return
  const isBare = (one: unknown): boolean => Object.keys(Object(one)).join() === 'type'
  if (!anyOf.every(isBare)) return
  part.type = anyOf.flatMap(({ type }: { readonly type: string | string[] }) => type)
  delete part.anyOf
}

/** Removes the parts of a response schema that carry no information: the tool list consumes tokens in every conversation. */
function shorten(part: Record<string, unknown>, path: readonly (string | number)[]): void {
  if (part.minimum === 0) delete part.minimum
  delete part.minItems
  const [parent, name] = path.slice(-2)
  if (path.length === 0 || name === 'items' || (parent === 'properties' && PLAIN_FIELDS.has(String(name))))
    delete part.description
  if (Object.keys(Object(part.additionalProperties ?? { type: '' })).length === 0) {
    // An empty schema allows anything, like an absent one.
    if (part.additionalProperties !== false) delete part.additionalProperties
  }
  if (Object.keys(Object(part.items ?? { type: '' })).length === 0) delete part.items
  joinTypes(part)
  if (path.length === 0) return
  if (Array.isArray(part.enum) && part.enum.length > MAX_ENUM) delete part.enum
  // The parts of a response can be extended with fields.
  if (part.additionalProperties === false) delete part.additionalProperties
}

/**
 * The JSON Schema of an object. `$schema` is omitted: clients of different revisions assume different dialects, and these
 * schemas mean the same in all of them.
 */
export function objectJsonSchema(schema: z.ZodObject, io: 'input' | 'output'): ObjectJsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'draft-7',
    override: ({ jsonSchema, path }) => {
      // zod bounds every integer by ±(2^53 − 1), which carries no information.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      // The formats of dates and IDs consume tokens, and some clients reject unknown formats.
      delete jsonSchema.format
      delete jsonSchema.pattern
      delete jsonSchema.propertyNames
      if (io === 'output') shorten(jsonSchema, path)
    },
  })
  return { ...rest, type: 'object' } as ObjectJsonSchema
}
