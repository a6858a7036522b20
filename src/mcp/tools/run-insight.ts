import { z } from 'zod'
import { type InsightResult, insightResultSchema } from '../../core/answers/insight.ts'
import { readAnswer } from '../results/read-answer.ts'
import { defineTool, MAX_OBJECT_ROWS, type Row, rowsSchema, truncatedFields, writtenRows } from '../results/tool.ts'

const output = insightResultSchema.extend({
  ...truncatedFields,
  data: rowsSchema.describe('The rows, as in query_catalog.'),
})
type Output = z.output<typeof output>

/** As the core wrote it: an integer that a number cannot represent is a string. */
type InsightAnswer = Omit<InsightResult, 'data'> & { readonly data: readonly Row[] }

export const runInsight = defineTool({
  name: 'run_insight',
  title: 'Get an insight',
  description:
    'Returns the rows of one precomputed insight with units, caveats and the SQL behind it. list_insights lists the slugs.',
  input: z.strictObject({
    slug: z.string().min(1).describe('Slug of the insight, as in list_insights, for example nearest-planets.'),
  }),
  output,
  run({ slug }, { catalog }) {
    const { data, truncated, ...insight } = readAnswer<InsightAnswer>(catalog.insight(slug))
    const { rows, total } = insight
    const compact = data.length > MAX_OBJECT_ROWS
    const shown = (count: number, cut: Pick<Output, 'truncated' | 'notice'>): Output =>
      ({
        ...insight,
        rows: count,
        ...cut,
        data: writtenRows(data.slice(0, count), insight.columns, compact),
      }) as Output
    const limited = `${total} rows qualify; this insight lists ${rows} of them. meta.sql ends with its LIMIT.`
    return {
      output: shown(rows, { truncated, ...(truncated ? { notice: limited } : {}) }),
      parts: data.length,
      shorten: (count) =>
        shown(count, {
          truncated: true,
          notice: `Only the first ${count} of ${total} rows that qualify are shown, to keep the result short. Run meta.sql with query_catalog and a LIMIT with OFFSET for the others.`,
        }),
    }
  },
})
