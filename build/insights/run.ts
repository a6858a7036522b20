import type { Database, SqlValue, Statement } from 'sql.js'
import type { InsightCell, InsightDescriptor, InsightResult } from '../../src/core/answers/insight.ts'

/** What sql.js's statements can do besides, undeclared. */
interface ExactStatement extends Statement {
  /** The row with bigints for integers, where a double would round those beyond 2^53. */
  get(params: null, config: { readonly useBigInt: true }): (SqlValue | bigint)[]
  get(): SqlValue[]
  /** The bytes of a cell, for a text its UTF-8. */
  getBlob(index: number): Uint8Array
}

/** Runs an insight's SQL on the snapshot. A result that does not keep to its descriptor stops the build. */
export function runInsight(database: Database, meta: InsightDescriptor): InsightResult {
  const names = meta.columns.map(({ name }) => name)
  const statement = database.prepare(meta.sql) as ExactStatement
  try {
    const columns = statement.getColumnNames()
    if (columns.join() !== names.join())
      throw new Error(`Insight "${meta.slug}" gives the columns ${columns.join()} instead of ${names.join()}.`)
    const data: InsightResult['data'][number][] = []
    while (statement.step()) {
      const cells = statement.get(null, { useBigInt: true })
      const exact = cells.map((cell, index) => (typeof cell === 'string' ? textAt(statement, index) : cell))
      data.push(Object.fromEntries(columns.map((name, index) => [name, cellOf(meta, name, exact[index])])))
    }
    if (data.length > meta.limit)
      throw new Error(`Insight "${meta.slug}" gives ${data.length} rows, its limit is ${meta.limit}.`)
    return { meta, data, rows: data.length, columns }
  } finally {
    statement.free()
  }
}

/** A text with all its characters: sql.js decodes one without a U+FEFF that it begins with. */
function textAt(statement: ExactStatement, index: number): string {
  const { buffer, byteOffset, byteLength } = statement.getBlob(index)
  return Buffer.from(buffer, byteOffset, byteLength).toString('utf8')
}

function cellOf(meta: InsightDescriptor, name: string, cell: unknown): InsightCell {
  if (cell === null || typeof cell === 'string' || typeof cell === 'number') return cell
  if (typeof cell === 'bigint') return Number.isSafeInteger(Number(cell)) ? Number(cell) : cell
  throw new Error(`Insight "${meta.slug}" gives a cell of ${name} that is neither text nor a number.`)
}
