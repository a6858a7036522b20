import type { Catalog } from '../../core/catalog/catalog.ts'
import { CatalogError } from '../../core/errors.ts'
import { EXPORT_ENTITIES, EXPORT_TABLE } from '../../format/export-pack.ts'
import { allTables } from '../../format/manifest.ts'
import { NAME_COLUMN } from '../../format/table.ts'
import { aboutTable } from '../columns/table-facts.ts'
import { faultText, RequestError } from '../results/faults.ts'
import { answerText } from '../results/read-answer.ts'

const JSON_TYPE = 'application/json'
const SCHEMA = 'catalog://schema/'
const INSIGHTS = 'catalog://insights'
const COLUMNS = 'catalog://columns/'
const DETAIL = 'catalog://detail/'

export type ResourceEntry = { uri: string; name: string; title: string; description: string; mimeType: string }
export type TemplateEntry = { uriTemplate: string; name: string; title: string; description: string; mimeType: string }
export type ResourceText = { contents: { uri: string; mimeType: string; text: string }[] }

/** Resources that a client can attach to a conversation directly. */
export function listResources({ manifest }: Catalog): ResourceEntry[] {
  return [
    ...[...allTables(manifest).keys()].map((table) => ({
      uri: `${SCHEMA}${table}`,
      name: `schema_${table}`,
      title: `Columns of ${table}`,
      description: `Every column with type, unit and description. ${aboutTable(manifest, table)}`,
      mimeType: JSON_TYPE,
    })),
    {
      uri: INSIGHTS,
      name: 'insights',
      title: 'Insights',
      description: 'Descriptors of all precomputed insights, with their SQL, columns and caveats.',
      mimeType: JSON_TYPE,
    },
  ]
}

/** Resources that are too numerous to list. */
export const RESOURCE_TEMPLATES: TemplateEntry[] = [
  {
    uriTemplate: `${INSIGHTS}/{slug}`,
    name: 'insight',
    title: 'One insight',
    description: 'Rows and descriptor of a precomputed insight.',
    mimeType: JSON_TYPE,
  },
  {
    uriTemplate: `${COLUMNS}{table}/{column}`,
    name: 'column',
    title: 'One column',
    description: 'Statistics of one column of a table: nulls, range, quantiles, histogram, frequent values.',
    mimeType: JSON_TYPE,
  },
  ...EXPORT_ENTITIES.map((entity) => ({
    uriTemplate: `${DETAIL}${EXPORT_TABLE[entity]}/{${NAME_COLUMN[EXPORT_TABLE[entity]]}}`,
    name: entity,
    title: entity === 'exoplanet' ? 'One planet' : 'One host star',
    description: `All rows and columns of one ${entity === 'exoplanet' ? 'planet' : 'host star'}, with metadata; the name is URL-encoded.`,
    mimeType: JSON_TYPE,
  })),
]

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

function find(catalog: Catalog, uri: string): string | undefined {
  const tables = [...allTables(catalog.manifest).keys()]
  const table = tables.find((name) => uri === `${SCHEMA}${name}`)
  if (table !== undefined) return answerText(catalog.schema(table))
  if (uri === INSIGHTS) return answerText(catalog.insightList())
  if (uri.startsWith(`${INSIGHTS}/`)) {
    const slug = decoded(uri.slice(INSIGHTS.length + 1))
    return slug === undefined ? undefined : answerText(catalog.insight(slug))
  }
  const ofColumn = tables.find((name) => uri.startsWith(`${COLUMNS}${name}/`))
  if (ofColumn !== undefined) {
    const column = decoded(uri.slice(`${COLUMNS}${ofColumn}/`.length))
    return column === undefined ? undefined : answerText(catalog.column(ofColumn, column))
  }
  const entity = EXPORT_ENTITIES.find((candidate) => uri.startsWith(`${DETAIL}${EXPORT_TABLE[candidate]}/`))
  if (entity === undefined) return undefined
  const name = decoded(uri.slice(`${DETAIL}${EXPORT_TABLE[entity]}/`.length))
  return name === undefined ? undefined : answerText(catalog.export(entity, name, 'json'))
}

/** The resource at `uri`, as REST returns it. */
export function readResource(catalog: Catalog, uri: string): ResourceText {
  let fault = 'resources/list and resources/templates/list list the resources.'
  try {
    const text = find(catalog, uri)
    if (text !== undefined) return { contents: [{ uri, mimeType: JSON_TYPE, text }] }
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    fault = faultText(error)
  }
  throw new RequestError('resource_not_found', `There is no resource at this URI. ${fault}`, { uri })
}
