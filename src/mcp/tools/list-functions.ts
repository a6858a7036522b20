import { z } from 'zod'
import { FUNCTION_GROUPS, SQL_FUNCTIONS } from '../../core/functions/sql-functions.ts'
import { brief, defineTool } from '../results/tool.ts'

export const listFunctions = defineTool({
  name: 'list_functions',
  title: 'List SQL functions',
  description:
    'Lists the functions that query_catalog accepts, with their arguments: those of SQLite and those added here (median, percentile, stddev, corr, …). Call it if a function is unknown.',
  input: z.strictObject({
    group: z.enum(FUNCTION_GROUPS).optional().describe('Only the functions of this group.'),
  }),
  output: z.strictObject({
    functions: z.array(
      z.strictObject({
        syntax: z.string().describe('How it is called.'),
        group: z.enum(FUNCTION_GROUPS),
        description: z.string(),
        added: z.boolean().describe('True if SQLite itself does not have it.'),
      }),
    ),
  }),
  run({ group }) {
    const wanted = SQL_FUNCTIONS.filter((entry) => group === undefined || entry.group === group)
    return brief({ functions: wanted.map(({ name: _name, ...entry }) => entry) })
  },
})
