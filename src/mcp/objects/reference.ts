const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

function decoded(html: string): string {
  return html.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (entity, decimal, hex, name) => {
    if (name !== undefined) return Object.hasOwn(ENTITIES, name) ? ENTITIES[name]! : entity
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
