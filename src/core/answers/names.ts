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
          via: text('Column or alias list with the matching name.'),
          hostname: text('Host, if the name of a similar planet does not contain it.').exactOptional(),
        }),
      )
      .describe('Best match first; empty if no name is similar.'),
    note: text('Reason why the name was not found.').exactOptional(),
  })
  .describe('Matches of a name.')
export type Resolution = Immutable<z.output<typeof resolutionSchema>>
