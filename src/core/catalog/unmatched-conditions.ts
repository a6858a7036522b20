import { distinctTexts, valueRange } from '../pages/code-set.ts'
import type { RowFinder } from '../pages/filter-rows.ts'
import type { PageTable, Warning } from '../ports.ts'
import { type Condition, conditionParameter, isReversed } from '../table-query/conditions.ts'
import { createNearestFinder } from '../text/nearest.ts'
import { didYouMean, listed, quoteForMessage, truncate } from '../text/quote-for-message.ts'

/** Maximum number of conditions that are examined for one read. */
const MAX_EXAMINED = 20

/** Maximum number of different texts that are compared with the requested one. */
const MAX_COMPARED = 1_000

/** The condition as in a query string. */
function asked(condition: Condition): string {
  const [name, value] = conditionParameter(condition)
  return truncate(`${name}=${value}`)
}

/** Whether a condition requires the name of a planet or host: `missingNames` suggests names that no table has. */
function isAboutNames(condition: Condition): boolean {
  const { column } = condition
  return (column === 'pl_name' || column === 'hostname') && equalTexts(condition) !== undefined
}

/** Why no row of the table satisfies a condition. */
function reason(table: PageTable, condition: Condition): string {
  const { column } = condition
  const values = table.columns.get(column)!
  if (values.distinct === 0) return `${column} has no values.`
  if (condition.kind === 'isnull') return `${column} has a value in every row.`
  if (condition.kind === 'text')
    return `No value of ${column} ${PLACES[condition.where]} ${quoteForMessage(condition.text)}.`
  if (isReversed(condition)) {
    const [, reversed] = conditionParameter({ ...condition, low: condition.high, high: condition.low })
    return `The first value is greater than the second.${didYouMean([truncate(reversed)])}`
  }
  if (isAboutNames(condition)) return 'Only the other table has this name.'
  const texts = equalTexts(condition)
  if (texts === undefined) {
    const [least, greatest] = valueRange(values).map((json) => truncate(json))
    return `The values of ${column} are from ${least} to ${greatest}.`
  }
  const known = values.distinct <= MAX_COMPARED ? distinctTexts(values) : []
  const nearest = [...new Set(texts.flatMap(createNearestFinder(known)))].slice(0, MAX_SUGGESTED)
  return `Text must match exactly, including case.${didYouMean(nearest.map(quoteForMessage))}`
}

/** The texts of which a condition requires one; undefined for conditions of another kind. */
function equalTexts(condition: Condition): readonly string[] | undefined {
  const isEquality = condition.kind === 'compare' && condition.operator === 'eq'
  const values = condition.kind === 'in' ? condition.values : isEquality ? [condition.value] : []
  const texts = values.slice(0, MAX_SUGGESTED).filter((value) => typeof value === 'string')
  return texts.length > 0 ? texts : undefined
}

const PLACES = { contains: 'contains', startswith: 'starts with', endswith: 'ends with' } as const

const MAX_SUGGESTED = 3

/**
 * Warnings about the conditions of a read without rows that no row satisfies, alone or with others on the same column.
 * `hasMissingNames`: names that no table has are reported elsewhere.
 */
export function unmatchedConditions(
  table: PageTable,
  find: RowFinder,
  conditions: readonly Condition[],
  hasMissingNames: boolean,
): readonly Warning[] {
  const examined = conditions.slice(0, MAX_EXAMINED)
  const rowsWith = (some: readonly Condition[]): number =>
    find({ columns: [], filter: null, cone: null, conditions: some }).rows
  const code = 'unmatched_condition'
  const unmatched = examined.filter((condition) => rowsWith([condition]) === 0)
  const alone = unmatched
    .filter((condition) => !(hasMissingNames && isAboutNames(condition)))
    .map((condition) => ({ code, message: `No row satisfies ${asked(condition)}. ${reason(table, condition)}` }))
  if (unmatched.length > 0) return alone
  const byColumn = Map.groupBy(examined, ({ column }) => column)
  return [...byColumn.values()]
    .filter((some) => some.length > 1 && rowsWith(some) === 0)
    .map((some) => ({ code, message: `No row satisfies ${listed(some.map(asked))} together.` }))
}
