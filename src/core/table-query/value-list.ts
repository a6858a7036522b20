import { CatalogError } from '../errors.ts'
import { quoteForMessage } from '../text/quote-for-message.ts'

function broken(parameter: string, fault: string): CatalogError {
  return new CatalogError('invalid_parameter', fault, { parameter })
}

/** The parts of a comma-separated list, unquoted (RFC 4180). Blanks around a part are dropped. */
export function splitList(parameter: string, text: string): readonly string[] {
  const parts: string[] = []
  for (let at = 0; at <= text.length; ) {
    while (text[at] === ' ') at += 1
    if (text[at] !== '"') {
      const comma = text.indexOf(',', at)
      const end = comma < 0 ? text.length : comma
      const part = text.slice(at, end).trimEnd()
      if (part !== '') parts.push(part)
      at = end + 1
      continue
    }
    let part = ''
    for (at += 1; ; ) {
      const quote = text.indexOf('"', at)
      if (quote < 0) throw broken(parameter, `The list in "${parameter}" has a quotation mark that is not closed.`)
      part += text.slice(at, quote)
      at = quote + 1
      if (text[at] !== '"') break
      part += '"'
      at += 1
    }
    while (text[at] === ' ') at += 1
    if (at < text.length && text[at] !== ',')
      throw broken(
        parameter,
        `In the list of "${parameter}", ${quoteForMessage(text.slice(at, at + 20))} follows a closing quotation mark; a comma must separate values.`,
      )
    parts.push(part)
    at += 1
  }
  return parts
}

/** The values as a list that `splitList` reads. */
export function listText(values: readonly (string | number | bigint)[]): string {
  return values.map(item).join(',')
}

function item(value: string | number | bigint): string {
  const text = String(value)
  return /[",]|^\s|\s$|^$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
