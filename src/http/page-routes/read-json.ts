import type { Page } from '../../core/answers/rows.ts'
import type { Answer, Catalog } from '../../core/catalog/catalog.ts'
import { parseExact } from '../../core/text/parse-exact.ts'
import type { TableName } from '../../format/table.ts'
import type { Row } from '../../objects/values.ts'
import { queryString } from '../../pages/components/addresses.ts'

const decoder = new TextDecoder()

/** Rows of one read; what has more is read in several. */
const MAX_ROWS = 1_000

/** A JSON answer of the catalog as the value that it was made from; an integer that no number holds is text. */
export function readJson<Body>(answer: Answer): Body {
  return parseExact(decoder.decode(answer.body()))
}

/** Every row that meets the conditions, in the table's own order, with these columns; `rest/…` gives the same. */
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
