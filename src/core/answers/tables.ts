import { z } from 'zod'
import type { Immutable } from './immutable.ts'
import { count, text } from './parts.ts'

/** All tables that can be queried. */
export const tableListSchema = z
  .array(
    z.strictObject({
      name: text('Name of the table in SQL.'),
      aliases: z.array(z.string()).describe('Other names of it, such as that of the archive.'),
      title: text('Contents of the table.'),
      rows: count('Number of rows.'),
      columns: count('Number of columns.'),
      date: z.iso.date().nullable().describe('Date of the table; null if unknown.'),
      source: text('Source of the table.'),
    }),
  )
  .describe('All tables, those with their own pages first.')
export type TableList = Immutable<z.output<typeof tableListSchema>>
