import type { Page } from '../../core/answers/rows.ts'
import type { Answer, Catalog } from '../../core/catalog/catalog.ts'
import { parseExact } from '../../format/exact-json.ts'
import type { TableName } from '../../format/table.ts'
import type { Row } from '../../objects/values.ts'
import { queryString } from '../../pages/components/addresses.ts'

const decoder = new TextDecoder()

/** Maximum rows per read; longer results are read in several steps. */
const MAX_ROWS = 1_000

/** A JSON response of the catalog as the value that it was made from; integers too large for a number stay text. */
export function readJson<Body>(answer: Answer): Body {
  return parseExact(decoder.decode(answer.body()))
}

const columnParameters = new WeakMap<readonly string[], string>()

/** The parameter that selects columns. Kept for each list, since a page reads some hundred columns, and always the same ones. */
function columnParameter(columns: readonly string[]): string {
  const known = columnParameters.get(columns)
  if (known !== undefined) return known
  const parameter = queryString([['columns', columns.join(',')]]).slice(1)
  columnParameters.set(columns, parameter)
  return parameter
}

/** All rows that meet the conditions, in the table's default order, with these columns; `rest/…` returns the same. */
export function readRows(
  catalog: Catalog,
  table: TableName,
  conditions: readonly (readonly [parameter: string, value: string])[],
  columns: readonly string[],
): readonly Row[] {
  const rows: Row[] = []
  for (let page = 1; ; page++) {
    const query = queryString([...conditions, ['limit', String(MAX_ROWS)], ['page', String(page)]])
    const { data, total } = readJson<Page>(catalog.page(table, `${query.slice(1)}&${columnParameter(columns)}`))
    if (page === 1 && data.length >= total) return data
    rows.push(...data)
    if (rows.length >= total || data.length === 0) return rows
  }
}
