import { z } from 'zod'
import { INSIGHT_CATEGORIES, INSIGHT_KINDS, type InsightDescriptor } from '../../format/insight.ts'
import { readAnswer } from '../results/read-answer.ts'
import { brief, defineTool, noArguments } from '../results/tool.ts'

const entry = z.strictObject({
  slug: z.string().describe('Pass this to run_insight.'),
  title: z.string(),
  category: z.enum(INSIGHT_CATEGORIES),
  kind: z.enum(INSIGHT_KINDS),
  description: z.string(),
  limit: z.int().describe('Most rows the insight has.'),
})

export const listInsights = defineTool({
  name: 'list_insights',
  title: 'List prepared insights',
  description:
    'Lists the prepared answers of this catalogue: rankings, lists and distributions such as the nearest planets, discoveries by year and method, or habitable-zone candidates. Look here before you write SQL: their selection of rows, treatment of limits and units have been checked. run_insight gives the rows of one.',
  input: noArguments,
  output: z.strictObject({ insights: z.array(entry) }),
  run(_input, { catalog }) {
    const descriptors = readAnswer<readonly InsightDescriptor[]>(catalog.insightList())
    return brief({
      insights: descriptors.map(({ slug, title, category, kind, description, limit }) => ({
        slug,
        title,
        category,
        kind,
        description,
        limit,
      })),
    })
  },
})
