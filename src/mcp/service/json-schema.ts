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

/**
 * The JSON Schema of an object. `$schema` is left out: clients of different revisions assume different dialects, and
 * what these schemas use means the same in all of them.
 */
export function objectJsonSchema(schema: z.ZodObject, io: 'input' | 'output'): ObjectJsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'draft-7',
    override: ({ jsonSchema }) => {
      // zod bounds every integer by ±(2^53 − 1), which says nothing to a reader.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      // The forms of dates and ids cost tokens, and some clients reject formats that they do not know.
      delete jsonSchema.format
      delete jsonSchema.pattern
    },
  })
  return { ...rest, type: 'object' } as ObjectJsonSchema
}
