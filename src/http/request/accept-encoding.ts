/** The content codings of this service, the one it likes best first: zstd is the fastest to make and as small as brotli. */
const CODINGS = ['zstd', 'br', 'gzip', 'identity'] as const
export type Coding = (typeof CODINGS)[number]

/** `q` of a member, 0 to 1; anything that is no valid weight makes the member unusable, which is 0. */
function weightOf(parameters: string): number {
  const q = /^\s*q\s*=\s*([01](?:\.[0-9]{0,3})?)\s*$/i.exec(parameters)
  if (parameters.trim() === '') return 1
  return q ? Math.min(1, Number(q[1])) : 0
}

/**
 * The codings that a client takes, best first (RFC 9110, 12.5.3). No header means identity: the client has not said that
 * it can decode anything. Never empty: a client that refuses everything gets identity.
 */
export function acceptedCodings(header: string | null): readonly Coding[] {
  if (header === null || header === '') return ['identity']
  const weights = new Map<string, number>()
  for (const member of header.split(',')) {
    const semicolon = member.indexOf(';')
    const name = (semicolon < 0 ? member : member.slice(0, semicolon)).trim().toLowerCase()
    weights.set(name === 'x-gzip' ? 'gzip' : name, semicolon < 0 ? 1 : weightOf(member.slice(semicolon + 1)))
  }
  const rest = weights.get('*')
  // Identity that is not mentioned is acceptable, but only where nothing that was asked for is.
  const weightFor = (coding: Coding): number =>
    weights.get(coding) ?? rest ?? (coding === 'identity' ? Number.MIN_VALUE : 0)
  const accepted = CODINGS.filter((coding) => weightFor(coding) > 0).sort((a, b) => weightFor(b) - weightFor(a))
  return accepted.length > 0 ? accepted : ['identity']
}
