import { xmlText } from '../../formats/xml.ts'

/** Attributes of an element; undefined ones are omitted. */
export type Attributes = Readonly<Record<string, string | number | undefined>>

/** Finished markup. Plain text must first be escaped by `text` or as an attribute. */
export type Svg = string

/** An element with its children, which must be markup. */
export function element(name: string, attributes: Attributes, ...children: readonly Svg[]): Svg {
  const head = `<${name}${attributesOf(attributes)}`
  return children.length === 0 ? `${head}/>` : `${head}>${children.join('')}</${name}>`
}

function attributesOf(attributes: Attributes): string {
  let written = ''
  for (const name in attributes) {
    const value = attributes[name]
    if (value !== undefined) written += ` ${name}="${typeof value === 'number' ? rounded(value) : text(value)}"`
  }
  return written
}

/** Plain text as markup. */
export function text(plain: string): Svg {
  return PLAIN.test(plain) ? plain : xmlText(wellFormed(plain))
}

/** Text that needs no escaping, as almost all attributes are: one search instead of three. */
const PLAIN = /^[ !#-%'-;=?-~]*$/

/** A coordinate in the drawing with one decimal, so that a point takes few bytes. */
export function coordinate(value: number): string {
  const tenths = Math.round(value * 10)
  return tenths % 10 === 0 ? String(tenths / 10) : (tenths / 10).toFixed(1)
}

/** A number of an attribute, with at most two decimals. */
export function rounded(value: number): string {
  return String(Math.round(value * 100) / 100)
}

/** Replaces unpaired surrogates, which no XML encoding can represent. */
function wellFormed(plain: string): string {
  return plain.isWellFormed() ? plain : plain.toWellFormed()
}
