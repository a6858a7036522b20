import { compareCodePoints } from '../../format/text-order.ts'
import type { Token } from '../guard/tokens.ts'
import type { Comparison } from './comparisons.ts'
import type { Statement } from './statement.ts'
import type { QueryWarning, WarningFacts } from './warning.ts'

function isReversed(low: Token, high: Token): boolean {
  if (low.kind === 'number' && high.kind === 'number') return Number(low.text) > Number(high.text)
  return low.kind === 'string' && high.kind === 'string' && compareCodePoints(low.text, high.text) > 0
}

/** BETWEEN with a first value above the second, which is true for no value. */
export function* reversedRanges(
  statement: Statement,
  facts: WarningFacts,
  comparisons: readonly Comparison[],
): Generator<QueryWarning> {
  for (const { column, sign, literals } of comparisons) {
    const [low, high] = literals
    if (sign !== 'BETWEEN' || low === undefined || high === undefined || !isReversed(low, high)) continue
    if (!statement.tables.some(({ table }) => facts.tables.get(table)!.columns.has(column))) continue
    const [first, second] = [low, high].map(({ text }) => text.slice(0, 60))
    yield {
      code: 'unmatched_condition',
      message: `${column} BETWEEN ${first} AND ${second} is never true, because the first value is greater than the second: write BETWEEN ${second} AND ${first}.`,
    }
  }
}
