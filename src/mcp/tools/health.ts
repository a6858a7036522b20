import { type Health, healthSchema } from '../../core/answers/snapshot.ts'
import { readAnswer } from '../results/read-answer.ts'
import { brief, defineTool, noArguments } from '../results/tool.ts'

export const health = defineTool({
  name: 'health',
  title: 'Service and snapshot',
  description:
    'Returns the state of the service, its snapshot (id, dates, source), and the numbers of rows, planets and hosts. Cite the date of the table and the source with numbers.',
  input: noArguments,
  output: healthSchema,
  run: (_input, { catalog }) => brief(readAnswer<Health>(catalog.health())),
})
