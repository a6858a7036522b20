import { type Condition, conditionParameter } from '../../core/table-query/conditions.ts'
import { coneText } from '../../core/table-query/cone.ts'
import { PAGE_LIMIT_PARAMETER } from '../../core/table-query/table-parameters.ts'
import type { TableQuery } from '../../core/table-query/table-query.ts'
import type { TableName } from '../../format/table.ts'
import { queryString } from '../components/addresses.ts'

/** The parts of a table read that a URL contains. */
export type Read = Pick<
  TableQuery,
  'page' | 'limit' | 'sortBy' | 'order' | 'columns' | 'filter' | 'conditions' | 'cone'
>

type Pair = readonly [name: string, value: string]

/** Stands for all columns of a table in its order; a page of all columns has thousands of links, each with the list. */
const ALL_COLUMNS = '*'

function isSame(columns: readonly string[], others: readonly string[]): boolean {
  return columns.length === others.length && columns.every((name, at) => name === others[at])
}

/** The parameters of a read, without those that have their default values. */
export function readParameters(
  read: Read,
  defaultColumns: readonly string[],
  allColumns: readonly string[] = [],
): readonly Pair[] {
  const pairs: Pair[] = []
  const { columns, filter, cone, sortBy, order, limit, page } = read
  if (!isSame(columns, defaultColumns))
    pairs.push(['columns', isSame(columns, allColumns) ? ALL_COLUMNS : columns.join(',')])
  if (filter !== null) pairs.push(['filter', filter])
  for (const condition of read.conditions) pairs.push(shortParameter(condition))
  if (cone !== null) pairs.push(['cone', coneText(cone)])
  if (sortBy !== null) pairs.push(['sort_by', sortBy])
  if (order !== 'asc') pairs.push(['order', order])
  if (limit !== PAGE_LIMIT_PARAMETER.default) pairs.push(['limit', String(limit)])
  if (page !== 1) pairs.push(['page', String(page)])
  return pairs
}

/** A condition as a parameter; equality needs no operator. */
export function shortParameter(condition: Condition): Pair {
  const [name, value] = conditionParameter(condition)
  return [name.replace(/__eq$/, ''), value]
}

/** Links on a table's page. */
export interface TableAddresses {
  /** The path of the page of a read, from the root of the service. */
  page(read: Read): string
  /** The path of the same content as JSON or in another format; of all rows instead of one page if `all` is true. */
  data(read: Read, format?: string, all?: boolean): string
}

export function tableAddresses(
  table: TableName,
  defaultColumns: readonly string[],
  allColumns: readonly string[] = [],
): TableAddresses {
  return {
    page: (read) => `/${table}${queryString(readParameters(read, defaultColumns, allColumns))}`,
    data(read, format, all = false) {
      const pairs = readParameters(
        all ? { ...read, page: 1, limit: PAGE_LIMIT_PARAMETER.default } : read,
        defaultColumns,
        allColumns,
      )
      return `/rest/${table}${queryString([
        ...pairs,
        ...(all ? ([['limit', 'all']] as const) : []),
        ...(format === undefined ? [] : ([['format', format]] as const)),
      ])}`
    },
  }
}

/** The bounds that conditions set for a column, for its form and its histogram. */
export function boundsOf(
  conditions: readonly Condition[],
  column: string,
): { readonly from: string; readonly to: string } {
  let [from, to] = ['', '']
  for (const condition of conditions) {
    if (condition.column !== column) continue
    if (condition.kind === 'between') [from, to] = [String(condition.low), String(condition.high)]
    else if (condition.kind === 'compare' && condition.operator === 'gte') from = String(condition.value)
    else if (condition.kind === 'compare' && condition.operator === 'lte') to = String(condition.value)
  }
  return { from, to }
}

/** True for a condition that the fields of a column's form represent. */
export function isOfForm(condition: Condition, isText: boolean): boolean {
  if (isText) return condition.kind === 'text' && condition.where === 'contains'
  return condition.kind === 'compare' && (condition.operator === 'gte' || condition.operator === 'lte')
}
