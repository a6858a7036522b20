import { z } from 'zod'
import { type ColumnInfo, DATA_TYPES } from '../../format/column.ts'
import { MAX_LISTED_VALUES, QUANTILES, type Quantile } from '../../format/column-statistics.ts'
import type { Immutable } from './immutable.ts'
import { count, text } from './parts.ts'

/** A column as every interface describes it. */
export const columnInfoSchema = z
  .strictObject({
    name: text('Name of the column.'),
    data_type: z.enum(DATA_TYPES).describe('Type of its values.'),
    description: text('Meaning; absent if the archive gives none.').exactOptional(),
    unit: text('Unit of the values; absent if there is none or the archive gives none.').exactOptional(),
    source_datatype: text('Type that the archive declares; absent if it was inferred from the values.').exactOptional(),
  })
  .describe('A column.') satisfies z.ZodType<ColumnInfo>

const nulls = count('Rows without a value in this column.')
const bound = (which: string) =>
  z.number().nullable().describe(`${which} number; absent for strings, null if no row has a value.`).exactOptional()
const range = { min: bound('Smallest'), max: bound('Largest') }

/** A column of a schema: its meaning, the number of rows without a value, and the range of its numbers. */
export const schemaColumnSchema = columnInfoSchema
  .extend({
    note: text(
      'What a reader has to know beyond the description, such as the meaning of a limit flag.',
    ).exactOptional(),
    nulls,
    ...range,
  })
  .describe('A column, with the rows that lack it and the range of its numbers.')

/** The columns of a table. */
export const schemaResponseSchema = z
  .strictObject({
    columns: z.array(schemaColumnSchema).describe('Every column, in the order of the table.'),
    total_rows: count('Rows of the table.'),
  })
  .describe('The columns of a table.')
export type SchemaResponse = Immutable<z.output<typeof schemaResponseSchema>>

const quantilesSchema = z
  .strictObject(
    Object.fromEntries(QUANTILES.map((share) => [share, z.number()])) as Readonly<Record<Quantile, z.ZodNumber>>,
  )
  .nullable()
  .describe(
    'Quantiles of all values, limits included, by linear interpolation, by the share of the values below; null if no row has a value.',
  )

const histogramSchema = z
  .strictObject({
    scale: z.enum(['linear', 'log']).describe('`log`: only positive values are counted.'),
    edges: z.array(z.number()).describe('Edges of the bins, one more than there are bins.'),
    counts: z.array(count('Values in the bin.')).describe('Values in each bin.'),
    others: count('Values, zero and below, that a logarithmic scale has no place for.'),
  })
  .nullable()
  .describe(
    'Values between neighboring edges; bin i counts those from edge i (included) to edge i + 1 (excluded, except in the last bin). Null if no row has a value.',
  )

/** Statistics on a column. */
export const columnStatisticsSchema = columnInfoSchema
  .extend({
    rows: count('Rows of the table.'),
    nulls,
    distinct: count('Different values, without nulls.'),
    ...range,
    mean: z
      .number()
      .nullable()
      .describe('Arithmetic mean of all values, limits included; null if no row has a value.')
      .exactOptional(),
    quantiles: quantilesSchema.exactOptional(),
    histogram: histogramSchema.exactOptional(),
    values: z
      .array(
        z.strictObject({
          value: z.union([z.string(), z.number()]),
          count: count('Rows that have it.'),
        }),
      )
      .describe(
        `The most frequent values first, at most ${MAX_LISTED_VALUES}; of strings, and of integers with at most as many values.`,
      )
      .exactOptional(),
    values_complete: z.boolean().describe('Whether `values` lists every value.').exactOptional(),
  })
  .describe(
    'A column described by its values: those of all rows of the table, whatever their reference; limits count as the values that they are given as.',
  )
export type ColumnDescription = Immutable<z.output<typeof columnStatisticsSchema>>
