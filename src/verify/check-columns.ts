import type { PageColumn, PageTable, ReadyRows } from '../core/ports.ts'
import { counted } from '../core/text/counts.ts'
import { quotedName } from '../core/text/sql-quoting.ts'
import { type CheckResult, Comparison } from './check-result.ts'
import { csvLine, jsonRow, jsonText, type SqlCatalog } from './sql-catalog.ts'

/**
 * Compares the order, codes and JSON of one column with SQL's own sorting, which together cover every cell. Returns the first
 * difference, or undefined.
 */
function differenceIn(catalog: SqlCatalog, table: PageTable, column: PageColumn): string | undefined {
  const { name, order, codes, starts, offsets, distinct, nonNull } = column
  const what = `${table.name}.${name}`
  const key = quotedName(name)
  const fragments = Buffer.from(column.fragments.buffer, column.fragments.byteOffset, column.fragments.byteLength)
  const rows = catalog.rows(`SELECT rowid, ${key} FROM ${table.name} ORDER BY ${key} IS NULL, ${key}, rowid`)
  if (rows.length !== table.rows) return `${what}: the page file has ${table.rows} rows, SQL ${rows.length}.`
  let values = 0
  let firstNull = rows.length
  let code = -1
  for (const [at, [rowid, value]] of rows.entries()) {
    if (at === 0 || value !== rows[at - 1]![1]) {
      if (value === null) firstNull = at
      else values += 1
      // Nulls have the code after that of the last value, even if there are no values.
      code = value === null ? distinct : code + 1
      if (starts[code] !== at)
        return `${what}: value ${code} begins at place ${starts[code]} of the order, not at ${at}.`
      const json = fragments.toString('utf8', offsets[code]!, offsets[code + 1]!)
      if (json !== jsonText(value!)) return `${what}: value ${code} is written ${json}, not ${jsonText(value!)}.`
    }
    const row = Number(rowid) - 1
    if (order[at] !== row) return `${what}: row ${order[at]} is at place ${at} of the order, not row ${row}.`
    if (codes[row] !== code) return `${what}: row ${row} has value ${codes[row]}, not ${code}.`
  }
  if (values !== distinct || firstNull !== nonNull)
    return `${what}: ${distinct} values in ${nonNull} rows, but SQL has ${values} in ${firstNull}.`
  return undefined
}

/** The text of each precomputed row. */
function textOf({ offsets, bytes }: ReadyRows): (row: number) => string {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return (row) => all.toString('utf8', offsets[row]!, offsets[row + 1]!)
}

/** Compares the page file of a table with SQL: every column in full, and the precomputed rows. */
export function checkColumns(
  catalog: SqlCatalog,
  table: PageTable,
  onProgress: (done: number, total: number) => void,
): CheckResult {
  const comparison = new Comparison(`Orders and values of ${table.name} against SQL`)
  const columns = [...table.columns.values()]
  for (const [index, column] of columns.entries()) {
    const difference = differenceIn(catalog, table, column)
    if (difference !== undefined) comparison.differ(difference)
    onProgress(index + 1, columns.length)
  }
  const result = () =>
    comparison.done(`${counted(columns.length, 'column')} × ${counted(table.rows, 'row')}, each in SQL's order`)
  const names = table.defaultRows.columns
  if (names.length === 0) return result()
  const row = textOf(table.defaultRows)
  const line = textOf(table.defaultLines)
  const select = `SELECT ${names.map(quotedName).join(', ')} FROM ${table.name} ORDER BY rowid`
  for (const [at, values] of catalog.rows(select).entries()) {
    comparison.same(`Row ${at} of ${table.name}`, row(at), `${jsonRow(names, values)},`)
    comparison.same(`Line ${at} of ${table.name}`, line(at), csvLine(values))
  }
  return result()
}
