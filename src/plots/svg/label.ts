import { unitText } from '../../units/typeset-units.ts'
import { type Svg, text } from './markup.ts'
import { type UnitPart, unitParts } from './units.ts'

/** The quantity that an axis or a legend shows: a name and its unit, in the archive's spelling. */
export interface Quantity {
  readonly title: string
  readonly unit?: string | undefined
}

/** Size and offset of a subscript, relative to the font size. */
const SUBSCRIPT_SIZE = 0.72
const SUBSCRIPT_DROP = 0.24
const RETURN = (SUBSCRIPT_DROP * SUBSCRIPT_SIZE).toFixed(3)

/** The content of a `text` element: the name, then the unit in parentheses with its subscripts. */
export function quantityMarkup({ title, unit }: Quantity): Svg {
  const markup = unitMarkup(unit, ')')
  return markup === '' ? text(title) : `${text(title)} (${markup}`
}

/** A typeset unit as the content of a `text` element, followed by plain text; empty if there is no unit. */
export function unitMarkup(unit: string | undefined, tail = ''): Svg {
  const parts = unitParts(unit)
  if (parts.length === 0) return ''
  let markup = ''
  let isBelow = false
  for (const { text: part, isSubscript } of [...parts, { text: tail } as UnitPart]) {
    if (part === '') continue
    // `dy` of a subscript is relative to its smaller font size; the part after it returns to the baseline.
    if (isSubscript) markup += `<tspan dy="${SUBSCRIPT_DROP}em" font-size="${SUBSCRIPT_SIZE}em">${text(part)}</tspan>`
    else markup += isBelow ? `<tspan dy="-${RETURN}em">${text(part)}</tspan>` : text(part)
    isBelow = isSubscript === true
  }
  return markup
}

/** The name and the unit as plain text, for descriptions and file names. */
export function quantityText({ title, unit }: Quantity): string {
  const written = unitText(unit)
  return written === '' ? title : `${title} (${written})`
}

/** A number with its unit, in plain text: `1.6 R⊕`, `88°`. */
export function withUnit(digits: string, unit: string | undefined): string {
  const written = unitText(unit)
  return written === '' ? digits : written === '°' || written === '%' ? `${digits}${written}` : `${digits} ${written}`
}
