import { z } from 'zod'
import type { Immutable } from './immutable.ts'
import { count, text } from './parts.ts'

/** The files of whole tables. */
export const dataFileListSchema = z
  .strictObject({
    files: z
      .array(
        z.strictObject({
          name: text('Name of the file; `/data/{name}` returns it.'),
          bytes: count('Size of the file.'),
          sha256: z
            .string()
            .regex(/^[0-9a-f]{64}$/)
            .describe('SHA-256 of the file.'),
          media_type: text('Media type of the file.'),
        }),
      )
      .describe('Every file.'),
  })
  .describe('The files of whole tables.')
export type DataFileList = Immutable<z.output<typeof dataFileListSchema>>
