/** The groups of the API description, in order. */
export const TAGS = {
  Tables: 'Pages of the two tables, the list of all tables, and the meaning of their columns.',
  SQL: 'Your own queries, each one SELECT over all tables.',
  Names: 'Planets and hosts by any of their names.',
  Insights: 'Common questions, with results computed when the snapshot was built.',
  Downloads: 'All data on one planet or one host, as a file.',
  Agents: 'The service for AI agents, and guides for them.',
  Service: 'Status, endpoint list and API description.',
} as const satisfies Record<string, string>
export type Tag = keyof typeof TAGS

/** An endpoint as shown in every list; `path` can contain `{placeholders}`. */
export interface Endpoint {
  readonly path: string
  readonly tag: Tag
  /** A short description of the response. */
  readonly description: string
  /** GET if absent. */
  readonly method?: 'POST'
  /** The required query string, for human readers. */
  readonly query?: string
  /** A part of a page, which only the API description lists. */
  readonly isPart?: true
}

/** Every endpoint by its operation id in the API description, in the order of every list. */
export const ENDPOINTS = {
  get_exoplanets: {
    path: '/rest/exoplanets',
    tag: 'Tables',
    description: 'Confirmed exoplanets, one row per planet and reference',
  },
  get_stellarhosts: { path: '/rest/stellarhosts', tag: 'Tables', description: 'Stellar hosts and their systems' },
  get_exoplanets_schema: {
    path: '/rest/exoplanets/schema',
    tag: 'Tables',
    description: 'Columns of exoplanets with types, units and descriptions',
  },
  get_stellarhosts_schema: {
    path: '/rest/stellarhosts/schema',
    tag: 'Tables',
    description: 'Columns of stellarhosts with types, units and descriptions',
  },
  get_exoplanets_column: {
    path: '/rest/exoplanets/columns/{column}',
    tag: 'Tables',
    description: 'Statistics of one column of exoplanets: nulls, range, quantiles, histogram',
  },
  get_stellarhosts_column: {
    path: '/rest/stellarhosts/columns/{column}',
    tag: 'Tables',
    description: 'Statistics of one column of stellarhosts: nulls, range, quantiles, histogram',
  },
  list_tables: {
    path: '/rest/tables',
    tag: 'Tables',
    description: 'All tables that can be queried, further ones of the archive included',
  },
  get_table_schema: {
    path: '/rest/tables/{table}/schema',
    tag: 'Tables',
    description: 'Columns of any table with types, units and descriptions',
  },
  get_table_column: {
    path: '/rest/tables/{table}/columns/{column}',
    tag: 'Tables',
    description: 'Statistics of one column of any table',
  },
  execute_sql: { path: '/rest/query', query: 'sql=…', tag: 'SQL', description: 'One SQL SELECT over all tables' },
  list_functions: { path: '/rest/functions', tag: 'SQL', description: 'SQL functions that a query can use' },
  resolve_name: {
    path: '/rest/resolve',
    query: 'name=…',
    tag: 'Names',
    description: 'Names in this catalog of a planet or star, found by any of its names',
  },
  list_insights: {
    path: '/rest/insights',
    tag: 'Insights',
    description: 'Precomputed rankings, lists and distributions',
  },
  get_insight: { path: '/rest/insights/{slug}', tag: 'Insights', description: 'Result of one insight' },
  download_exoplanet_json: {
    path: '/exoplanets/{pl_name}.json',
    tag: 'Downloads',
    description: 'All data on one planet (JSON)',
  },
  download_exoplanet_csv: {
    path: '/exoplanets/{pl_name}.csv',
    tag: 'Downloads',
    description: 'All rows of one planet (CSV)',
  },
  download_stellarhost_json: {
    path: '/stellarhosts/{hostname}.json',
    tag: 'Downloads',
    description: 'All data on one host (JSON)',
  },
  download_stellarhost_csv: {
    path: '/stellarhosts/{hostname}.csv',
    tag: 'Downloads',
    description: 'All rows of one host (CSV)',
  },
  list_data_files: { path: '/data/', tag: 'Downloads', description: 'Files of whole tables, with sizes and checksums' },
  get_data_file: {
    path: '/data/{file}',
    tag: 'Downloads',
    description: 'Download a whole table (Parquet, CSV or VOTable) or the SQL database',
  },
  list_changes: {
    path: '/rest/changes',
    tag: 'Service',
    description: 'Changes made by the latest refreshes of the data',
  },
  call_mcp: {
    path: '/mcp',
    method: 'POST',
    tag: 'Agents',
    description: 'Model Context Protocol endpoint: the catalog as tools for AI agents',
  },
  get_llms: { path: '/llms.txt', tag: 'Agents', description: 'Index of the service for language models' },
  get_skill: {
    path: '/skill.md',
    tag: 'Agents',
    description: 'Agent skill: how to answer questions with this service',
  },
  get_health: {
    path: '/health',
    tag: 'Service',
    description: 'Service status and current snapshot',
  },
  list_endpoints: { path: '/', tag: 'Service', description: 'List of endpoints as JSON; the home page for browsers' },
  get_openapi: { path: '/rest/openapi.json', tag: 'Service', description: 'API description (OpenAPI)' },
  get_swagger_ui: {
    path: '/swagger-ui',
    tag: 'Service',
    description: 'Interactive API documentation (Swagger UI)',
  },
  get_swagger_ui_file: {
    path: '/swagger-ui/{file}',
    tag: 'Service',
    description: 'Static file of the Swagger UI page',
    isPart: true,
  },
} as const satisfies Record<string, Endpoint>
export type OperationId = keyof typeof ENDPOINTS

/** The available endpoints, for a list. */
export function listedEndpoints(hasMcp: boolean): readonly Endpoint[] {
  return Object.values(ENDPOINTS).filter(
    (endpoint: Endpoint) => endpoint.isPart !== true && (hasMcp || endpoint !== ENDPOINTS.call_mcp),
  )
}

/** Paths for clients of other services: their protocols describe them, the API description does not. */
export const OTHER_SERVICES: readonly { readonly path: string; readonly description: string }[] = [
  { path: '/tap', description: 'Table access for TOPCAT, STILTS, pyvo and astroquery (TAP 1.1, queries in ADQL)' },
  { path: '/scs/{table}', description: 'Simple Cone Search: rows around a position' },
  {
    path: '/cgi-bin/nstedAPI/nph-nstedAPI',
    description: 'The former API of the NASA Exoplanet Archive, for scripts written for it',
  },
  {
    path: '/cgi-bin/Lookup/nph-aliaslookup.py',
    description: 'All names of a system, in the form of the NASA Exoplanet Archive',
  },
]

/** True for an endpoint that can be opened without adding anything. */
export function isLink({ path, query, method }: Endpoint): boolean {
  return query === undefined && method === undefined && !path.includes('{')
}

/** An endpoint for human readers. */
export function shownPath({ path, query }: Endpoint): string {
  return query === undefined ? path : `${path}?${query}`
}
