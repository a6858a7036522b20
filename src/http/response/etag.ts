import type { Answer } from '../../core/catalog/catalog.ts'
import type { Coding } from '../../negotiation/content-coding.ts'

const SUFFIX = { zstd: '-zs', br: '-br', gzip: '-gz', identity: '' } as const satisfies Record<Coding, string>

/**
 * The part that all codings of a response share. It depends only on the snapshot, the request and the version of the
 * service, so it is known without rendering and is the same on every server.
 */
export function entityStem(answer: Pick<Answer, 'snapshotId' | 'key'>, version: string): string {
  return Bun.hash(`${version}|${answer.snapshotId}|${answer.key}`).toString(36)
}

/** The strong entity tag of one representation, including quotes. */
export function entityTag(stem: string, coding: Coding): string {
  return `"${stem}${SUFFIX[coding]}"`
}

/** True for `If-None-Match: *`, which matches any existing representation. */
export function matchesAny(ifNoneMatch: string | null): boolean {
  return ifNoneMatch?.trim() === '*'
}

/**
 * The first acceptable representation that the client already has according to the tags of its If-None-Match; undefined
 * if it has none of them. Tags are compared weakly (RFC 9110, 13.1.2).
 */
export function matchingCoding(ifNoneMatch: string, stem: string, accepted: readonly Coding[]): Coding | undefined {
  const held = new Set(Array.from(ifNoneMatch.matchAll(/(?:W\/)?("[^"]*")/g), (match) => match[1]))
  // Identity is always included: a response too short to be compressed has no other form.
  return [...accepted, 'identity' as const].find((coding) => held.has(entityTag(stem, coding)))
}
