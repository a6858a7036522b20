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
    note: text('Information in addition to the description, such as the meaning of a limit flag.').exactOptional(),
    nulls,
    ...range,
  })
  .describe('A column, with the number of rows without a value and the range of its numbers.')

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
    'Quantiles of all values, limits included, computed by linear interpolation; each key is the fraction of the values below. Null if no row has a value.',
  )

const histogramSchema = z
  .strictObject({
    scale: z.enum(['linear', 'log']).describe('`log`: only positive values are counted.'),
    edges: z.array(z.number()).describe('Edges of the bins, one more than there are bins.'),
    counts: z.array(count('Values in the bin.')).describe('Values in each bin.'),
    others: count('Values of zero and below, which a logarithmic scale cannot show.'),
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
    distinct: count('Number of distinct values, nulls excluded.'),
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
          count: count('Rows with this value.'),
        }),
      )
      .describe(
        `Most frequent values first, at most ${MAX_LISTED_VALUES}; present for strings, and for integers with at most ${MAX_LISTED_VALUES} distinct values.`,
      )
      .exactOptional(),
    values_complete: z.boolean().describe('True if `values` lists every value.').exactOptional(),
  })
  .describe(
    'Statistics of a column over all rows of its table, whatever their reference; limits are included with their listed values.',
  )
export type ColumnDescription = Immutable<z.output<typeof columnStatisticsSchema>>
