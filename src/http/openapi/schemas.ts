import type { OpenAPIV3 } from 'openapi-types'
import { z } from 'zod'
import { ANSWERS, type AnswerName } from '../../core/answers/answers.ts'
import type { ExportEntity } from '../../format/export-pack.ts'
import type { Manifest } from '../../format/manifest.ts'
import { TABLE_NAMES, type TableName } from '../../format/table.ts'
import { columnNameSchema, ROW_SCHEMA, rowSchema } from './rows.ts'

const pathOf = (name: string): string => `#/components/schemas/${name}`

/** A reference to a schema of the document; `more` are schemas that only this document has. */
export const ref = <More extends string = never>(name: AnswerName | More): OpenAPIV3.ReferenceObject => ({
  $ref: pathOf(name),
})

/** The schemas of all responses in OpenAPI 3.0 form. */
function answerSchemas(): Record<string, OpenAPIV3.SchemaObject> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(ANSWERS)) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    target: 'openapi-3.0',
    uri: pathOf,
    override({ jsonSchema }) {
      // zod bounds every integer by 2^53 − 1 and spells out the pattern of a date; neither is useful to readers.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.format === 'date') delete jsonSchema.pattern
    },
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $id: _id, ...schema }]) => [name, schema as OpenAPIV3.SchemaObject]),
  )
}

const FIXED = answerSchemas()

/** The name of the schema of a detail payload. */
export function detailSchemaName(entity: ExportEntity): AnswerName {
  return entity === 'exoplanet' ? 'ExoplanetDetail' : 'StellarhostDetail'
}

/** The name of the schema of a page of one table. */
export const pageSchemaName = (table: TableName): AnswerName => `${ROW_SCHEMA[table]}Page`

/** All schemas of the description; those of rows, columns and slugs depend on the snapshot. */
export function schemas(manifest: Manifest): Record<string, OpenAPIV3.SchemaObject> {
  const slugs = Object.keys(manifest.files.insights)
  const ofTables = TABLE_NAMES.flatMap((table): [string, OpenAPIV3.SchemaObject][] => [
    [ROW_SCHEMA[table], rowSchema(manifest, table)],
    [`${ROW_SCHEMA[table]}Column`, columnNameSchema(manifest, table)],
  ])
  return {
    ...FIXED,
    InsightSlug: { ...FIXED.InsightSlug, ...(slugs.length === 0 ? {} : { enum: slugs }) } as OpenAPIV3.SchemaObject,
    ...Object.fromEntries(ofTables),
  }
}
