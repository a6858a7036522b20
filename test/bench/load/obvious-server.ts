/**
 * The yardstick of what one would write first: Elysia, its parsed query, and for each request a SELECT through sql.js over
 * the same catalog.sqlite. Usage: bun obvious-server.ts <data folder>
 */
import { join } from 'node:path'
import { Elysia } from 'elysia'
import initSqlJs, { type SqlValue } from 'sql.js'
import type { Manifest } from '../../../src/format/manifest.ts'

const dataDir = process.argv[2]!
const manifest: Manifest = await Bun.file(join(dataDir, 'manifest.json')).json()
const SQL = await initSqlJs()
const database = new SQL.Database(await Bun.file(join(dataDir, manifest.files.catalog.path)).bytes())

function select(sql: string, values: SqlValue[]): Record<string, SqlValue>[] {
  const statement = database.prepare(sql, values)
  const rows: Record<string, SqlValue>[] = []
  while (statement.step()) rows.push(statement.getAsObject())
  statement.free()
  return rows
}

const app = new Elysia()
for (const table of ['exoplanets', 'stellarhosts'] as const) {
  const described = manifest.tables[table]
  const known = new Set(described.columns.map(({ name }) => name))
  app.get(`/rest/${table}`, ({ query }) => {
    const page = Number(query.page ?? 1)
    const limit = Math.min(1000, Number(query.limit ?? 50))
    const wanted = query.columns === '*' ? [...known] : (query.columns?.split(',') ?? described.defaultColumns)
    const columns = wanted.filter((name) => known.has(name))
    const sort = query.sort_by !== undefined && known.has(query.sort_by) ? query.sort_by : undefined
    const by = sort === undefined ? '' : `${sort} IS NULL, ${sort} ${query.order === 'desc' ? 'DESC' : 'ASC'}, `
    const where = query.filter === undefined ? '' : `WHERE ${columns[0]} LIKE ?`
    const values = query.filter === undefined ? [] : [`%${query.filter}%`]
    const data = select(
      `SELECT ${columns.join(', ')} FROM ${table} ${where} ORDER BY ${by}rowid LIMIT ${limit} OFFSET ${(page - 1) * limit}`,
      values,
    )
    const [count] = select(`SELECT COUNT(*) AS total FROM ${table} ${where}`, values)
    return { data, total: count!.total, total_all: described.rows, page, limit, columns }
  })
  app.get(`/rest/${table}/schema`, () => ({ columns: described.columns, total_rows: described.rows }))
}
app.listen({ hostname: '127.0.0.1', port: 0 })
process.stdout.write(`Listening on ${app.server!.url.href}\n`)
