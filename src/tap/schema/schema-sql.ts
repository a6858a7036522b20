import { quotedName, quotedText } from '../../core/text/sql-quoting.ts'
import type { DescribedTable } from './described-table.ts'
import { SCHEMA_TABLES, schemaRows } from './tap-schema.ts'

/** Creates a function that adds the TAP_SCHEMA tables that a translated query reads, as common tables. */
export function createSchemaSql(tables: readonly DescribedTable[]): (sql: string) => string {
  let made: ReadonlyMap<string, string> | undefined
  return (sql) => {
    if (!sql.includes('"tap_schema.')) return sql
    made ??= commonTables(tables)
    const read = [...made].filter(([name]) => sql.includes(quotedName(name))).map(([, text]) => text)
    if (read.length === 0) return sql
    return /^WITH\s/.test(sql)
      ? `WITH ${read.join(', ')}, ${sql.replace(/^WITH\s+/, '')}`
      : `WITH ${read.join(', ')} ${sql}`
  }
}

function commonTables(tables: readonly DescribedTable[]): ReadonlyMap<string, string> {
  const rows = schemaRows(tables)
  return new Map(
    SCHEMA_TABLES.map(({ name, columns }) => {
      const names = columns.map((column) => quotedName(column.name))
      const cells = names.map((column, i) => `json_extract(value, '$[${i}]') AS ${column}`)
      const json = quotedText(JSON.stringify(rows[name]))
      return [name, `${quotedName(name)} AS MATERIALIZED (SELECT ${cells.join(', ')} FROM json_each(${json}))`]
    }),
  )
}
