const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Letters without a Unicode decomposition into a letter and a mark. */
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

/** The character of a named entity; undefined for entities that do not occur in names of authors. */
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

/** A reference, from a cell of the archive. */
export interface Reference {
  /** Its text, on one line; empty if the cell contains only a link. */
  readonly label: string
  /** The link target, unmodified and with any scheme; undefined if there is none. */
  readonly href: string | undefined
  /** The link target if a page can link to it: only URLs of web pages. */
  readonly address: string | undefined
}

/** Maximum number of kept references, and of characters of the cell of one. An archive has some thousands of them. */
const MAX_KEPT = 8_192
const MAX_KEPT_CHARS = 1_000

const kept = new Map<string, Reference>()

/** Parses a cell with a reference, which the archive writes as an HTML link. Kept, because the rows of a page repeat them. */
export function parseReference(html: string): Reference {
  const known = kept.get(html)
  if (known !== undefined) return known
  const reference = parse(html)
  if (html.length > MAX_KEPT_CHARS) return reference
  if (kept.size >= MAX_KEPT) kept.clear()
  kept.set(html, reference)
  return reference
}

function parse(html: string): Reference {
  const address = /<a\s[^<>]*?href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(html)
  const href = address?.[1] ?? address?.[2] ?? address?.[3]
  const label = decoded(html.replaceAll(/<[^<>]*>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim()
  const target = href === undefined ? undefined : decoded(href)
  return { label, href: target, address: webAddress(target) }
}

/** A reference as one line of text: its label, then its URL. */
export function referenceText(html: string): string {
  const { label, href } = parseReference(html)
  return href === undefined ? label : `${label} ${href}`.trim()
}

function webAddress(href: string | undefined): string | undefined {
  const url = href === undefined || !URL.canParse(href.trim()) ? undefined : new URL(href.trim())
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined
}
