import type { OpenAPIV3 } from 'openapi-types'
import { noteOn } from '../../core/answers/column-notes.ts'
import type { Column, ColumnType } from '../../format/column.ts'
import type { Manifest } from '../../format/manifest.ts'
import type { TableName } from '../../format/table.ts'

export type Schema = OpenAPIV3.SchemaObject | OpenAPIV3.ReferenceObject

/** The name of the schema of one row. */
export const ROW_SCHEMA = { exoplanets: 'Exoplanet', stellarhosts: 'Stellarhost' } as const satisfies Record<
  TableName,
  string
>

const CELL: Record<ColumnType, OpenAPIV3.NonArraySchemaObject> = {
  text: { type: 'string', nullable: true },
  real: { type: 'number', format: 'double', nullable: true },
  integer: { type: 'integer', format: 'int64', nullable: true },
}

function cell({ name, type, description, unit }: Column, names: ReadonlySet<string>): OpenAPIV3.SchemaObject {
  const words = [description, unit === undefined ? undefined : `Unit: ${unit}.`, noteOn(name, names)].filter(
    (part) => part !== undefined,
  )
  return { ...CELL[type], ...(words.length === 0 ? {} : { description: words.join(' ') }) }
}

/** A row of a table: any of its columns, each of which can be null. */
export function rowSchema({ tables }: Manifest, table: TableName): OpenAPIV3.SchemaObject {
  const { columns } = tables[table]
  const names = new Set(columns.map(({ name }) => name))
  return {
    type: 'object',
    description: `A row of ${table}, with the requested columns.`,
    properties: Object.fromEntries(columns.map((column) => [column.name, cell(column, names)])),
    additionalProperties: false,
  }
}

/** The names of a table's columns, which depend on the loaded archive. */
export function columnNameSchema({ tables }: Manifest, table: TableName): OpenAPIV3.SchemaObject {
  const names = tables[table].columns.map((column) => column.name)
  return { type: 'string', ...(names.length === 0 ? {} : { enum: names }) }
}
