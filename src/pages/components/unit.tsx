/** @jsxImportSource preact */
import { typesetUnit, unitText } from '../../units/typeset-units.ts'

export { unitText }

/** A unit as spelled-out text, for screen readers. */
export function unitWords(unit: string | undefined): string {
  return typesetUnit(unit)?.words ?? ''
}

/** A typeset unit; renders nothing if the column has no unit. */
export function Unit({ unit }: { readonly unit: string | undefined }) {
  const known = typesetUnit(unit)
  if (known === undefined) return null
  return (
    <abbr class="unit" title={known.words}>
      {known.text}
      {known.below === undefined ? null : <sub>{known.below}</sub>}
    </abbr>
  )
}
