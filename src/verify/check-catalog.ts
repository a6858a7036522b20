import { counted } from '../core/text/counts.ts'
import { quotedName } from '../core/text/sql-quoting.ts'
import { SQL_TYPES } from '../format/column.ts'
import { allTables, type Manifest } from '../format/manifest.ts'
import { isTableName, NAME_COLUMN } from '../format/table.ts'
import { type CheckResult, Comparison } from './check-result.ts'
import type { SqlCatalog } from './sql-catalog.ts'

/** Counts index entries that are not in the table, because a query can be answered from either. */
function checkIndexes(catalog: SqlCatalog, table: string, comparison: Comparison): void {
  for (const [index] of catalog.rows(`SELECT name FROM pragma_index_list('${table}') ORDER BY name`)) {
    const name = quotedName(String(index))
    const columns = catalog.rows(`SELECT name FROM pragma_index_info(${name}) ORDER BY seqno`)
    const select = ['rowid', ...columns.map(([column]) => quotedName(String(column)))].join(', ')
    const strangers = `SELECT ${select} FROM ${table} INDEXED BY ${name} EXCEPT SELECT ${select} FROM ${table} NOT INDEXED`
    comparison.same(`The number of wrong entries in ${name}`, catalog.value(`SELECT count(*) FROM (${strangers})`), 0n)
  }
}

/** Compares the SQL catalog with the manifest: integrity, rows, names, columns and indexes. */
export function checkCatalog(catalog: SqlCatalog, manifest: Manifest): CheckResult {
  const comparison = new Comparison('SQL catalog against the manifest')
  comparison.same('The integrity of catalog.sqlite', catalog.value('PRAGMA integrity_check'), 'ok')
  const parts: string[] = []
  for (const [name, { rows, columns }] of allTables(manifest)) {
    comparison.same(`The number of rows of ${name}`, catalog.value(`SELECT count(*) FROM ${name}`), BigInt(rows))
    comparison.same(`The last row of ${name}`, catalog.value(`SELECT max(rowid) FROM ${name}`), BigInt(rows))
    if (isTableName(name)) {
      const distinct = catalog.value(`SELECT count(DISTINCT ${quotedName(NAME_COLUMN[name])}) FROM ${name}`)
      comparison.same(`The number of names in ${name}`, distinct, BigInt(manifest.tables[name].names))
    }
    checkIndexes(catalog, name, comparison)
    const described = columns.map((column) => `${column.name} ${SQL_TYPES[column.type]}`)
    const stored = catalog.columns(name).map((column) => `${column.name} ${column.type}`)
    comparison.same(`The columns of ${name}`, stored.join(', '), described.join(', '))
    parts.push(`${name} ${counted(rows, 'row')} and ${counted(columns.length, 'column')}`)
  }
  return comparison.done(parts.join(', '))
}
