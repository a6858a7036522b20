import type { OpenAPIV3 } from 'openapi-types'
import { ERRORS } from '../../core/errors.ts'

import { FUNCTION_GROUPS } from '../../core/functions/sql-functions.ts'

import { MAX_LISTED_VALUES, QUANTILES } from '../../format/column-statistics.ts'

import { EXPORT_ENTITIES, EXPORT_TABLE, type ExportEntity } from '../../format/export-pack.ts'
import { INSIGHT_CATEGORIES, INSIGHT_KINDS } from '../../format/insight.ts'
import type { Manifest } from '../../format/manifest.ts'
import { TABLE_NAMES, type TableName } from '../../format/table.ts'
import { columnNameSchema, DATA_TYPE_NAMES, ROW_SCHEMA, rowSchema, type Schema } from './rows.ts'

export const ref = (name: string): OpenAPIV3.ReferenceObject => ({ $ref: `#/components/schemas/${name}` })

/** An object with exactly these members; those in `optional` may be left out. */
function exactly(description: string, members: Readonly<Record<string, Schema>>, optional: readonly string[] = []) {
  // OpenAPI 3.0 does not allow an empty list.
  const required = Object.keys(members).filter((name) => !optional.includes(name))
  return {
    type: 'object',
    description,
    properties: { ...members },
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  } satisfies OpenAPIV3.SchemaObject
}

const text = (description: string): OpenAPIV3.NonArraySchemaObject => ({ type: 'string', description })
const count = (description: string): OpenAPIV3.NonArraySchemaObject => ({ type: 'integer', minimum: 0, description })
const list = (items: Schema, description: string): OpenAPIV3.ArraySchemaObject => ({
  type: 'array',
  items,
  description,
})
const date = (description: string): OpenAPIV3.NonArraySchemaObject => ({
  type: 'string',
  format: 'date',
  nullable: true,
  description,
})
const COLUMN_LIST = list({ type: 'string' }, 'Names of the columns, in order.')

const COLUMN_MEMBERS: Readonly<Record<string, Schema>> = {
  name: text('Name of the column.'),
  data_type: { type: 'string', enum: [...DATA_TYPE_NAMES], description: 'Type of its values.' },
  description: text('What it holds; absent where the archive does not say.'),
  unit: text('Unit of its values; absent where there is none.'),
  source_datatype: text('Type that the archive declares; absent where it was found from the values.'),
}
const OPTIONAL_COLUMN_MEMBERS = ['description', 'unit', 'source_datatype']
const NULLS = count('Rows without a value in this column.')
const LEAST: Schema = {
  type: 'number',
  nullable: true,
  description: 'Smallest number; absent on texts, null where no row has a value.',
}
const GREATEST: Schema = {
  type: 'number',
  nullable: true,
  description: 'Largest number; absent on texts, null where no row has a value.',
}

/** What stays the same whatever the archive holds. */
const FIXED: Readonly<Record<string, OpenAPIV3.SchemaObject>> = {
  ApiResponse: exactly('A page of rows.', {
    data: list({ type: 'object' }, 'The rows of this page, keyed by column name.'),
    total: count('Rows that match the filter.'),
    total_all: count('Rows of the whole table.'),
    page: count('Number of this page, from 1.'),
    limit: count('Rows per page, after capping.'),
    columns: COLUMN_LIST,
  }),
  SchemaResponse: exactly('The columns of a table.', {
    columns: list(ref('SchemaColumn'), 'Every column, in the order of the table.'),
    total_rows: count('Rows of the table.'),
  }),
  ColumnInfo: exactly('A column.', COLUMN_MEMBERS, OPTIONAL_COLUMN_MEMBERS),
  SchemaColumn: exactly(
    'A column, with the rows that lack it and the range of its numbers.',
    { ...COLUMN_MEMBERS, nulls: NULLS, min: LEAST, max: GREATEST },
    [...OPTIONAL_COLUMN_MEMBERS, 'min', 'max'],
  ),
  ColumnStatistics: exactly(
    'A column described by its values.',
    {
      ...COLUMN_MEMBERS,
      rows: count('Rows of the table.'),
      nulls: NULLS,
      distinct: count('Different values, nulls not among them.'),
      min: LEAST,
      max: GREATEST,
      mean: { type: 'number', nullable: true, description: 'Arithmetic mean; null where no row has a value.' },
      quantiles: {
        ...exactly(
          'Quantiles by linear interpolation, keyed by the share of the values below; null where no row has a value.',
          Object.fromEntries(QUANTILES.map((share) => [share, { type: 'number' as const }])),
        ),
        nullable: true,
      },
      histogram: {
        ...exactly(
          'Values between neighboring edges; bin i holds those from edge i (included) to edge i + 1 (excluded, but for the last bin). Null where no row has a value.',
          {
            scale: { type: 'string', enum: ['linear', 'log'], description: '`log`: only positive values are counted.' },
            edges: list({ type: 'number' }, 'Edges of the bins, one more than there are bins.'),
            counts: list(count('Values in the bin.'), 'Values in each bin.'),
            others: count('Values, zero and below, that a logarithmic scale has no place for.'),
          },
        ),
        nullable: true,
      },
      values: list(
        exactly('A value and its rows.', {
          value: { anyOf: [{ type: 'string' }, { type: 'number' }] },
          count: count('Rows that have it.'),
        }),
        `The most frequent values first, at most ${MAX_LISTED_VALUES}; of texts, and of integers with no more different ones.`,
      ),
      values_complete: { type: 'boolean', description: 'Whether `values` lists every value.' },
    },
    [...OPTIONAL_COLUMN_MEMBERS, 'min', 'max', 'mean', 'quantiles', 'histogram', 'values', 'values_complete'],
  ),
  SqlValue: {
    description: 'A text, a number or null. A blob is its hexadecimal text; infinities are null.',
    anyOf: [{ type: 'string', nullable: true }, { type: 'number' }],
  },
  SqlResponse: exactly('The result of a query.', {
    data: list({ type: 'object', additionalProperties: ref('SqlValue') }, 'The rows, keyed by column name.'),
    rows: count('Number of rows in `data`.'),
    columns: list({ type: 'string' }, 'Names of the columns, in order; a second column `n` is called `n_1`.'),
    query: text('The SQL that ran.'),
    truncated: { type: 'boolean', description: 'True when the query had more rows than the limit let through.' },
  }),
  InsightDescriptor: exactly('What an insight is.', {
    slug: ref('InsightSlug'),
    title: text('Title to show.'),
    category: { type: 'string', enum: [...INSIGHT_CATEGORIES], description: 'What it is about.' },
    description: text('What it answers.'),
    kind: { type: 'string', enum: [...INSIGHT_KINDS], description: 'How its rows are to be read.' },
    limit: count('Most rows that it can have.'),
    sql: text('The SQL behind it; `/rest/query` gives the same rows for it.'),
    caveats: text('What to know before quoting it.'),
    columns: list(ref('ColumnInfo'), 'Its columns with types and units.'),
  }),
  InsightResult: exactly('An insight with its rows.', {
    meta: ref('InsightDescriptor'),
    data: list({ type: 'object', additionalProperties: ref('SqlValue') }, 'The rows, keyed by column name.'),
    rows: count('Number of rows in `data`.'),
    columns: COLUMN_LIST,
  }),
  FunctionList: exactly('The SQL functions that a query can use.', {
    functions: list(
      exactly('An SQL function.', {
        name: text('Name, or the operator.'),
        group: { type: 'string', enum: [...FUNCTION_GROUPS], description: 'What it is for.' },
        syntax: text('How it is called.'),
        description: text('What it returns.'),
        added: { type: 'boolean', description: 'True for a function that SQLite itself does not have.' },
      }),
      'Every function, by group.',
    ),
  }),
  Snapshot: exactly('The compiled archive that an answer comes from.', {
    id: { type: 'string', pattern: '^[0-9a-f]{16}$', description: 'Content hash: the same archive has the same id.' },
    archive_date: date('The newer of the dates of the two tables; null if neither is known.'),
    table_dates: exactly(
      'The date of each table that the response is made of.',
      {
        exoplanets: date('Date of exoplanets; null if unknown.'),
        stellarhosts: date('Date of stellarhosts; null if unknown.'),
      },
      TABLE_NAMES,
    ),
    source: text('Where the data come from.'),
  }),
  Health: exactly('The service is up.', {
    status: { type: 'string', enum: ['ok'] },
    version: text('Version of the service.'),
    snapshot: ref('Snapshot'),
    tables: exactly('How much each table holds.', {
      exoplanets: exactly('The table exoplanets.', {
        rows: count('Rows.'),
        planets: count('Planets: distinct `pl_name`.'),
        hosts: count('Hosts of these planets: distinct `hostname`.'),
        hosts_not_in_stellarhosts: count('Of these hosts, those without a row in stellarhosts.'),
        date: date('Date of the table; null if unknown.'),
      }),
      stellarhosts: exactly('The table stellarhosts.', {
        rows: count('Rows.'),
        hosts: count('Host names: distinct `hostname`.'),
        hosts_not_in_exoplanets: count('Of these names, those without a planet in exoplanets.'),
        date: date('Date of the table; null if unknown.'),
      }),
    }),
  }),
  EndpointList: exactly('The endpoints.', {
    name: text('Name of the service.'),
    version: text('Version of the service.'),
    endpoints: list(
      exactly('An endpoint.', {
        method: { type: 'string', enum: ['GET', 'POST'] },
        path: text('Path, with `{placeholders}`.'),
        description: text('What it gives.'),
      }),
      'Every endpoint.',
    ),
  }),
  Problem: exactly(
    'What went wrong (RFC 9457).',
    {
      type: { type: 'string', enum: ['about:blank'] },
      title: text('Name of the status.'),
      status: { type: 'integer', minimum: 400, maximum: 599, description: 'HTTP status.' },
      detail: text('What is wrong and what to do about it, for people.'),
      code: {
        type: 'string',
        enum: Object.keys(ERRORS),
        description: 'What is wrong, for programs. Codes are stable.',
      },
      parameter: text('The query parameter at fault.'),
      suggestions: { ...list({ type: 'string' }, 'Nearest valid values, best first.'), minItems: 1 },
      position: count('Where in the SQL text: characters before the fault.'),
    },
    ['parameter', 'suggestions', 'position'],
  ),
}

const DETAIL_SCHEMA = { exoplanet: 'ExoplanetDetail', stellarhost: 'StellarhostDetail' } as const

/** The name of the schema of a detail payload. */
export function detailSchemaName(entity: ExportEntity): string {
  return DETAIL_SCHEMA[entity]
}

function detailSchema(entity: ExportEntity): OpenAPIV3.SchemaObject {
  return exactly(`Everything about one ${entity}.`, {
    entity: { type: 'string', enum: [entity] },
    name: text('The name, as the table has it.'),
    records: { ...list(ref(ROW_SCHEMA[EXPORT_TABLE[entity]]), 'Its rows, with all columns.'), minItems: 1 },
    ...(entity === 'exoplanet'
      ? {}
      : {
          planets: list(
            ref(ROW_SCHEMA.exoplanets),
            'Its planets, one row each: the default columns, each followed by its limit flag (`…lim`) if there is one.',
          ),
        }),
    metadata: list(ref('ColumnInfo'), 'What each column means.'),
    snapshot: ref('Snapshot'),
  })
}

/** The name of the schema of a page of one table. */
export const pageSchemaName = (table: TableName): string => `${ROW_SCHEMA[table]}Page`

/** Every schema of the description; those of rows and slugs follow the snapshot. */
export function schemas(manifest: Manifest): Record<string, OpenAPIV3.SchemaObject> {
  const slugs = Object.keys(manifest.files.insights)
  const ofTables = TABLE_NAMES.map((table) => ({
    [ROW_SCHEMA[table]]: rowSchema(manifest, table),
    [`${ROW_SCHEMA[table]}Column`]: columnNameSchema(manifest, table),
    [pageSchemaName(table)]: {
      description: `A page of ${table}.`,
      allOf: [
        ref('ApiResponse'),
        {
          type: 'object',
          properties: {
            data: list(ref(ROW_SCHEMA[table]), 'The rows of this page.'),
            columns: list(ref(`${ROW_SCHEMA[table]}Column`), 'Names of the columns, in order.'),
          },
        },
      ],
    } satisfies OpenAPIV3.SchemaObject,
  }))
  const ofDetails = EXPORT_ENTITIES.map((entity) => ({ [detailSchemaName(entity)]: detailSchema(entity) }))
  return Object.assign(
    {
      ...FIXED,
      InsightSlug: {
        type: 'string',
        description: 'Identifier of an insight.',
        ...(slugs.length === 0 ? {} : { enum: slugs }),
      } satisfies OpenAPIV3.SchemaObject,
    },
    ...ofTables,
    ...ofDetails,
  )
}
