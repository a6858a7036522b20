import { OPERATORS, splitConditionName } from '../../core/table-query/conditions.ts'
import type { Column } from '../../format/column.ts'
import { isTableName, TABLE_NAMES, type TableName } from '../../format/table.ts'
import { queryString } from '../components/addresses.ts'
import { labelOf } from '../components/labels.ts'
import { unitText } from '../components/unit.tsx'

/** The form fields that add a condition. */
export const ADDED = { column: 'condition_column', operator: 'condition_operator', value: 'condition_value' } as const

type Operator = (typeof OPERATORS)[number]

const WORDS: Readonly<Record<Operator, string>> = {
  eq: '=',
  ne: '≠',
  lt: '<',
  lte: '≤',
  gt: '>',
  gte: '≥',
  between: 'between',
  in: 'one of',
  contains: 'contains',
  startswith: 'begins with',
  endswith: 'ends with',
  isnull: 'has no value',
}

/** The comparisons that the form offers, in display order. */
export const ADDED_OPERATORS: readonly (readonly [operator: Operator, words: string])[] = OPERATORS.filter(
  (operator) => operator !== 'isnull',
).map((operator) => [operator, WORDS[operator]])

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
  const own: readonly string[] = Object.values(ADDED)
  if (!own.some((name) => sent.has(name))) return undefined
  const table = sent.get('table') ?? ''
  const has = (name: TableName, column: string) => tables[name].some((known) => known.name === column)
  const isOfOther = (column: string) =>
    isTableName(table) && !has(table, column) && TABLE_NAMES.some((other) => has(other, column))
  const kept = [...sent].filter(([name, value]) => {
    if (own.includes(name) || value === '' || DEFAULTS[name] === value) return false
    return !isOfOther(COLUMN_PARAMETERS.includes(name) ? value : columnOf(name))
  })
  const [column, operator, value] = [ADDED.column, ADDED.operator, ADDED.value].map((name) => sent.get(name)?.trim())
  if (!column || !value) return queryString(kept).slice(1)
  const name = operator === undefined || operator === 'eq' ? column : `${column}__${operator}`
  return queryString([...kept, [name, value]]).slice(1)
}

/** The column in the name of a condition. */
function columnOf(name: string): string {
  return splitConditionName(name, () => false)?.column ?? name
}

/** The label of a condition's field: the column with its unit, and the comparison. */
export function conditionWords(name: string, columns: readonly Column[]): string {
  const split = splitConditionName(name, (word) => columns.some((column) => column.name === word))
  const column = columns.find((known) => known.name === split?.column)
  const words = WORDS[split?.operator as Operator]
  if (column === undefined || words === undefined) return name
  const unit = unitText(column.unit)
  return `${labelOf(column)}${unit === '' ? '' : ` (${unit})`} ${words}`
}
