import { z } from 'zod'
import { type InsightDescriptor, insightDescriptorSchema } from '../../core/answers/insight.ts'
import { readAnswer } from '../results/read-answer.ts'
import { brief, defineTool, noArguments } from '../results/tool.ts'

const entry = insightDescriptorSchema.pick({
  slug: true,
  title: true,
  category: true,
  kind: true,
  description: true,
  limit: true,
})

export const listInsights = defineTool({
  name: 'list_insights',
  title: 'List insights',
  description:
    'Lists the precomputed answers: rankings, lists and distributions such as the nearest planets, discoveries by year, or habitable-zone candidates. Look here before you write SQL: their rows, limits and units have been checked. run_insight returns one.',
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
