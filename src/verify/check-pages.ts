import type { Catalog } from '../core/catalog/catalog.ts'
import { counted } from '../core/text/counts.ts'
import { foldCase } from '../core/text/fold-case.ts'
import { quotedName } from '../core/text/sql-quoting.ts'
import { TABLE_NAMES, type TableName } from '../format/table.ts'
import { type CheckResult, Comparison } from './check-result.ts'
import { jsonRow, jsonText, type SqlCatalog } from './sql-catalog.ts'

/** A page request with all parameters set. */
interface PageAsk {
  readonly page: number
  readonly limit: number
  readonly sortBy: string | undefined
  readonly order: 'asc' | 'desc'
  readonly columns: readonly string[]
  readonly filter: string | undefined
}

/** Numbers from 0 up to 1, the same each time (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

class PageSampler {
  readonly #random = seededRandom(20_260_101)

  constructor(
    readonly catalog: SqlCatalog,
    readonly service: Catalog,
  ) {}

  #one<T>(values: readonly T[]): T {
    return values[Math.floor(this.#random() * values.length)]!
  }

  /** A random page request for the table; every third is filtered by a part of an existing value. */
  ask(table: TableName): PageAsk {
    const { columns, defaultColumns, rows } = this.service.manifest.tables[table]
    const names = columns.map(({ name }) => name)
    const chosen =
      this.#random() < 0.3
        ? defaultColumns
        : Array.from({ length: 1 + Math.floor(this.#random() * 6) }, () => this.#one(names))
    const limit = this.#one([0, 1, 7, 50, 200])
    const pages = Math.max(1, Math.ceil(rows / Math.max(1, limit)))
    const isFiltered = this.#random() < 0.33
    return {
      page: 1 + Math.floor(this.#random() * (isFiltered ? Math.min(3, pages) : pages + 1)),
      limit,
      sortBy: this.#random() < 0.2 ? undefined : this.#one(names),
      order: this.#one(['asc', 'desc']),
      columns: [...new Set(chosen)],
      filter: isFiltered ? this.#pieceOfValue(table, chosen[0]!, rows) : undefined,
    }
  }

  #pieceOfValue(table: TableName, column: string, rows: number): string | undefined {
    const rowid = 1 + Math.floor(this.#random() * rows)
    const value = this.catalog.value(`SELECT ${quotedName(column)} FROM ${table} WHERE rowid = ?`, rowid)
    if (value === null) return undefined
    // By code point: half of a surrogate pair is not a text and cannot be part of a URL.
    const text = [...(typeof value === 'string' ? value : jsonText(value))]
    const start = Math.floor(this.#random() * text.length)
    const piece = text.slice(start, start + 1 + Math.floor(this.#random() * 4))
    return piece.join('').trim() || undefined
  }

  /** The body of the page according to SQL. */
  expected(table: TableName, { page, limit, sortBy, order, columns, filter }: PageAsk): string {
    const by = sortBy === undefined ? '' : `${quotedName(sortBy)} IS NULL, ${quotedName(sortBy)} ${order}, `
    let rowids = this.catalog.rows(`SELECT rowid, ${quotedName(columns[0]!)} FROM ${table} ORDER BY ${by}rowid`)
    const all = rowids.length
    if (filter !== undefined)
      rowids = rowids.filter(([, value]) => {
        if (value === null || value === undefined) return false
        return foldCase(typeof value === 'string' ? value : jsonText(value)).includes(foldCase(filter))
      })
    const select = `SELECT ${columns.map(quotedName).join(', ')} FROM ${table} WHERE rowid = ?`
    const rows = rowids
      .slice((page - 1) * limit, page * limit)
      .map(([rowid]) => jsonRow(columns, this.catalog.rows(select, Number(rowid))[0]!))
    return `{"data":[${rows.join(',')}],"total":${rowids.length},"total_all":${all},"page":${page},"limit":${limit},"columns":${JSON.stringify(columns)}}`
  }
}

function queryOf({ page, limit, sortBy, order, columns, filter }: PageAsk): string {
  const parameters = new URLSearchParams({ page: `${page}`, limit: `${limit}`, order, columns: columns.join(',') })
  if (sortBy !== undefined) parameters.set('sort_by', sortBy)
  if (filter !== undefined) parameters.set('filter', filter)
  return parameters.toString()
}

/** Compares page bodies rendered by the service with those from SQL: `sample` pages of each table, with a fixed seed. */
export function checkPages(
  catalog: SqlCatalog,
  service: Catalog,
  sample: number,
  onProgress: (done: number, total: number) => void,
): CheckResult {
  const comparison = new Comparison('Bodies of pages against SQL')
  const sampler = new PageSampler(catalog, service)
  const encoder = new TextEncoder()
  for (const [index, table] of TABLE_NAMES.entries())
    for (let nth = 0; nth < sample; nth += 1) {
      const ask = sampler.ask(table)
      const query = queryOf(ask)
      const body = service.page(table, query).body()
      comparison.sameBytes(`/rest/${table}?${query}`, body, encoder.encode(sampler.expected(table, ask)))
      onProgress(index * sample + nth + 1, TABLE_NAMES.length * sample)
    }
  return comparison.done(`${counted(TABLE_NAMES.length * sample, 'page')} of random columns, orders and filters`)
}
