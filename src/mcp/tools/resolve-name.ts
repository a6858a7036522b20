import { z } from 'zod'
import { type Resolution, resolutionSchema } from '../../core/answers/names.ts'
import { readAnswer } from '../results/read-answer.ts'
import { brief, defineTool } from '../results/tool.ts'

/** Maximum number of matches that an agent gets: a name with more is a search. */
const MAX_MATCHES = 10

export const resolveName = defineTool({
  name: 'resolve_name',
  title: 'Find a planet or star by name',
  description:
    'Finds planets and stars by any spelling or other name (HD209458b, Proxima b); query_catalog and download_detail need the exact name.',
  input: z.strictObject({
    name: z.string().min(1).max(200).describe('Name as found elsewhere, or its beginning.'),
  }),
  output: resolutionSchema,
  run: ({ name }, { catalog }) => brief(readAnswer<Resolution>(catalog.resolve(name, MAX_MATCHES)) as never),
})
