import type { Answer, Catalog } from '../../core/catalog/catalog.ts'
import { CatalogError } from '../../core/errors.ts'
import { TABLE_NAMES } from '../../format/table.ts'
import type { OperationId } from '../endpoints/endpoints.ts'
import type { Examples } from '../endpoints/examples.ts'
import { problemBody } from '../response/problem.ts'

/** Bodies by status; each is a response of the service or an excerpt of one. */
export type AnswerExamples = Partial<Record<OperationId, Readonly<Record<number, unknown>>>>

function read(answer: Answer): unknown {
  return JSON.parse(new TextDecoder().decode(answer.body()))
}

/** The problem document of a failing request, obtained by running that request. */
function problemOf(request: () => unknown): unknown {
  try {
    request()
  } catch (error) {
    if (error instanceof CatalogError) return problemBody(error)
    throw error
  }
  return undefined
}

/** The counts of the table, which the manifest contains without a query. */
function countAnswer({ manifest }: Catalog): unknown {
  const { rows, names } = manifest.tables.exoplanets
  return {
    data: [{ planets: names, references: rows }],
    rows: 1,
    columns: ['planets', 'references'],
    query: 'SELECT COUNT(DISTINCT pl_name) AS planets, COUNT(*) AS "references" FROM exoplanets',
    truncated: false,
  }
}

/** Example responses, read from the snapshot: a schema is cut to its first columns, the list of insights to one. */
export function answerExamples(catalog: Catalog, examples: Examples): AnswerExamples {
  const made: AnswerExamples = {
    execute_sql: { 200: countAnswer(catalog) },
    // The document can be requested while the first SQL process is starting.
    get_health: { 200: { ...Object(read(catalog.health())), ready: { pages: true, sql: 'ready' } } },
  }
  for (const table of TABLE_NAMES) {
    const values = Object.entries(examples.tables[table]).map(([name, value]): [string, string] => [
      name,
      String(value),
    ])
    const schema = read(catalog.schema(table)) as { columns?: readonly unknown[] }
    made[`get_${table}`] = {
      200: read(catalog.page(table, new URLSearchParams(values).toString())),
      400: problemOf(() => catalog.page(table, `sort_by=${examples.tables[table].sort_by.slice(0, -1)}`)),
    }
    made[`get_${table}_schema`] = { 200: { ...schema, columns: schema.columns?.slice(0, 3) ?? [] } }
  }
  const { slug } = examples
  if (slug !== null) {
    const wrong = slug.slice(0, -1)
    made.list_insights = { 200: (read(catalog.insightList()) as readonly unknown[]).slice(0, 1) }
    made.get_insight = { 200: read(catalog.insight(slug)), 404: problemOf(() => catalog.insight(wrong)) }
  }
  return made
}
