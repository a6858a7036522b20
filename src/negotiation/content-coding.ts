import { weightedList } from './weighted-list.ts'

/** The content codings of this service, in order of preference: zstd is the fastest to produce and as small as brotli. */
const CODINGS = ['zstd', 'br', 'gzip', 'identity'] as const
export type Coding = (typeof CODINGS)[number]

/**
 * The codings that a client accepts by its Accept-Encoding, best first (RFC 9110, 12.5.3). Without the header, only
 * identity is used: the client has not indicated that it can decode anything. Never empty: a client that rejects every
 * coding gets identity.
 */
export function acceptedCodings(header: string | null): readonly Coding[] {
  if (header === null || header === '') return ['identity']
  const weights = new Map<string, number>()
  // No coding has parameters, so a member with parameters is not one of these codings.
  for (const { value, weight, isQualified } of weightedList(header))
    weights.set(value === 'x-gzip' ? 'gzip' : value, isQualified ? 0 : weight)
  const rest = weights.get('*')
  // Identity is acceptable if not mentioned, but only if no requested coding is available.
  const weightFor = (coding: Coding): number =>
    weights.get(coding) ?? rest ?? (coding === 'identity' ? Number.MIN_VALUE : 0)
  const accepted = CODINGS.filter((coding) => weightFor(coding) > 0).sort((a, b) => weightFor(b) - weightFor(a))
  return accepted.length > 0 ? accepted : ['identity']
}
