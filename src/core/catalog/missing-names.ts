import { isNameOf, noSuchName } from '../pages/row-names.ts'
import type { Snapshot, Warning } from '../ports.ts'
import type { TableQuery } from '../table-query/table-query.ts'
import { quoteForMessage } from '../text/quote-for-message.ts'

/** Maximum number of names that are looked up for one read. */
const MAX_WARNINGS = 20

/** A warning for each name that a condition requires but no row has. */
export function missingNames(snapshot: Snapshot, { conditions }: TableQuery): readonly Warning[] {
  return conditions.flatMap((condition) => {
    const { column } = condition
    if (column !== 'pl_name' && column !== 'hostname') return []
    const values =
      condition.kind === 'in'
        ? condition.values
        : condition.kind === 'compare' && condition.operator === 'eq'
          ? [condition.value]
          : []
    const kind = column === 'pl_name' ? 'planet' : 'host'
    return values.slice(0, MAX_WARNINGS).flatMap((value) => {
      const name = String(value)
      if (isNameOf(snapshot, column, name)) return []
      const [best] = snapshot.names.suggest(name, kind, 1)
      const shownBest = best === undefined ? undefined : quoteForMessage(best)
      return [{ code: 'unknown_name', message: noSuchName(column, quoteForMessage(name), shownBest) }]
    })
  })
}
