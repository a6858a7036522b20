/** @jsxImportSource preact */
import { jsxTemplate } from 'preact/jsx-runtime'
import { typesetUnit, unitText } from '../../units/typeset-units.ts'

export { unitText }

/** A unit as spelled-out text, for screen readers. */
export function unitWords(unit: string | undefined): string {
  return typesetUnit(unit)?.words ?? ''
}

/** A typeset unit as markup; empty if the column has no unit. */
export function unitMarkup(unit: string | undefined): string {
  const known = typesetUnit(unit)
  if (known === undefined) return ''
  const below = known.below === undefined ? '' : `<sub>${Bun.escapeHTML(known.below)}</sub>`
  return `<abbr class="unit" title="${Bun.escapeHTML(known.words)}">${Bun.escapeHTML(known.text)}${below}</abbr>`
}

/** A typeset unit; renders nothing if the column has no unit. */
export function Unit({ unit }: { readonly unit: string | undefined }) {
  return jsxTemplate([unitMarkup(unit)])
}
