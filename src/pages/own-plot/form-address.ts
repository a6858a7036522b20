import { splitConditionName } from '../../core/table-query/conditions.ts'
import type { Column } from '../../format/column.ts'
import { isTableName, TABLE_NAMES, type TableName } from '../../format/table.ts'
import { queryString } from '../components/addresses.ts'
import { submittedForm } from '../conditions/added-condition.ts'
import { USUAL_COLUMNS } from './plot-request.ts'

/** Default values, which a URL need not contain. */
const DEFAULTS: Readonly<Record<string, string>> = {
  xscale: 'auto',
  yscale: 'auto',
  rows: 'default',
  table: 'exoplanets',
}

/** The parameters that name columns. */
const COLUMN_PARAMETERS: readonly string[] = ['x', 'y', 'color', 'size']

/**
 * The query string for a submitted form: with the added condition and without default values. Undefined for a query string that
 * does not come from the form. A condition without a column or a value is ignored. After a change of the table, columns that only
 * the other table has are dropped.
 */
export function addressOfForm(
  query: string,
  tables: Readonly<Record<TableName, readonly Column[]>>,
): string | undefined {
  const sent = new URLSearchParams(query)
  const table = sent.get('table') ?? ''
  const conditionTable = isTableName(table) ? table : 'exoplanets'
  const form = submittedForm(sent, { columns: tables[conditionTable], preferred: USUAL_COLUMNS[conditionTable] })
  if (form === undefined) return undefined
  const has = (name: TableName, column: string) => tables[name].some((known) => known.name === column)
  const isOfOther = (column: string) =>
    isTableName(table) && !has(table, column) && TABLE_NAMES.some((other) => has(other, column))
  const kept = form.others.filter(
    ([name, value]) =>
      value !== '' && DEFAULTS[name] !== value && !isOfOther(COLUMN_PARAMETERS.includes(name) ? value : columnOf(name)),
  )
  return queryString([...kept, ...(form.added === undefined ? [] : [form.added.parameter])]).slice(1)
}

/** The column in the name of a condition. */
function columnOf(name: string): string {
  return splitConditionName(name, () => false)?.column ?? name
}
