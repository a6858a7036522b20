function weightOf(member: string): number {
  const q = /;\s*q\s*=\s*([0-9.]+)/i.exec(member)
  return q ? Number(q[1]) : 1
}

/** True for a client that would rather have a page than JSON: a browser does, `curl` with its `*` + `/*` does not. */
export function acceptsHtml(header: string | null): boolean {
  if (header === null) return false
  let html = 0
  let json = 0
  for (const member of header.toLowerCase().split(',')) {
    const type = member.split(';', 1)[0]!.trim()
    if (type === 'text/html') html = weightOf(member)
    if (type === 'application/json') json = weightOf(member)
  }
  return html > 0 && html >= json
}
