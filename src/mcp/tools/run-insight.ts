import { z } from 'zod'
import { INSIGHT_CATEGORIES, INSIGHT_KINDS, type InsightResult } from '../../format/insight.ts'
import { readAnswer } from '../results/read-answer.ts'
import { defineTool, type Row, rowSchema, truncatedFields } from '../results/tool.ts'
import { columnInfoSchema } from './column-schema.ts'

const output = z.strictObject({
  meta: z
    .strictObject({
      slug: z.string(),
      title: z.string(),
      category: z.enum(INSIGHT_CATEGORIES),
      kind: z.enum(INSIGHT_KINDS),
      description: z.string(),
      limit: z.int().describe('Most rows the insight has.'),
      sql: z.string().describe('The query behind it; a good start for a query_catalog call of your own.'),
      caveats: z.string().describe('What to know, and to pass on, before you quote these rows.'),
      columns: z.array(columnInfoSchema).describe('The columns of `data` with types and units.'),
    })
    .describe('The descriptor of the insight.'),
  rows: z.int().describe('Number of rows in `data`.'),
  columns: z.array(z.string()).describe('Column names, in order.'),
  ...truncatedFields,
  data: z.array(rowSchema).describe('The rows, best first where it is a ranking.'),
})

type InsightAnswer = Omit<InsightResult, 'data'> & { readonly data: readonly Row[] }

export const runInsight = defineTool({
  name: 'run_insight',
  title: 'Get a prepared insight',
  description:
    'Gives the rows of one prepared insight with units, caveats and the SQL behind it. They are computed when the archive is compiled, so this is instant. list_insights has the slugs.',
  input: z.strictObject({
    slug: z.string().min(1).describe('Slug of the insight, as list_insights gives it, for example nearest-planets.'),
  }),
  output,
  run({ slug }, { catalog }) {
    const { meta, data, rows, columns } = readAnswer<InsightAnswer>(catalog.insight(slug))
    const whole = { meta: { ...meta, columns: [...meta.columns] }, columns: [...columns] }
    return {
      output: { ...whole, rows, truncated: false, data: [...data] },
      parts: data.length,
      shorten: (count) => ({
        ...whole,
        rows: count,
        truncated: true,
        notice: `Only the first ${count} of ${rows} rows are shown, to keep this answer short. Run meta.sql with query_catalog and a LIMIT with OFFSET for the others.`,
        data: data.slice(0, count),
      }),
    }
  },
})
