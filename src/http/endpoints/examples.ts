import type { Catalog } from '../../core/catalog/catalog.ts'
import { CatalogError } from '../../core/errors.ts'
import { EXPORT_ENTITIES, EXPORT_TABLE, type ExportEntity } from '../../format/export-pack.ts'
import { eachTable, NAME_COLUMN, type TableName } from '../../format/table.ts'

/** A request that works on the current snapshot. */
export interface ExampleRequest {
  /** The request as a title for human readers. */
  readonly title: string
  /** Encoded path and query, relative to the root of the service. */
  readonly path: string
}

/** Parameter values for a table read; together they select at least one row. */
export interface TableExample {
  readonly page: number
  readonly limit: number
  readonly sort_by: string
  readonly order: 'asc' | 'desc'
  readonly columns: string
  readonly filter: string
}

/** Examples for all documents that show some, adapted to the loaded archive. */
export interface Examples {
  /** An existing planet and an existing host. */
  readonly names: Readonly<Record<TableName, string>>
  readonly tables: Readonly<Record<TableName, TableExample>>
  readonly sql: string
  /** An existing insight; null if the archive has too few columns for any. */
  readonly slug: string | null
  /** One request per kind of question. */
  readonly requests: readonly ExampleRequest[]
}

/** Well-known names; the first one in the archive is shown, else the archive's first name. */
const KNOWN_NAMES: Readonly<Record<ExportEntity, readonly string[]>> = {
  exoplanet: ['TRAPPIST-1 e', 'Kepler-22 b', '51 Peg b', 'HD 209458 b'],
  stellarhost: ['TRAPPIST-1', 'Kepler-22', '51 Peg', 'HD 209458'],
}

const KNOWN_SLUGS = ['nearest-planets', 'habitable-zone-candidates', 'discovery-methods']

/** Sort columns that make good examples; the first one in the archive is shown. */
const SORT_COLUMNS = {
  exoplanets: ['pl_rade', 'pl_bmasse', 'pl_orbper', 'disc_year'],
  stellarhosts: ['sy_dist', 'st_teff', 'st_mass'],
} as const satisfies Record<TableName, readonly string[]>

/** The question that sorting by a column answers. */
const SORT_TITLES: Readonly<Record<string, string>> = {
  pl_rade: 'The ten smallest planet radii',
  pl_bmasse: 'The ten smallest planet masses',
  pl_orbper: 'The ten shortest orbital periods',
  disc_year: 'The ten earliest discoveries',
}

/** Caveats for readers of sorted rows. */
function sortedRowsNote(hasDefaults: boolean, hasLimits: boolean): string {
  const notes = [
    ...(hasDefaults ? ['one row per planet: default_flag is 1'] : []),
    ...(hasLimits ? ['limits included: their flag is 1 or -1'] : []),
  ]
  return notes.length === 0 ? '' : ` (${notes.join('; ')})`
}

/** Queries from the most to the least informative, with the columns of `exoplanets` that each requires. */
const QUERIES: readonly { readonly needs: readonly string[]; readonly title: string; readonly sql: string }[] = [
  {
    needs: ['discoverymethod', 'default_flag'],
    title: 'Planets by discovery method, in SQL',
    sql: 'SELECT discoverymethod, COUNT(*) AS planets FROM exoplanets WHERE default_flag = 1 GROUP BY discoverymethod ORDER BY planets DESC',
  },
  {
    needs: ['discoverymethod'],
    title: 'Planets by discovery method, in SQL',
    sql: 'SELECT discoverymethod, COUNT(DISTINCT pl_name) AS planets FROM exoplanets GROUP BY discoverymethod ORDER BY planets DESC',
  },
  {
    needs: [],
    title: 'Hosts with the most planets, in SQL',
    sql: 'SELECT hostname, COUNT(DISTINCT pl_name) AS planets FROM exoplanets GROUP BY hostname ORDER BY planets DESC, hostname LIMIT 10',
  },
]

function isExported(catalog: Catalog, entity: ExportEntity, name: string): boolean {
  try {
    catalog.export(entity, name, 'json')
    return true
  } catch (error) {
    if (error instanceof CatalogError) return false
    throw error
  }
}

/** A page in the form of its JSON response. */
function readPage(catalog: Catalog, table: TableName, query: Readonly<Record<string, string>>) {
  const { body } = catalog.page(table, new URLSearchParams(query).toString())
  return JSON.parse(new TextDecoder().decode(body())) as { data?: readonly Readonly<Record<string, unknown>>[] }
}

function exampleName(catalog: Catalog, entity: ExportEntity): string {
  const known = KNOWN_NAMES[entity].find((name) => isExported(catalog, entity, name))
  if (known !== undefined) return known
  const table = EXPORT_TABLE[entity]
  const [first] = readPage(catalog, table, { limit: '1', columns: NAME_COLUMN[table] }).data ?? []
  return String(first?.[NAME_COLUMN[table]] ?? KNOWN_NAMES[entity][0])
}

function tableExample({ manifest }: Catalog, table: TableName, name: string): TableExample {
  const { columns, defaultColumns } = manifest.tables[table]
  const has = (name: string): boolean => columns.some((column) => column.name === name)
  const sortBy = SORT_COLUMNS[table].find(has)
  const shown = new Set([NAME_COLUMN[table], ...defaultColumns.slice(0, 3), sortBy ?? NAME_COLUMN[table]])
  // A value that can be a limit is shown only with its flag.
  if (has(`${sortBy}lim`)) shown.add(`${sortBy}lim`)
  return {
    page: 1,
    limit: 5,
    sort_by: sortBy ?? NAME_COLUMN[table],
    order: 'desc',
    columns: [...shown].join(','),
    filter: (name.split(' ')[0] ?? name).toLowerCase(),
  }
}

/**
 * The first rows by a column. If the archive marks a default row for each planet, the filter, which applies to the
 * first column, keeps only those.
 */
function sortedRows({ sort_by, columns }: TableExample, hasDefaults: boolean): ExampleRequest {
  const note = sortedRowsNote(hasDefaults, columns.split(',').includes(`${sort_by}lim`))
  const chosen = hasDefaults ? `columns=default_flag,${columns}&filter=1` : `columns=${columns}`
  return {
    title: `${SORT_TITLES[sort_by] ?? `Ten rows by ${sort_by}`}${note}`,
    path: `/rest/exoplanets?sort_by=${sort_by}&limit=10&${chosen}`,
  }
}

function requests(
  examples: Omit<Examples, 'requests'>,
  queryTitle: string,
  hasDefaults: boolean,
): readonly ExampleRequest[] {
  const { names, tables, sql, slug } = examples
  const query = (values: Readonly<Record<string, string>>): string => new URLSearchParams(values).toString()
  return [
    sortedRows(tables.exoplanets, hasDefaults),
    {
      title: `Host star rows whose name contains ${names.stellarhosts}`,
      path: `/rest/stellarhosts?${query({ filter: names.stellarhosts })}`,
    },
    { title: queryTitle, path: `/rest/query?${query({ sql })}` },
    slug === null
      ? { title: 'The precomputed insights', path: '/rest/insights' }
      : { title: `A precomputed insight: ${slug.replaceAll('-', ' ')}`, path: `/rest/insights/${slug}` },
    {
      title: `Everything about ${names.exoplanets}, as a CSV file`,
      path: `/exoplanets/${encodeURIComponent(names.exoplanets)}.csv`,
    },
  ]
}

/** Examples for a snapshot; every name and column in them exists. */
export function examplesFor(catalog: Catalog): Examples {
  const { tables, files } = catalog.manifest
  const columns = new Set(tables.exoplanets.columns.map((column) => column.name))
  const slugs = Object.keys(files.insights)
  const question = QUERIES.find(({ needs }) => needs.every((name) => columns.has(name)))!
  const [planet, host] = EXPORT_ENTITIES.map((entity) => exampleName(catalog, entity))
  const names = { exoplanets: planet!, stellarhosts: host! }
  const examples = {
    names,
    tables: eachTable((table) => tableExample(catalog, table, names[table])),
    sql: question.sql,
    slug: KNOWN_SLUGS.find((slug) => slugs.includes(slug)) ?? slugs[0] ?? null,
  }
  return { ...examples, requests: requests(examples, question.title, columns.has('default_flag')) }
}
