import { z } from 'zod'
import { type ColumnDescription, columnInfoSchema } from '../../core/answers/column.ts'
import { noteOn } from '../../core/answers/column-notes.ts'
import type { Catalog } from '../../core/catalog/catalog.ts'
import { truncate } from '../../core/text/quote-for-message.ts'
import { allTables } from '../../format/manifest.ts'
import { tableArgument, tableOf } from '../columns/table-argument.ts'
import { aboutTable } from '../columns/table-facts.ts'
import { readAnswer } from '../results/read-answer.ts'
import { brief, defineTool } from '../results/tool.ts'

/** Maximum number of values that are listed, and maximum length of a value listed in full, in characters. */
const MAX_VALUES = 20
const MAX_VALUE_LENGTH = 200

const number = z.number().nullable().exactOptional()

const output = z.strictObject({
  table: z.string(),
  ...columnInfoSchema.omit({ source_datatype: true }).shape,
  note: z.string().exactOptional(),
  about: z.string().describe('What one row of the table is.'),
  rows: z.int(),
  nulls: z.int(),
  null_share: z.number().nullable().describe('nulls / rows'),
  limits: z
    .strictObject({ upper: z.int(), lower: z.int() })
    .exactOptional()
    .describe('Rows whose value is a limit, not a measurement; the statistics include them.'),
  distinct: z.int(),
  min: number,
  max: number,
  mean: number,
  quantiles: z.record(z.string(), z.number()).nullable().exactOptional().describe('By the fraction of values below.'),
  values: z
    .array(z.strictObject({ value: z.union([z.string(), z.number()]), count: z.int() }))
    .exactOptional()
    .describe('Most frequent values, of text and of integers with few values.'),
  values_complete: z.boolean().exactOptional().describe('True if values lists all.'),
})

/** The number of values of a column that are limits; undefined if the table has no limit flag for it. */
function limitsOf(catalog: Catalog, table: string, column: string): { upper: number; lower: number } | undefined {
  const flag = `${column}lim`
  if (
    !allTables(catalog.manifest)
      .get(table)!
      .columns.some(({ name }) => name === flag)
  )
    return undefined
  const { values = [] } = readAnswer<ColumnDescription>(catalog.column(table, flag))
  const rowsWith = (wanted: number): number =>
    values.reduce((sum, entry) => sum + (Number(entry.value) === wanted ? entry.count : 0), 0)
  return { upper: rowsWith(1), lower: rowsWith(-1) }
}

export const describeColumn = defineTool({
  name: 'describe_column',
  title: 'Describe a column by its values',
  description:
    'Describes the values of one column over all rows of its table: nulls, limits, range, mean, quantiles, most frequent values. Call it to learn how text is spelled before you compare with it, or whether enough rows have a value.',
  input: z.strictObject({
    table: tableArgument.describe('Table of the column, as in describe_catalog.'),
    column: z.string().min(1).max(100).describe('Exact name, as in describe_catalog.'),
  }),
  output,
  run({ table: named, column }, { catalog }) {
    const table = tableOf(catalog, named)
    const {
      histogram: _histogram,
      source_datatype: _source,
      values,
      values_complete,
      ...facts
    } = readAnswer<ColumnDescription>(catalog.column(table, column))
    const note = noteOn(
      column,
      new Set(
        allTables(catalog.manifest)
          .get(table)!
          .columns.map(({ name }) => name),
      ),
    )
    const limits = limitsOf(catalog, table, column)
    return brief({
      table,
      ...facts,
      ...(note === undefined ? {} : { note }),
      about: aboutTable(catalog.manifest, table),
      null_share: facts.rows === 0 ? null : Number((facts.nulls / facts.rows).toPrecision(3)),
      ...(limits === undefined ? {} : { limits }),
      ...(values === undefined
        ? {}
        : {
            values: values.slice(0, MAX_VALUES).map((entry) => ({
              ...entry,
              value: typeof entry.value === 'string' ? truncate(entry.value, MAX_VALUE_LENGTH) : entry.value,
            })),
            values_complete: values_complete === true && values.length <= MAX_VALUES,
          }),
    } as z.output<typeof output>)
  },
})
