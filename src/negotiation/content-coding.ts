import { weightedList } from './weighted-list.ts'

/** The content codings of this service, the one it likes best first: zstd is the fastest to make and as small as brotli. */
const CODINGS = ['zstd', 'br', 'gzip', 'identity'] as const
export type Coding = (typeof CODINGS)[number]

/**
 * The codings that a client takes by its Accept-Encoding, best first (RFC 9110, 12.5.3). No header means identity: the
 * client has not said that it can decode anything. Never empty: a client that refuses everything gets identity.
 */
export function acceptedCodings(header: string | null): readonly Coding[] {
  if (header === null || header === '') return ['identity']
  const weights = new Map<string, number>()
  // No coding has parameters: one with some is another thing than is made here.
  for (const { value, weight, isQualified } of weightedList(header))
    weights.set(value === 'x-gzip' ? 'gzip' : value, isQualified ? 0 : weight)
  const rest = weights.get('*')
  // Identity that is not mentioned is acceptable, but only where nothing that was asked for is.
  const weightFor = (coding: Coding): number =>
    weights.get(coding) ?? rest ?? (coding === 'identity' ? Number.MIN_VALUE : 0)
  const accepted = CODINGS.filter((coding) => weightFor(coding) > 0).sort((a, b) => weightFor(b) - weightFor(a))
  return accepted.length > 0 ? accepted : ['identity']
}
