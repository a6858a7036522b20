const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Letters that are no letter with a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  oslash: 'ø',
  Oslash: 'Ø',
  szlig: 'ß',
  aelig: 'æ',
  AElig: 'Æ',
  lstrok: 'ł',
  inodot: 'ı',
}
const MARKS: Readonly<Record<string, string>> = {
  ...{ acute: '\u0301', grave: '\u0300', circ: '\u0302', tilde: '\u0303', uml: '\u0308', ring: '\u030a' },
  ...{ cedil: '\u0327', caron: '\u030c' },
}
const MARKED = /^([a-z])(acute|grave|circ|tilde|uml|ring|cedil|caron)$/i

/** The character of a named entity; undefined for one that names of authors do not have. */
function named(name: string): string | undefined {
  if (Object.hasOwn(ENTITIES, name)) return ENTITIES[name]
  if (Object.hasOwn(LETTERS, name)) return LETTERS[name]
  const [, letter, mark] = MARKED.exec(name) ?? []
  return letter === undefined || mark === undefined ? undefined : `${letter}${MARKS[mark] ?? ''}`.normalize('NFC')
}

function decoded(html: string): string {
  return html.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (entity, decimal, hex, name) => {
    if (name !== undefined) return named(name) ?? entity
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity
  })
}

/** A reference as the archive writes it, a link in HTML, as one line of text: what it is called, then its address. */
export function referenceText(html: string): string {
  const address = /<a\s[^<>]*?href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(html)
  const href = address?.[1] ?? address?.[2] ?? address?.[3]
  const text = decoded(html.replaceAll(/<[^<>]*>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim()
  return href === undefined ? text : `${text} ${decoded(href)}`.trim()
}
