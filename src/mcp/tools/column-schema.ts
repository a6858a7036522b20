import { z } from 'zod'
import { DATA_TYPES } from '../../format/column.ts'

/** A column as REST and MCP describe it. */
export const columnInfoSchema = z.strictObject({
  name: z.string(),
  data_type: z.enum(DATA_TYPES),
  description: z.string().optional(),
  unit: z.string().optional().describe('Absent where the quantity has no unit or the archive gives none.'),
  source_datatype: z.string().optional().describe('The type that the archive declares.'),
})
