import type { Column } from '../../format/column.ts'
import type { Row } from '../results/tool.ts'
import { hasZeroError, type TopicEntry, ZERO_ERROR } from './answer.ts'
import { referenceText } from './reference.ts'
import { topicsOf } from './topics.ts'
import { cellOf, type Spread, shortest, spreadOf } from './values.ts'

/** A planet as its rows tell it. */
export interface PlanetFacts {
  /** The row whose values are shown: the archive's choice, or the first. */
  readonly row: Row
  readonly entries: readonly TopicEntry[]
  readonly cautions: string[]
  /** Whether a row says that its existence is disputed; null if none says anything. */
  readonly controversial: boolean | null
}

/** The row that the archive has chosen; undefined where no row is. */
export function chosenRow(rows: readonly Row[]): Row | undefined {
  return rows.find((row) => row.default_flag === 1)
}

export function isControversial(rows: readonly Row[]): boolean | null {
  const flags = rows.map((row) => row.pl_controv_flag ?? null).filter((flag) => flag !== null)
  return flags.length === 0 ? null : flags.includes(1)
}

/** Whether references differ, or the chosen row lacks what another has. */
function isTelling(spread: Spread | undefined, isMissing: boolean): spread is Spread {
  return spread !== undefined && (isMissing || spread.min < spread.max)
}

/** An unset flag, which says that something was not observed. */
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

/** What is known of a planet by all of its rows; there is at least one. */
export function planetFacts(columns: readonly Column[], rows: readonly Row[], hasDefaultFlag: boolean): PlanetFacts {
  const chosen = chosenRow(rows)
  const row = chosen ?? rows[0]!
  const entries = entriesOf(columns, rows, row)
  const controversial = isControversial(rows)
  const provenance = row.pl_bmassprov
  const hasMass = entries.some(({ column, entry }) => /^pl_bmass[ej]$/.test(column) && hasOwnValue(entry))
  const cautions = [
    ...(controversial === true ? ['The existence of this planet is disputed (pl_controv_flag).'] : []),
    ...(hasDefaultFlag && chosen === undefined
      ? ['The archive has chosen no row of this planet; these values are those of its first row.']
      : []),
    ...(hasMass && provenance !== 'Mass' ? [massCaution(provenance)] : []),
    ...(row.pl_orbeccen === 0 && (row.pl_orbeccenerr1 ?? null) === null && row.pl_orbeccenlim !== 1
      ? ['An eccentricity of 0 without uncertainty is usually assumed, not measured.']
      : []),
    ...(entries.some(({ entry }) => isOnlySpread(entry))
      ? ['An entry with spread alone has no value in this row; rows of other references have one.']
      : []),
    ...(entries.some(({ entry }) => hasZeroError(entry)) ? [ZERO_ERROR] : []),
  ]
  return { row, entries, cautions, controversial }
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

function massCaution(provenance: Row[string] | undefined): string {
  if (provenance === 'Msini') return 'pl_bmasse and pl_bmassj are minimum masses (M sin i), not masses.'
  return typeof provenance === 'string'
    ? `pl_bmasse and pl_bmassj are of the kind "${provenance}" (pl_bmassprov), not measured masses.`
    : 'The row does not say whether pl_bmasse and pl_bmassj are masses or minimum masses (pl_bmassprov).'
}
