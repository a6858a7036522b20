import { typesetUnit } from '../../units/typeset-units.ts'

/** A part of a typeset unit, on the baseline or below it. */
export interface UnitPart {
  readonly text: string
  readonly isSubscript?: true
}

/** The parts of a typeset unit; empty for a column without a unit. */
export function unitParts(unit: string | undefined): readonly UnitPart[] {
  const known = typesetUnit(unit)
  if (known === undefined) return []
  const { text, below } = known
  return below === undefined ? [{ text }] : [{ text }, { text: below, isSubscript: true }]
}
