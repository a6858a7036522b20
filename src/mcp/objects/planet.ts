import type { Column } from '../../format/column.ts'
import { chosenRow, isControversial, planetCautions } from '../../objects/cautions.ts'
import { referenceText } from '../../objects/reference.ts'
import type { Row } from '../../objects/values.ts'
import { cellOf, columnList, distinctRows, type Spread, shortest, spreadOf } from '../../objects/values.ts'
import { hasZeroError, type TopicEntry, ZERO_ERROR } from './answer.ts'
import { topicsOf } from './topics.ts'

/** A planet as described by its rows. */
export interface PlanetFacts {
  /** The row whose values are shown: the archive's default row, or the first. */
  readonly row: Row
  readonly entries: readonly TopicEntry[]
  readonly cautions: string[]
  /** Whether a row marks its existence as disputed; null if the flag is missing in every row. */
  readonly controversial: boolean | null
}

/** Whether references differ, or the selected row lacks a value that another row has. */
function isTelling(spread: Spread | undefined, isMissing: boolean): spread is Spread {
  return spread !== undefined && (isMissing || spread.min < spread.max)
}

/** Whether a value is an unset flag, which means that something was not observed. */
function isUnset(name: string, value: unknown): boolean {
  return name.endsWith('_flag') && value === 0
}

function entriesOf(columns: readonly Column[], rows: readonly Row[], row: Row): readonly TopicEntry[] {
  return topicsOf(columns).flatMap(({ topic, reference, columns: members }) => {
    const html = reference === undefined ? null : row[reference]
    const head = { topic, ...(typeof html === 'string' ? { reference: referenceText(html) } : {}) }
    return members.flatMap((column): TopicEntry[] => {
      const own = cellOf(row, column, referenceText)
      if (isUnset(column.name, own?.value)) return []
      const spread = topic === 'Planet' && rows.length > 1 ? spreadOf(rows, column.name) : undefined
      const { unit } = column
      if (isTelling(spread, own === undefined))
        return [{ ...head, column: column.name, entry: { ...(own ?? (unit === undefined ? {} : { unit })), spread } }]
      return own === undefined ? [] : [{ ...head, column: column.name, entry: shortest(own) }]
    })
  })
}

/** The properties of a planet from all of its rows, at least one. */
export function planetFacts(columns: readonly Column[], rows: readonly Row[], hasDefaultFlag: boolean): PlanetFacts {
  const chosen = chosenRow(rows)
  const row = chosen ?? rows[0]!
  const distinct = distinctRows(rows)
  const entries = entriesOf(columns, distinct, row)
  const controversial = isControversial(rows)
  const hasMass = entries.some(({ column, entry }) => /^pl_bmass[ej]$/.test(column) && hasOwnValue(entry))
  const cautions = [
    ...planetCautions(rows, row, { hasDefaultFlag, hasMass }),
    ...(entries.some(({ entry }) => isOnlySpread(entry))
      ? ['An entry with only spread has no value in this row; rows of other references have one.']
      : []),
    ...(entries.some(({ entry }) => hasZeroError(entry)) ? [ZERO_ERROR] : []),
    ...onlyHere(entries, distinct, row),
  ]
  return { row, entries, cautions, controversial }
}

/** Columns with a value only in this row, although there are other rows: without a spread, the references would seem to agree. */
function onlyHere(entries: readonly TopicEntry[], rows: readonly Row[], row: Row): string[] {
  const columns = entries.flatMap(({ topic, column }) => {
    const givers = rows.filter((other) => typeof other[column] === 'number')
    return topic === 'Planet' && givers.length === 1 && typeof row[column] === 'number' ? [column] : []
  })
  if (rows.length < 2 || columns.length === 0) return []
  return [
    `Only this one of ${rows.length} different rows gives a value of ${columnList(columns)}: no reference confirms it.`,
  ]
}

function hasOwnValue(entry: TopicEntry['entry']): boolean {
  return typeof entry !== 'object' || entry === null || !isOnlySpread(entry)
}

function isOnlySpread(entry: TopicEntry['entry']): boolean {
  return (
    typeof entry === 'object' &&
    entry !== null &&
    entry.value === undefined &&
    entry.upper_limit === undefined &&
    entry.lower_limit === undefined
  )
}
