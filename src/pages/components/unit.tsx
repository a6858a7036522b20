/** @jsxImportSource preact */
import { typesetUnit, unitText } from '../../units/typeset-units.ts'

export { unitText }

/** A unit in words, for readers that hear the page. */
export function unitWords(unit: string | undefined): string {
  return typesetUnit(unit)?.words ?? ''
}

/** A unit set in type; nothing where a column has none. */
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
