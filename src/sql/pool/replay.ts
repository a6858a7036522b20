import type { Pieces } from '../../core/pieces.ts'

/** One attempt to make an answer. */
export interface Execution {
  /** Bytes from which on it is handed over. */
  readonly fromBytes: number
  /** What of the next bytes is new; undefined where the bytes differ from those that were handed over before. */
  next(pieces: Pieces): Pieces | undefined
  /** The same for the bytes at the end. */
  last(pieces: Pieces): Pieces | undefined
}

/** What has been handed over of an answer whose query may have to begin anew. */
export interface Replay {
  execution(): Execution
}

/**
 * Lets a query begin anew whose answer has been handed over in part: what is known of it is skipped. Its hash has to be the
 * same, since a query may give another result the second time.
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
          // An answer of which nothing was handed over is not looked at.
          if (givenBytes === 0) return pieces
          const rest = next(pieces)
          return at < knownBytes ? undefined : rest
        },
      }
    },
  }
}
