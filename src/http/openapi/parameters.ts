import type { OpenAPIV3 } from 'openapi-types'
import type { Parameter } from '../../core/parameters.ts'
import { MAX_SQL_BYTES } from '../../core/sql-limits.ts'
import { TABLE_PARAMETERS } from '../../core/table-query/table-parameters.ts'
import { EXPORT_ENTITIES, EXPORT_TABLE } from '../../format/export-pack.ts'
import { NAME_COLUMN, TABLE_NAMES, type TableName } from '../../format/table.ts'
import type { Examples } from '../endpoints/examples.ts'
import { QUERY_PARAMETERS, RESOLVE_PARAMETERS } from '../request/query-parameters.ts'
import { SWAGGER_UI_FILES } from '../swagger-ui/files.ts'
import { ROW_SCHEMA } from './rows.ts'
import { ref } from './schemas.ts'

/** Parameters without examples, since responses are shown in JSON. */
const WITHOUT_EXAMPLE: ReadonlySet<string> = new Set(['format', 'download'])

type ParameterSchema = OpenAPIV3.SchemaObject | OpenAPIV3.ReferenceObject

function queryParameter(spec: Parameter, example: unknown, schema?: ParameterSchema): OpenAPIV3.ParameterObject {
  return {
    name: spec.name,
    in: 'query',
    required: spec.type === 'string' && spec.required === true,
    description: spec.description,
    schema: schema ?? schemaOf(spec),
    ...(example === undefined ? {} : { example }),
  }
}

function schemaOf(spec: Parameter): OpenAPIV3.SchemaObject {
  if (spec.type === 'integer') {
    // Larger values are accepted and treated as the maximum, as the description says; sending them is pointless, so the
    // schema states the maximum.
    const { minimum, maximum } = spec
    return { type: 'integer', format: 'int64', default: spec.default, minimum, maximum }
  }
  return {
    type: 'string',
    ...(spec.enum === undefined ? {} : { enum: [...spec.enum] }),
    ...(spec.default === null ? {} : { default: spec.default }),
  }
}

/** The key of a query parameter in the components; `owner` is a table, `query` or `resolve`. */
function parameterKey(owner: TableName | 'query' | 'resolve', name: string): string {
  return `${owner}.${name}`
}

/** References to all query parameters of an endpoint. */
export function parameterRefs(
  owner: TableName | 'query' | 'resolve',
  specs: readonly { readonly name: string }[],
): OpenAPIV3.ReferenceObject[] {
  return specs.map(({ name }) => ({ $ref: `#/components/parameters/${parameterKey(owner, name)}` }))
}

/** The key of the path parameter that names a column of a table. */
export function columnParameterKey(table: TableName): string {
  return `${table}.column`
}

function tableParameters(table: TableName, examples: Examples): [string, OpenAPIV3.ParameterObject][] {
  const values: Readonly<Record<string, unknown>> = { ...examples.tables[table] }
  return TABLE_PARAMETERS.map((spec) => {
    const schema = spec.name === 'sort_by' ? ref(`${ROW_SCHEMA[table]}Column`) : undefined
    return [parameterKey(table, spec.name), queryParameter(spec, values[spec.name], schema)]
  })
}

function pathParameter(
  name: string,
  description: string,
  schema: ParameterSchema,
  example: unknown,
): [string, OpenAPIV3.ParameterObject] {
  return [name, { name, in: 'path', required: true, description, schema, example }]
}

/** All parameters of the description, with examples that work on the current snapshot. */
export function parameters(
  examples: Examples,
  dataFiles: readonly string[],
  tables: readonly string[],
): Record<string, OpenAPIV3.ParameterObject> {
  const ofTables = TABLE_NAMES.flatMap((table) => tableParameters(table, examples))
  const ofResolve = RESOLVE_PARAMETERS.map((spec): [string, OpenAPIV3.ParameterObject] => [
    parameterKey('resolve', spec.name),
    queryParameter(
      spec,
      spec.name === 'name' ? examples.names.exoplanets : spec.example,
      spec.name === 'name' ? { type: 'string', minLength: 1 } : undefined,
    ),
  ])
  const ofQuery = QUERY_PARAMETERS.map((spec): [string, OpenAPIV3.ParameterObject] => [
    parameterKey('query', spec.name),
    queryParameter(
      spec,
      spec.name === 'sql' ? examples.sql : WITHOUT_EXAMPLE.has(spec.name) ? undefined : spec.example,
      spec.name === 'sql' ? { type: 'string', minLength: 1, maxLength: MAX_SQL_BYTES } : undefined,
    ),
  ])
  const ofNames = EXPORT_ENTITIES.map((entity) => {
    const name = NAME_COLUMN[EXPORT_TABLE[entity]]
    const words = `Name of the ${entity === 'exoplanet' ? 'planet' : 'host'}, exactly as in the table, including case. Write a space as \`%20\`; \`+\` need not be encoded.`
    return pathParameter(name, words, { type: 'string', minLength: 1 }, examples.names[EXPORT_TABLE[entity]])
  })
  const slug = pathParameter(
    'slug',
    'Identifier of the insight.',
    ref('InsightSlug'),
    examples.slug ?? 'nearest-planets',
  )
  const ofColumns = TABLE_NAMES.map((table): [string, OpenAPIV3.ParameterObject] => {
    const schema = ref(`${ROW_SCHEMA[table]}Column`)
    const [, described] = pathParameter('column', 'Name of the column.', schema, examples.tables[table].sort_by)
    return [columnParameterKey(table), described]
  })
  const files = { type: 'string' as const, enum: [...SWAGGER_UI_FILES.keys()] }
  const dataFile: [string, OpenAPIV3.ParameterObject] = [
    'data.file',
    pathParameter('file', 'Name of the file.', { type: 'string', enum: [...dataFiles] }, 'SHA256SUMS')[1],
  ]
  const file = pathParameter('file', 'Name of the file.', files, files.enum[0])
  const table = pathParameter(
    'table',
    'Name of the table, in any case.',
    { type: 'string', enum: [...tables] },
    tables[0],
  )
  const tableColumn: [string, OpenAPIV3.ParameterObject] = [
    'table.column',
    pathParameter('column', 'Name of the column.', { type: 'string', minLength: 1 }, 'hostname')[1],
  ]
  return Object.fromEntries([
    table,
    tableColumn,
    ...ofTables,
    ...ofResolve,
    ...ofQuery,
    ...ofNames,
    ...ofColumns,
    slug,
    file,
    dataFile,
  ])
}
