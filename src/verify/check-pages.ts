import type { Catalog } from '../core/catalog/catalog.ts'
import { counted } from '../core/text/counts.ts'
import { foldCase } from '../core/text/fold-case.ts'
import { quotedName } from '../core/text/sql-quoting.ts'
import { TABLE_NAMES, type TableName } from '../format/table.ts'
import { type CheckResult, Comparison } from './check-result.ts'
import { ConditionSampler, pieceOf, type SampledCondition, searchedText } from './sampled-conditions.ts'
import { jsonRow, type SqlCatalog } from './sql-catalog.ts'

/** A page request with all parameters set. */
interface PageAsk {
  readonly page: number
  readonly limit: number
  readonly sortBy: string | undefined
  readonly order: 'asc' | 'desc'
  readonly columns: readonly string[]
  readonly filter: string | undefined
  readonly conditions: readonly SampledCondition[]
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

  /**
   * A random page request for the table. Every third is filtered by a part of an existing value, and every third has
   * conditions; the same row satisfies both.
   */
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
    const hasConditions = rows > 0 && this.#random() < 0.33
    const rowid = 1 + Math.floor(this.#random() * rows)
    return {
      page: 1 + Math.floor(this.#random() * (isFiltered || hasConditions ? Math.min(3, pages) : pages + 1)),
      limit,
      sortBy: this.#random() < 0.2 ? undefined : this.#one(names),
      order: this.#one(['asc', 'desc']),
      columns: [...new Set(chosen)],
      filter: isFiltered ? this.#pieceOfValue(table, chosen[0]!, rowid) : undefined,
      conditions: hasConditions
        ? new ConditionSampler(this.catalog, table, names, this.#random).sample(rowid, rows)
        : [],
    }
  }

  #pieceOfValue(table: TableName, column: string, rowid: number): string | undefined {
    const value = this.catalog.value(`SELECT ${quotedName(column)} FROM ${table} WHERE rowid = ?`, rowid)
    return value === null ? undefined : pieceOf(searchedText(value), this.#random) || undefined
  }

  /** The body of the page according to SQL. */
  expected(table: TableName, { page, limit, sortBy, order, columns, filter, conditions }: PageAsk): string {
    const by = sortBy === undefined ? '' : `${quotedName(sortBy)} IS NULL, ${quotedName(sortBy)} ${order}, `
    const where = ['true', ...conditions.map((condition) => condition.where)].join(' AND ')
    const searches = conditions.flatMap(({ search }) => (search === undefined ? [] : [search]))
    const searched = [columns[0]!, ...searches.map(({ column }) => column)].map(quotedName).join(', ')
    let rowids = this.catalog.rows(
      `SELECT rowid, ${searched} FROM ${table} WHERE ${where} ORDER BY ${by}rowid`,
      ...conditions.flatMap(({ bound }) => bound),
    )
    for (const [at, { matches }] of searches.entries()) rowids = rowids.filter((row) => matches(row[at + 2]!))
    if (filter !== undefined)
      rowids = rowids.filter(([, value]) => {
        if (value === null || value === undefined) return false
        return foldCase(searchedText(value)).includes(foldCase(filter))
      })
    const all = this.catalog.value(`SELECT count(*) FROM ${table}`)
    const select = `SELECT ${columns.map(quotedName).join(', ')} FROM ${table} WHERE rowid = ?`
    const rows = rowids
      .slice((page - 1) * limit, page * limit)
      .map(([rowid]) => jsonRow(columns, this.catalog.rows(select, Number(rowid))[0]!))
    return `{"data":[${rows.join(',')}],"total":${rowids.length},"total_all":${all},"page":${page},"limit":${limit},"columns":${JSON.stringify(columns)}}`
  }
}

function queryOf({ page, limit, sortBy, order, columns, filter, conditions }: PageAsk): string {
  const parameters = new URLSearchParams({ page: `${page}`, limit: `${limit}`, order, columns: columns.join(',') })
  if (sortBy !== undefined) parameters.set('sort_by', sortBy)
  if (filter !== undefined) parameters.set('filter', filter)
  for (const { parameter } of conditions) parameters.set(...parameter)
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
  const counts = { pages: 0, conditions: 0 }
  for (const [index, table] of TABLE_NAMES.entries())
    for (let nth = 0; nth < sample; nth += 1) {
      const ask = sampler.ask(table)
      const query = queryOf(ask)
      if (ask.conditions.length > 0) counts.pages += 1
      counts.conditions += ask.conditions.length
      const body = service.page(table, query).body()
      comparison.sameBytes(`/rest/${table}?${query}`, body, encoder.encode(sampler.expected(table, ask)))
      onProgress(index * sample + nth + 1, TABLE_NAMES.length * sample)
    }
  const pages = counted(TABLE_NAMES.length * sample, 'page')
  return comparison.done(
    `${pages} of random columns, orders and filters, ${counts.pages} of them with ${counted(counts.conditions, 'condition')}`,
  )
}
