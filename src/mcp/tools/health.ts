import { z } from 'zod'
import { readAnswer } from '../results/read-answer.ts'
import { brief, defineTool, noArguments } from '../results/tool.ts'

const output = z.strictObject({
  status: z.literal('ok'),
  version: z.string().describe('Version of the service.'),
  snapshot: z
    .strictObject({
      id: z.string().describe('Identifies the data: the same id means the same rows.'),
      archive_date: z
        .string()
        .nullable()
        .describe('The newer of the dates of the tables, YYYY-MM-DD; null if unknown.'),
      table_dates: z
        .strictObject({ exoplanets: z.string().nullable(), stellarhosts: z.string().nullable() })
        .describe('Date of each table; null if unknown. Cite the date of the table that a number comes from.'),
      source: z.string().describe('Where the data come from.'),
    })
    .describe('The compiled archive that is being served.'),
  tables: z.strictObject({
    exoplanets: z.strictObject({
      rows: z.int().describe('Rows of exoplanets.'),
      planets: z.int().describe('Distinct planets.'),
      hosts: z.int().describe('Distinct hosts of these planets.'),
      hosts_not_in_stellarhosts: z.int().describe('Of these hosts, those without a row in stellarhosts.'),
      date: z.string().nullable(),
    }),
    stellarhosts: z.strictObject({
      rows: z.int().describe('Rows of stellarhosts.'),
      hosts: z.int().describe('Distinct host names.'),
      hosts_not_in_exoplanets: z
        .int()
        .describe('Of these names, those without a planet in exoplanets: companions, or hosts of newer planets.'),
      date: z.string().nullable(),
    }),
  }),
})

export const health = defineTool({
  name: 'health',
  title: 'Service and snapshot',
  description:
    'Whether the catalogue is up, which snapshot of the archive it serves (id, date, source), and how many rows, planets and hosts it holds. Cite the date and source when you report numbers.',
  input: noArguments,
  output,
  run: (_input, { catalog }) => brief(readAnswer<z.output<typeof output>>(catalog.health())),
})
