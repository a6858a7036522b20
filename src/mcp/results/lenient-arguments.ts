import type { z } from 'zod'

/** The value of a text that is JSON; undefined if it is not. */
function parsedText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * What a value means for an argument: null is none where it may be absent, and a text that the argument does not accept is read
 * as JSON (`"2"`, `"null"`, `"[\"pl_rade\"]"`) or, for a list, as names between commas. Undefined means absent.
 */
function meant(schema: z.ZodType, value: unknown): unknown {
  const isOptional = schema.safeParse(undefined).success
  if (value === null) return isOptional ? undefined : value
  if (typeof value !== 'string' || schema.safeParse(value).success) return value
  const parsed = parsedText(value)
  if (parsed === null) return isOptional ? undefined : value
  if (parsed !== undefined && schema.safeParse(parsed).success) return parsed
  const names = value.split(',').map((name) => name.trim())
  if (schema.safeParse(names).success) return names
  // A wrong number is reported as a number.
  return typeof parsed === 'number' ? parsed : value
}

/** The arguments of a call as the tool's schema has them: some clients send numbers, lists and nulls as text. */
export function lenientArguments(
  input: z.ZodObject,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      const schema = Object.hasOwn(input.shape, name) ? (input.shape[name] as z.ZodType) : undefined
      if (schema === undefined) return [[name, value]]
      const plain = meant(schema, value)
      return plain === undefined ? [] : [[name, plain]]
    }),
  )
}
