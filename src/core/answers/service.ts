import { z } from 'zod'
import { ERRORS, type ErrorCode } from '../errors.ts'
import { FUNCTION_GROUPS } from '../functions/sql-functions.ts'
import type { Immutable } from './immutable.ts'
import { count, text } from './parts.ts'

/** An error as reported over HTTP. */
export const problemSchema = z
  .strictObject({
    type: z.literal('about:blank'),
    title: text('Name of the status.'),
    status: z.int().min(400).max(599).describe('HTTP status.'),
    detail: text('What is wrong and how to correct it, as text for people.'),
    code: z
      .enum(Object.keys(ERRORS) as ErrorCode[])
      .describe('What is wrong, as a code for programs. Codes are stable.'),
    parameter: text('The invalid query parameter.').exactOptional(),
    suggestions: z.array(z.string()).min(1).describe('Most similar valid values, best first.').exactOptional(),
    position: count('Zero-based character offset of the error in the SQL text.').exactOptional(),
  })
  .describe('An error (RFC 9457).')
export type Problem = Immutable<z.output<typeof problemSchema>>

/** The endpoints of the service. */
export const endpointListSchema = z
  .strictObject({
    name: text('Name of the service.'),
    version: text('Version of the service.'),
    tables: z.array(z.string()).describe('Names of all tables that can be queried.'),
    endpoints: z
      .array(
        z.strictObject({
          method: z.enum(['GET', 'POST']),
          path: text('Path, with `{placeholders}`.'),
          description: text('What it returns.'),
        }),
      )
      .describe('Every endpoint.'),
    other_services: z
      .array(z.strictObject({ path: text('Path.'), description: text('What it is for.') }))
      .describe('Addresses for clients of the Virtual Observatory and of the archive.'),
  })
  .describe('The endpoints.')
export type EndpointList = Immutable<z.output<typeof endpointListSchema>>

/** One SQL function. */
export const functionSchema = z
  .strictObject({
    name: text('Name in lower case, or the operator.'),
    group: z.enum(FUNCTION_GROUPS).describe('What it is for.'),
    syntax: text('How it is called.'),
    description: text('What it returns.'),
    added: z.boolean().describe('True for a function that SQLite itself does not have.'),
  })
  .describe('An SQL function.')

/** The SQL functions that a query can use. */
export const functionListSchema = z
  .strictObject({ functions: z.array(functionSchema).describe('Every function, by group.') })
  .describe('The SQL functions that a query can use.')
export type FunctionList = Immutable<z.output<typeof functionListSchema>>
