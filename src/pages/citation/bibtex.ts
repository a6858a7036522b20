/** A BibTeX entry; fields without a value are omitted. A value in braces is kept together. */
export interface Entry {
  readonly kind: 'article' | 'misc'
  readonly key: string
  readonly fields: Readonly<Record<string, string | undefined>>
}

const SPECIAL: Readonly<Record<string, string>> = {
  '\\': String.raw`\textbackslash{}`,
  '~': String.raw`\textasciitilde{}`,
  '^': String.raw`\textasciicircum{}`,
  '{': String.raw`\{`,
  '}': String.raw`\}`,
}

/** Escapes text for LaTeX; unmatched braces would end the entry. */
function escaped(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\~^{}]|[&%$#_]/g, (sign) => SPECIAL[sign] ?? `\\${sign}`)
}

/** Fields that LaTeX packages typeset verbatim. */
const VERBATIM = new Set(['url', 'doi'])

function fieldText(name: string, value: string): string {
  if (VERBATIM.has(name)) return value.replaceAll(/[{}\\\s]/g, (sign) => encodeURIComponent(sign))
  const inner = /^\{(.*)\}$/s.exec(value)?.[1]
  return inner === undefined ? escaped(value) : `{${escaped(inner)}}`
}

/** Formats one entry. The key is reduced to characters that every BibTeX implementation accepts. */
export function entryText({ kind, key, fields }: Entry): string {
  const lines = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`  ${name} = {${fieldText(name, value)}}`],
  )
  const plainKey = key.normalize('NFKD').replaceAll(/[^A-Za-z0-9.:-]+/g, '_')
  return `@${kind}{${plainKey},\n${lines.join(',\n')}\n}`
}
