import { z } from 'zod'
import { EXPORT_TABLE, type ExportEntity } from '../../format/export-pack.ts'
import { columnInfoSchema } from './column.ts'
import type { Immutable } from './immutable.ts'
import { text } from './parts.ts'
import { tableRowSchemas } from './rows.ts'
import { snapshotFactsSchema } from './snapshot.ts'

function detail(entity: ExportEntity) {
  return {
    entity: z.literal(entity),
    name: text('The name, as in the table.'),
    records: z.array(tableRowSchemas[EXPORT_TABLE[entity]]).min(1).describe('All rows of that name with all columns.'),
    metadata: z.array(columnInfoSchema).describe('Meaning of each column.'),
    snapshot: snapshotFactsSchema,
  }
}

/** All data on one planet or one host: the JSON of a download. */
export const detailSchemas = {
  exoplanet: z.strictObject(detail('exoplanet')).describe('All data on one planet.'),
  stellarhost: z
    .strictObject({
      ...detail('stellarhost'),
      planets: z
        .array(tableRowSchemas.exoplanets)
        .describe(
          'Its planets, one row each: the default columns, each followed by its limit flag (`…lim`) if there is one.',
        ),
    })
    .describe('All data on one host.'),
} as const satisfies Record<ExportEntity, z.ZodType>
export type Detail = Immutable<z.output<(typeof detailSchemas)[ExportEntity]>>
