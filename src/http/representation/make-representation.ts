import type { Answer } from '../../core/catalog/catalog.ts'
import type { Pieces } from '../../core/pieces.ts'
import type { Coding } from '../../negotiation/content-coding.ts'
import { chosenCoding, isStored } from './coding-choice.ts'
import { compressLater, compressNow, compressPieces, MAX_INLINE_BYTES, MIN_COMPRESSED_BYTES } from './compress.ts'
import { plainBytes } from './plain-bytes.ts'
import { mappedRepresentation, type Representation, representation } from './representation.ts'

/** A representation of a response, or the means to make it. */
export type Made =
  | { readonly kind: 'lasting'; readonly representation: Representation }
  /** Its bytes and headers are valid only until the next one is made; `keep` returns a lasting copy. */
  | { readonly kind: 'passing'; readonly representation: Representation; keep(): Representation }
  /** Too long to be generated or cached as a whole: it is generated while it is sent. */
  | { readonly kind: 'stream'; readonly bytes: Iterable<Uint8Array<ArrayBuffer>>; readonly headers: Headers }
  /** To be compressed on another thread. */
  | { readonly kind: 'later'; make(): Promise<Representation> }

/** The headers of a representation in a coding. */
export interface HeadersFor {
  lasting(coding: Coding): Headers
  /** Headers that are valid only until the next ones are requested. */
  passing(coding: Coding): Headers
}

/** Makes the representation of a response for a client that accepts these codings. */
export type MakeRepresentation = (answer: Answer, accepted: readonly Coding[], headersFor: HeadersFor) => Made

/**
 * Creates a maker with a scratch buffer for responses that are copied or compressed synchronously; larger ones are not
 * compressed synchronously.
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
        // An explicit copy: `slice` of a Buffer, which a page can be, is only a view.
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
