import type { Pieces } from '../../core/pieces.ts'

/** One attempt to produce an answer. */
export interface Execution {
  /** Number of bytes from which on the answer is delivered. */
  readonly fromBytes: number
  /** The new part of the next bytes; undefined if the bytes differ from those delivered before. */
  next(pieces: Pieces): Pieces | undefined
  /** The same for the last bytes. */
  last(pieces: Pieces): Pieces | undefined
}

/** The delivered part of an answer whose query may have to restart. */
export interface Replay {
  execution(): Execution
}

/**
 * Lets a query restart after its answer has been delivered in part: the delivered part is skipped. Its hash must be the same,
 * because a query may return a different result the second time.
 */
export function createReplay(fromBytes: number): Replay {
  let givenBytes = 0
  const given = new Bun.CryptoHasher('sha256')
  return {
    execution() {
      const knownBytes = givenBytes
      const known = given.copy().digest('hex')
      const seen = new Bun.CryptoHasher('sha256')
      let at = 0
      const next = (pieces: Pieces): Pieces | undefined => {
        const fresh: Uint8Array[] = []
        for (const piece of pieces) {
          const skipped = Math.min(piece.length, Math.max(0, knownBytes - at))
          at += piece.length
          if (skipped > 0) {
            seen.update(piece.subarray(0, skipped))
            if (at >= knownBytes && seen.digest('hex') !== known) return undefined
          }
          if (skipped === piece.length) continue
          const part = piece.subarray(skipped)
          given.update(part)
          givenBytes += part.length
          fresh.push(part)
        }
        return fresh
      }
      return {
        fromBytes: knownBytes === 0 ? fromBytes : 0,
        next,
        last(pieces) {
          // If nothing was delivered, there is nothing to compare.
          if (givenBytes === 0) return pieces
          const rest = next(pieces)
          return at < knownBytes ? undefined : rest
        },
      }
    },
  }
}
