import type { OpenAPIV3 } from 'openapi-types'
import type { ErrorCode } from '../../core/errors.ts'
import { TABLE_PARAMETERS } from '../../core/table-query/table-parameters.ts'
import { EXPORT_ENTITIES, EXPORT_FORMATS, EXPORT_MEDIA_TYPES, EXPORT_TABLE } from '../../format/export-pack.ts'
import { NAME_COLUMN, TABLE_NAMES, type TableName } from '../../format/table.ts'
import { ENDPOINTS, type Endpoint, type OperationId } from '../endpoints/endpoints.ts'
import { FORMAT_PARAMETERS } from '../request/format-query.ts'
import { HTML_TYPE, JSON_TYPE, MARKDOWN_TYPE, TEXT_TYPE } from '../request/media-types.ts'
import { QUERY_PARAMETERS, RESOLVE_PARAMETERS } from '../request/query-parameters.ts'
import { columnParameterKey, parameterRefs } from './parameters.ts'
import { type Ok, responses } from './responses.ts'
import { detailSchemaName, pageSchemaName, ref } from './schemas.ts'

type Operation = OpenAPIV3.OperationObject
type Parameters = OpenAPIV3.ReferenceObject[]

const PARAMETER_CODES = ['invalid_parameter', 'unknown_parameter', 'repeated_parameter'] as const

/** The errors of a query string on an endpoint without parameters. */
const NO_PARAMETER_CODES = ['invalid_parameter', 'unknown_parameter'] as const

/** Errors that only SQL queries can cause. */
const QUERY_CODES: readonly ErrorCode[] = [
  ...PARAMETER_CODES,
  'missing_parameter',
  'invalid_sql',
  'sql_too_long',
  'not_a_select',
  'several_statements',
  'unknown_table',
  'unknown_column',
  'unknown_function',
  'forbidden_sql',
  'query_too_large',
  'result_too_large',
  'query_timeout',
  'too_many_queries',
  'too_much_unread',
  'sql_unavailable',
  'stopping',
]

interface Description {
  /** Details beyond the summary. */
  readonly description?: string
  readonly parameters?: Parameters
  readonly ok: Ok
  readonly codes?: readonly ErrorCode[]
}

function operation(id: OperationId, { description, parameters = [], ok, codes = [] }: Description): Operation {
  const endpoint: Endpoint = ENDPOINTS[id]
  return {
    operationId: id,
    tags: [endpoint.tag],
    summary: endpoint.description,
    ...(description === undefined ? {} : { description }),
    ...(parameters.length === 0 ? {} : { parameters }),
    responses: responses(ok, codes),
  }
}

/** Adds the listener's response to URLs that are too long, which only SQL makes likely; it is not a problem document. */
function withLongAddress(described: Operation): Operation {
  const tooLong = {
    description: 'Request Header Fields Too Large: the URL is longer than 64 KiB. The response has no body.',
  }
  return { ...described, responses: { ...described.responses, 431: tooLong } }
}

const pathParameters = (name: string): Parameters => [{ $ref: `#/components/parameters/${name}` }]

/** The parameters of an endpoint that has only these. */
const formatRefs = parameterRefs('query', FORMAT_PARAMETERS)

const ofTable = (table: TableName): Partial<Record<OperationId, Operation>> => ({
  [`get_${table}`]: operation(`get_${table}`, {
    description:
      'Without parameters, returns the first 50 rows with the default columns. Unknown and repeated parameters are rejected; parameters whose names begin with `_` or `utm_` are ignored.',
    parameters: parameterRefs(table, TABLE_PARAMETERS),
    ok: {
      description: 'A page of rows',
      mediaType: JSON_TYPE,
      schema: ref(pageSchemaName(table)),
      kept: 'snapshot',
      hasFormats: true,
    },
    codes: [...PARAMETER_CODES, 'unknown_column', 'too_much_unread'],
  }),
  [`get_${table}_schema`]: operation(`get_${table}_schema`, {
    parameters: formatRefs,
    ok: {
      description: 'The columns',
      mediaType: JSON_TYPE,
      schema: ref('SchemaResponse'),
      kept: 'snapshot',
      hasFormats: true,
    },
    codes: PARAMETER_CODES,
  }),
  [`get_${table}_column`]: operation(`get_${table}_column`, {
    parameters: pathParameters(columnParameterKey(table)),
    ok: { description: 'The column', mediaType: JSON_TYPE, schema: ref('ColumnStatistics'), kept: 'snapshot' },
    codes: ['invalid_path', ...NO_PARAMETER_CODES, 'column_not_found', 'unknown_path'],
  }),
})

const ofExports: Partial<Record<OperationId, Operation>> = Object.fromEntries(
  EXPORT_ENTITIES.flatMap((entity) =>
    EXPORT_FORMATS.map((format) => [
      `download_${entity}_${format}`,
      operation(`download_${entity}_${format}`, {
        description:
          format === 'csv'
            ? 'All rows of that name with all columns (RFC 4180: CRLF, doubled quotes; an empty field is a null).'
            : 'All rows of that name with all columns, the meaning of each column, and the snapshot.',
        parameters: pathParameters(NAME_COLUMN[EXPORT_TABLE[entity]]),
        ok: {
          description: 'The file, as an attachment',
          mediaType: EXPORT_MEDIA_TYPES[format],
          schema: format === 'csv' ? { type: 'string' } : ref(detailSchemaName(entity)),
          kept: 'snapshot',
          isDownload: true,
        },
        codes: ['invalid_path', ...NO_PARAMETER_CODES, 'unknown_name', 'unknown_path'],
      }),
    ]),
  ),
)

const ofAllTables: Partial<Record<OperationId, Operation>> = {
  list_tables: operation('list_tables', {
    description: 'The tables `exoplanets` and `stellarhosts`, then the further tables of the archive by name.',
    parameters: formatRefs,
    ok: {
      description: 'Every table',
      mediaType: JSON_TYPE,
      schema: ref('TableList'),
      kept: 'snapshot',
      hasFormats: true,
    },
    codes: PARAMETER_CODES,
  }),
  get_table_schema: operation('get_table_schema', {
    parameters: [...pathParameters('table'), ...formatRefs],
    ok: {
      description: 'The columns',
      mediaType: JSON_TYPE,
      schema: ref('SchemaResponse'),
      kept: 'snapshot',
      hasFormats: true,
    },
    codes: ['invalid_path', ...PARAMETER_CODES, 'table_not_found', 'unknown_path'],
  }),
  get_table_column: operation('get_table_column', {
    parameters: [...pathParameters('table'), ...pathParameters('table.column')],
    ok: { description: 'The column', mediaType: JSON_TYPE, schema: ref('ColumnStatistics'), kept: 'snapshot' },
    codes: ['invalid_path', ...NO_PARAMETER_CODES, 'table_not_found', 'column_not_found', 'unknown_path'],
  }),
}

/** Every operation as in the description; content that depends on the snapshot is referenced. */
const OPERATIONS: Partial<Record<OperationId, Operation>> = {
  ...Object.assign({}, ...TABLE_NAMES.map(ofTable)),
  ...ofAllTables,
  execute_sql: withLongAddress(
    operation('execute_sql', {
      description:
        'One SELECT in SQLite’s dialect, including joins, CTEs and window functions. Functions added to SQLite’s: `stddev`, `variance` (both of a sample), `stddev_pop`, `var_pop`, `median`, `percentile(x, p)`, `corr(x, y)`, `regexp`, `greatest` and `least`; `/rest/functions` lists them all. The tables are `exoplanets` and `stellarhosts`, joined on `hostname`, and the further ones that `/rest/tables` lists. Deterministic results carry an `ETag` and can be cached; all others are `no-store`.',
      parameters: parameterRefs('query', QUERY_PARAMETERS),
      ok: {
        description: 'The result',
        mediaType: JSON_TYPE,
        schema: ref('SqlResponse'),
        kept: 'sometimes',
        hasFormats: true,
      },
      codes: QUERY_CODES,
    }),
  ),
  list_functions: operation('list_functions', {
    description: 'SQLite’s functions and those that are added here. All others are rejected.',
    ok: { description: 'Every function', mediaType: JSON_TYPE, schema: ref('FunctionList'), kept: 'snapshot' },
    codes: NO_PARAMETER_CODES,
  }),
  list_changes: operation('list_changes', {
    description:
      'The latest refreshes that changed something, at most 20, with the rows, values, planets, hosts and columns that were added, changed or removed. Empty if the data were never refreshed.',
    ok: {
      description: 'The refreshes, latest first',
      mediaType: JSON_TYPE,
      schema: ref('ChangeList'),
      kept: 'snapshot',
    },
    codes: NO_PARAMETER_CODES,
  }),
  resolve_name: operation('resolve_name', {
    description:
      'A name can match exactly, in another spelling (case, blanks, hyphens, Greek letters, catalog abbreviations), or as another name or identifier of a star (Henry Draper, Hipparcos, TESS, Gaia, …; followed by a letter, of its planet). If nothing matches, similar names are returned.',
    parameters: parameterRefs('resolve', RESOLVE_PARAMETERS),
    ok: { description: 'The matches of the name', mediaType: JSON_TYPE, schema: ref('Resolution'), kept: 'snapshot' },
    codes: [...PARAMETER_CODES, 'missing_parameter'],
  }),
  list_insights: operation('list_insights', {
    ok: {
      description: 'Every insight',
      mediaType: JSON_TYPE,
      schema: ref('InsightList'),
      kept: 'snapshot',
      hasFormats: true,
    },
    parameters: formatRefs,
    codes: PARAMETER_CODES,
  }),
  get_insight: operation('get_insight', {
    parameters: [...pathParameters('slug'), ...formatRefs],
    ok: {
      description: 'The insight',
      mediaType: JSON_TYPE,
      schema: ref('InsightResult'),
      kept: 'snapshot',
      hasFormats: true,
    },
    codes: [...PARAMETER_CODES, 'invalid_path', 'unknown_insight'],
  }),
  ...ofExports,
  list_data_files: operation('list_data_files', {
    ok: { description: 'The files', mediaType: JSON_TYPE, schema: ref('DataFileList'), kept: 'snapshot' },
    codes: ['invalid_parameter', 'unknown_parameter'],
  }),
  get_data_file: operation('get_data_file', {
    description:
      '`Range` requests are supported. There is no content coding, because the files are already compressed.',
    parameters: pathParameters('data.file'),
    ok: {
      description: 'The file, as an attachment',
      mediaType: '*/*',
      schema: { type: 'string', format: 'binary' },
      kept: 'snapshot',
      isDownload: true,
    },
    codes: ['invalid_path', 'invalid_parameter', 'unknown_parameter', 'file_not_found'],
  }),
  get_llms: operation('get_llms', {
    ok: { description: 'The guide', mediaType: TEXT_TYPE, schema: { type: 'string' }, kept: 'snapshot' },
  }),
  get_skill: operation('get_skill', {
    ok: { description: 'The skill', mediaType: MARKDOWN_TYPE, schema: { type: 'string' }, kept: 'snapshot' },
  }),
  get_health: operation('get_health', {
    ok: { description: 'The service is up', mediaType: JSON_TYPE, schema: ref('Health'), kept: 'never' },
    codes: ['stopping'],
  }),
  list_endpoints: operation('list_endpoints', {
    description: 'A client that prefers `text/html`, as browsers do, gets a page instead.',
    ok: { description: 'The endpoints', mediaType: JSON_TYPE, schema: ref('EndpointList'), kept: 'snapshot' },
  }),
  get_swagger_ui: operation('get_swagger_ui', {
    ok: { description: 'The page', mediaType: HTML_TYPE, schema: { type: 'string' }, kept: 'snapshot' },
  }),
  get_swagger_ui_file: operation('get_swagger_ui_file', {
    parameters: pathParameters('file'),
    ok: {
      description: 'The file, in its own media type',
      mediaType: '*/*',
      schema: { type: 'string', format: 'binary' },
      kept: 'snapshot',
    },
    codes: ['unknown_path'],
  }),
  get_openapi: operation('get_openapi', {
    ok: {
      description: 'This document',
      mediaType: JSON_TYPE,
      schema: {
        type: 'object',
        properties: {
          openapi: { type: 'string' },
          info: { type: 'object' },
          paths: { type: 'object' },
          components: { type: 'object' },
        },
        required: ['openapi', 'info', 'paths', 'components'],
      },
      kept: 'snapshot',
    },
    codes: NO_PARAMETER_CODES,
  }),
}

/** The API description's entry for a route. */
export function detailOf(id: OperationId): Operation {
  const detail = OPERATIONS[id]
  if (detail === undefined) throw new Error(`The operation ${id} has no description.`)
  return detail
}
