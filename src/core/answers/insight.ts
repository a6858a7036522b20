import { z } from 'zod'
import { INSIGHT_CATEGORIES, INSIGHT_KINDS } from '../../format/insight.ts'
import { columnInfoSchema } from './column.ts'
import type { Immutable } from './immutable.ts'
import { columnNames, count, text } from './parts.ts'
import { resultRowSchema } from './rows.ts'

/** The slug of an insight. The set of insights is only known once a snapshot is loaded. */
export const slugSchema = text('Identifier of an insight.')

/** An insight as described in the list and in its own response. */
export const insightDescriptorSchema = z
  .strictObject({
    slug: slugSchema,
    title: text('Title.'),
    category: z.enum(INSIGHT_CATEGORIES).describe('Subject of the insight.'),
    description: text('What the rows are.'),
    kind: z.enum(INSIGHT_KINDS).describe('Type of the insight.'),
    limit: count('Maximum number of rows; the result never has more.'),
    sql: text('SQL of the insight; run as a query, it returns the same rows.'),
    caveats: text(
      'Read these before you quote the rows, and pass them on; they are specific to the rows of this archive.',
    ),
    columns: z.array(columnInfoSchema).describe('Its columns with types and units.'),
  })
  .describe('Description of an insight.')
export type InsightDescriptor = Immutable<z.output<typeof insightDescriptorSchema>>

export const insightListSchema = z.array(insightDescriptorSchema).describe('Every insight.')

/** Rows of a table that an insight omits. */
export const leftOutSchema = z
  .strictObject({
    reason: text('Reason, with the column: limit, no value, controversial, …'),
    rows: count('Number of rows of the table; each is counted once, for the first reason that applies.').min(1),
  })
  .describe('Rows that were set aside.')
export type LeftOut = Immutable<z.output<typeof leftOutSchema>>

/** An insight with its rows. */
export const insightResultSchema = z
  .strictObject({
    meta: insightDescriptorSchema,
    data: z.array(resultRowSchema).describe('The rows, by column name.'),
    rows: count('Number of rows in `data`.'),
    columns: columnNames,
    total: count('Number of rows that qualify, including those beyond the limit.'),
    truncated: z.boolean().describe('True if rows were left out because of the limit.'),
    left_out: z
      .array(leftOutSchema)
      .min(1)
      .describe('Rows of the table that were set aside, by reason; absent if there are none.')
      .exactOptional(),
  })
  .describe('An insight with its rows.')

/** A bigint is an integer beyond ±(2^53 − 1), which a number cannot represent; in JSON it is a number with all its digits. */
export type InsightCell = string | number | bigint | null

/** An insight as the build computes it and writes it as JSON. */
export type InsightResult = Omit<Immutable<z.output<typeof insightResultSchema>>, 'data'> & {
  readonly data: readonly Readonly<Record<string, InsightCell>>[]
}

/** A plot of the gallery, described like an insight but without the fields that classify insights. */
export type PlotDescriptor = Omit<InsightDescriptor, 'category' | 'kind'>

/** The rows of a plot of the gallery, as the build computes them and writes them as JSON. */
export type PlotResult = Omit<InsightResult, 'meta'> & { readonly meta: PlotDescriptor }
