import type { PageColumn, PageTable } from '../ports.ts'
import { type Condition, conditionKey } from '../table-query/conditions.ts'
import { type Cone, coneText } from '../table-query/cone.ts'
import { type CodeSet, codeSetOf } from './code-set.ts'
import { createConeSearch } from './cone-search.ts'
import type { RowFilter } from './row-selection.ts'
import { RowSets } from './row-set.ts'
import type { ValueSearch } from './value-search.ts'

/** Row criteria of a request. `filter` is the case-folded text that the first returned column must contain. */
export interface RowRequest {
  readonly columns: readonly string[]
  readonly filter: string | null
  readonly conditions: readonly Condition[]
  readonly cone: Cone | null
}

/** Finds the rows that match a request. */
export type RowFinder = (request: RowRequest) => RowFilter

/** Creates a finder over one table. `search` caches the results of several conditions or a cone as a list of rows. */
export function createRowFinder(table: PageTable, search: ValueSearch): RowFinder {
  const coneSearch = createConeSearch(table)
  const all: RowFilter = { kind: 'all', rows: table.rows }

  const conditionsOf = ({ columns, filter, conditions }: RowRequest): readonly Condition[] =>
    filter === null
      ? conditions
      : [...conditions, { column: columns[0]!, kind: 'text', where: 'contains', text: filter }]

  const setOf = (condition: Condition): CodeSet => {
    const column: PageColumn = table.columns.get(condition.column)!
    return codeSetOf(table.name, column, condition, search)
  }

  return (request) => {
    const { cone } = request
    const conditions = conditionsOf(request)
    if (cone === null && conditions.length === 0) return all
    if (cone === null && conditions.length === 1) {
      const set = setOf(conditions[0]!)
      return { kind: 'codes', set, rows: set.rows }
    }
    const key = JSON.stringify([table.name, cone === null ? '' : coneText(cone), ...conditions.map(conditionKey)])
    const list = search.rows(key, () => {
      const inside = cone === null ? undefined : coneSearch!(cone)
      // A copy, because a view would retain the memory of all rows that were scanned.
      return RowSets.common(conditions.map(setOf), inside).slice()
    })
    return { kind: 'list', list, rows: list.length }
  }
}
