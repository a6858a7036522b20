import { z } from 'zod'
import { MATCH_KINDS, TARGET_KINDS } from '../../format/name-index.ts'
import { TABLE_NAMES } from '../../format/table.ts'
import type { Immutable } from './immutable.ts'
import { text } from './parts.ts'

/** What a name refers to. */
export const resolutionSchema = z
  .strictObject({
    query: text('The name that was looked up.'),
    matches: z
      .array(
        z.strictObject({
          kind: z.enum(TARGET_KINDS).describe('Planet or host star.'),
          name: text('Its name in this catalog.'),
          table: z.enum(TABLE_NAMES).describe('The table whose rows have the name.'),
          match: z
            .enum(MATCH_KINDS)
            .describe(
              '`exact`: the name itself; `spelling`: written in another way; `alias`: another name; `near`: a similar name.',
            ),
          via: text('The column where the matching name stands, or the list of aliases.'),
          hostname: text('The host of a near planet whose name does not tell it.').exactOptional(),
        }),
      )
      .describe('The best match first; empty if nothing is near.'),
    note: text('Why nothing has the name.').exactOptional(),
  })
  .describe('What a name stands for.')
export type Resolution = Immutable<z.output<typeof resolutionSchema>>
