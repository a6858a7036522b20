import { z } from 'zod'
import { type InsightResult, insightResultSchema } from '../../core/answers/insight.ts'
import { readAnswer } from '../results/read-answer.ts'
import { defineTool, type Row, rowSchema, truncatedFields } from '../results/tool.ts'

const output = insightResultSchema.extend({
  ...truncatedFields,
  data: z.array(rowSchema).describe('The rows, best first in a ranking.'),
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
