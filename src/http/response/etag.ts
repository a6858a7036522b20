import type { Answer } from '../../core/catalog/catalog.ts'
import type { Coding } from '../../negotiation/content-coding.ts'

const SUFFIX = { zstd: '-zs', br: '-br', gzip: '-gz', identity: '' } as const satisfies Record<Coding, string>

/**
 * The part that all codings of an answer share. It depends on nothing but the snapshot, the request and the version of
 * the service, so that it is known without rendering and is the same on every server.
 */
export function entityStem(answer: Pick<Answer, 'snapshotId' | 'key'>, version: string): string {
  return Bun.hash(`${version}|${answer.snapshotId}|${answer.key}`).toString(36)
}

/** The strong entity tag of one representation, with its quotes. */
export function entityTag(stem: string, coding: Coding): string {
  return `"${stem}${SUFFIX[coding]}"`
}

/** True for `If-None-Match: *`: the client has something, and wants nothing but to hear whether there is anything. */
export function matchesAny(ifNoneMatch: string | null): boolean {
  return ifNoneMatch?.trim() === '*'
}

/**
 * Of the representations that the client accepts, the one it already has by the tags of its If-None-Match; undefined
 * where it has none of them. Tags compare weakly (RFC 9110, 13.1.2).
 */
export function heldCoding(ifNoneMatch: string, stem: string, accepted: readonly Coding[]): Coding | undefined {
  const held = new Set(Array.from(ifNoneMatch.matchAll(/(?:W\/)?("[^"]*")/g), (match) => match[1]))
  // Identity is always at hand: an answer too short to be compressed has no other form.
  return [...accepted, 'identity' as const].find((coding) => held.has(entityTag(stem, coding)))
}
