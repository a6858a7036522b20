import type { Answer } from '../../core/catalog/catalog.ts'
import type { Pieces } from '../../core/pieces.ts'
import type { Coding } from '../../negotiation/content-coding.ts'
import { chosenCoding, isStored } from './coding-choice.ts'
import { compressLater, compressNow, compressPieces, MAX_INLINE_BYTES, MIN_COMPRESSED_BYTES } from './compress.ts'
import { plainBytes } from './plain-bytes.ts'
import { mappedRepresentation, type Representation, representation } from './representation.ts'

/** A representation of an answer, or the way to it. */
export type Made =
  | { readonly kind: 'lasting'; readonly representation: Representation }
  /** Its bytes and headers last only until the next one is made; `keep` gives it some of its own. */
  | { readonly kind: 'passing'; readonly representation: Representation; keep(): Representation }
  /** Too long to be made or kept at once: it is sent as it is made. */
  | { readonly kind: 'stream'; readonly bytes: Iterable<Uint8Array<ArrayBuffer>>; readonly headers: Headers }
  /** Another thread has to compress it. */
  | { readonly kind: 'later'; make(): Promise<Representation> }

/** The headers of a representation under a coding. */
export interface HeadersFor {
  lasting(coding: Coding): Headers
  /** Headers that last only until the next ones are asked for. */
  passing(coding: Coding): Headers
}

/** Makes the representation of an answer for a client that takes these codings. */
export type MakeRepresentation = (answer: Answer, accepted: readonly Coding[], headersFor: HeadersFor) => Made

/**
 * Where answers are put together that are copied or compressed at once; one that does not fit is not compressed at once
 * either.
 */
export function createMaker(): MakeRepresentation {
  const scratch = new Uint8Array(MAX_INLINE_BYTES)
  return (answer, accepted, headersFor) => {
    if (answer.stream !== undefined)
      return { kind: 'stream', bytes: answer.stream(), headers: headersFor.lasting('identity') }
    const coding = chosenCoding(answer, accepted)
    const lasting = (made: Coding, bytes: Uint8Array | Pieces): Made => ({
      kind: 'lasting',
      representation: representation(bytes, headersFor.lasting(made)),
    })
    if (answer.coded !== undefined && isStored(coding))
      return { kind: 'lasting', representation: mappedRepresentation(answer.coded(coding), headersFor.lasting(coding)) }
    const { pieces } = answer
    if (pieces !== undefined) {
      if (coding === 'identity') return lasting(coding, pieces)
      return {
        kind: 'later',
        make: async () => representation(await compressPieces(coding, pieces), headersFor.lasting(coding)),
      }
    }
    const plain = plainBytes(answer.body(scratch))
    if (coding === 'identity' || (plain.byteLength < MIN_COMPRESSED_BYTES && accepted.includes('identity'))) {
      if (plain.buffer !== scratch.buffer) return lasting('identity', plain)
      const headers = headersFor.passing('identity')
      const { byteLength } = plain
      return {
        kind: 'passing',
        representation: { body: plain, length: byteLength, byteLength, headers },
        // A copy by construction: `slice` of a Buffer, which a page may be, is a view.
        keep: () => representation(new Uint8Array(plain), new Headers(headers)),
      }
    }
    if (plain.byteLength <= MAX_INLINE_BYTES) return lasting(coding, compressNow(coding, plain))
    return {
      kind: 'later',
      make: async () => representation(await compressLater(coding, plain), headersFor.lasting(coding)),
    }
  }
}
