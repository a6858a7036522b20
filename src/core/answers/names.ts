import { z } from 'zod'
import { MATCH_KINDS, TARGET_KINDS } from '../../format/name-index.ts'
import { TABLE_NAMES } from '../../format/table.ts'
import type { Immutable } from './immutable.ts'
import { text } from './parts.ts'

/** What a name stands for. */
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
              '`exact`: the name itself; `spelling`: the name written in another way; `alias`: another name of it; `near`: a similar name.',
            ),
          via: text('The column where the matching name stands, or the list of aliases.'),
        }),
      )
      .describe('The best match first; empty if nothing is near.'),
  })
  .describe('What a name stands for.')
export type Resolution = Immutable<z.output<typeof resolutionSchema>>
