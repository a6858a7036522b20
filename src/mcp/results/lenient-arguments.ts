import type { z } from 'zod'

/** The value of a JSON text; undefined if the text is not JSON. */
function parsedText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Interprets the value of an argument: null means absent if the argument is optional. A text that the argument does not
 * accept is parsed as JSON (`"2"`, `"null"`, `"[\"pl_rade\"]"`) or, for a list, as comma-separated names. Undefined means
 * absent.
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
  // An invalid number is reported as a number.
  return typeof parsed === 'number' ? parsed : value
}

/** Converts the arguments of a call to the types of the tool's schema: some clients send numbers, lists and nulls as text. */
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
