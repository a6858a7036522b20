import { z } from 'zod'
import type { TableName } from '../../format/table.ts'
import type { Immutable } from './immutable.ts'
import { columnNames, count, text } from './parts.ts'

/** One value of a result. */
export const valueSchema = z
  .union([z.string().nullable(), z.number()])
  .describe('A string, a number or null. A blob is a string of hexadecimal digits; infinities are null.')
export type Value = z.output<typeof valueSchema>

/** A row of a result, by column name. */
export const resultRowSchema = z.record(z.string(), valueSchema)
export type ResultRow = Immutable<z.output<typeof resultRowSchema>>

/** A row of each table. The columns are only known once a snapshot is loaded. */
export const tableRowSchemas = {
  exoplanets: z.record(z.string(), valueSchema).describe('A row of exoplanets.'),
  stellarhosts: z.record(z.string(), valueSchema).describe('A row of stellarhosts.'),
} as const satisfies Record<TableName, z.ZodType>

/** The column names of each table. */
export const columnNameSchemas = {
  exoplanets: z.string(),
  stellarhosts: z.string(),
} as const satisfies Record<TableName, z.ZodType>

/** Warnings about unexpected properties of a result. */
export const warningsSchema = z
  .array(
    z.strictObject({
      code: text('Kind of the warning.'),
      message: text('What is unexpected, and how to change the query.'),
    }),
  )
  .describe('Unexpected properties of the rows; absent if there are none.')

function pageSchema(table: TableName) {
  return z
    .strictObject({
      data: z.array(tableRowSchemas[table]).describe('The rows of this page.'),
      total: count('Rows that match the filter.'),
      total_all: count('Rows of the whole table.'),
      page: count('Number of this page, from 1.'),
      limit: count('Rows per page, after the maximum was applied.'),
      columns: z.array(columnNameSchemas[table]).describe('Column names, in order.'),
      warnings: warningsSchema.exactOptional(),
    })
    .describe(`A page of ${table}.`)
}

/** A page of each table. */
export const pageSchemas = {
  exoplanets: pageSchema('exoplanets'),
  stellarhosts: pageSchema('stellarhosts'),
} as const satisfies Record<TableName, z.ZodType>
export type Page = Immutable<z.output<(typeof pageSchemas)[TableName]>>

/** The result of an SQL query. */
export const sqlResponseSchema = z
  .strictObject({
    data: z.array(resultRowSchema).describe('The rows, by column name.'),
    rows: count('Number of rows in `data`.'),
    columns: columnNames.describe('Column names, in order; a second column `n` is called `n_1`.'),
    query: text('The SQL that ran.'),
    truncated: z.boolean().describe('True if the query has more rows than `limit` allows.'),
    warnings: warningsSchema.exactOptional(),
  })
  .describe('The result of a query.')
export type SqlResponse = Immutable<z.output<typeof sqlResponseSchema>>
