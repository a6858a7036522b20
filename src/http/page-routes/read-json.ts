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

/** All rows that meet the conditions, in the table's default order, with these columns; `rest/…` returns the same. */
export function readRows(
  catalog: Catalog,
  table: TableName,
  conditions: readonly (readonly [parameter: string, value: string])[],
  columns: readonly string[],
): readonly Row[] {
  const rows: Row[] = []
  for (let page = 1; ; page++) {
    const query = queryString([
      ...conditions,
      ['columns', columns.join(',')],
      ['limit', String(MAX_ROWS)],
      ['page', String(page)],
    ])
    const { data, total } = readJson<Page>(catalog.page(table, query.slice(1)))
    rows.push(...data)
    if (rows.length >= total || data.length === 0) return rows
  }
}
