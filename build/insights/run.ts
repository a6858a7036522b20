import type { Database, SqlValue, Statement } from 'sql.js'
import type { InsightCell, InsightDescriptor, InsightResult } from '../../src/format/insight.ts'

/** A statement whose rows can be had with bigints for integers, where a double would round those beyond 2^53; sql.js leaves it undeclared. */
interface ExactStatement extends Statement {
  get(params: null, config: { readonly useBigInt: true }): (SqlValue | bigint)[]
  get(): SqlValue[]
}

/** Runs an insight's SQL on the snapshot. A result that does not keep to its descriptor stops the build. */
export function runInsight(database: Database, meta: InsightDescriptor): InsightResult {
  const names = meta.columns.map(({ name }) => name)
  const statement: ExactStatement = database.prepare(meta.sql)
  try {
    const columns = statement.getColumnNames()
    if (columns.join() !== names.join())
      throw new Error(`Insight "${meta.slug}" gives the columns ${columns.join()} instead of ${names.join()}.`)
    const data: InsightResult['data'][number][] = []
    while (statement.step()) {
      const cells = statement.get(null, { useBigInt: true })
      data.push(Object.fromEntries(columns.map((name, index) => [name, cellOf(meta, name, cells[index])])))
    }
    if (data.length > meta.limit)
      throw new Error(`Insight "${meta.slug}" gives ${data.length} rows, its limit is ${meta.limit}.`)
    return { meta, data, rows: data.length, columns }
  } finally {
    statement.free()
  }
}

function cellOf(meta: InsightDescriptor, name: string, cell: unknown): InsightCell {
  if (cell === null || typeof cell === 'string' || typeof cell === 'number') return cell
  if (typeof cell === 'bigint') return Number.isSafeInteger(Number(cell)) ? Number(cell) : cell
  throw new Error(`Insight "${meta.slug}" gives a cell of ${name} that is neither text nor a number.`)
}
