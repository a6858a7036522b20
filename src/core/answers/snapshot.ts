import { z } from 'zod'
import type { Immutable } from './immutable.ts'
import { count, text } from './parts.ts'

const date = (description: string) => z.iso.date().nullable().describe(description)

/** The snapshot that a response is based on. */
export const snapshotFactsSchema = z
  .strictObject({
    id: z
      .string()
      .regex(/^[0-9a-f]{16}$/)
      .describe('Content hash: the same id means the same data.'),
    archive_date: date('The newer of the dates of the two tables; null if neither is known.'),
    table_dates: z
      .strictObject({
        exoplanets: date('Date of exoplanets; null if unknown.').exactOptional(),
        stellarhosts: date('Date of stellarhosts; null if unknown.').exactOptional(),
      })
      .describe(
        'Date of each table that the response is based on. Cite the date of the table that a number comes from.',
      ),
    source: text('Source of the data.'),
  })
  .describe('The snapshot that a response is based on.')
export type SnapshotFacts = Immutable<z.output<typeof snapshotFactsSchema>>

/** The state of the service. */
export const healthSchema = z
  .strictObject({
    status: z.literal('ok'),
    ready: z
      .strictObject({
        pages: z.literal(true).describe('Table pages, insights and downloads are served.'),
        sql: z
          .enum(['ready', 'starting', 'unavailable'])
          .describe(
            'Whether SQL queries run: `ready` (now), `starting` (as soon as a process has started), or `unavailable` (not at the moment).',
          ),
      })
      .describe('What can be requested now.'),
    version: text('Version of the service.'),
    tap: z.literal('/tap').describe('Path of table access for tools of the Virtual Observatory.'),
    snapshot: snapshotFactsSchema,
    tables: z
      .object({
        exoplanets: z.strictObject({
          rows: count('Rows of exoplanets.'),
          planets: count('Planets: distinct `pl_name`.'),
          hosts: count('Hosts of these planets: distinct `hostname`.'),
          hosts_not_in_stellarhosts: count('Of these hosts, those without a row in stellarhosts.'),
          date: date('Date of the table; null if unknown.'),
        }),
        stellarhosts: z.strictObject({
          rows: count('Rows of stellarhosts.'),
          hosts: count('Host names: distinct `hostname`.'),
          hosts_not_in_exoplanets: count(
            'Of these names, those without a planet in exoplanets: companions, or hosts of newer planets.',
          ),
          date: date('Date of the table; null if unknown.'),
        }),
      })
      .catchall(
        z.strictObject({
          rows: count('Rows of the table.'),
          columns: count('Columns of the table.'),
          date: date('Date of the table; null if unknown.'),
        }),
      )
      .describe('Size of each table; further tables by name.'),
  })
  .describe('Service status and current snapshot.')
export type Health = Immutable<z.output<typeof healthSchema>>
