import type { Pieces } from '../../core/pieces.ts'

/** Bytes of bodies on their way to clients; whoever sends adds to it. */
export interface Traffic {
  /** Bytes given to connections since the start. */
  sentBytes: number
  /** Bytes of long bodies that their clients have not taken yet. */
  pendingBytes: number
}

export function createTraffic(): Traffic {
  return { sentBytes: 0, pendingBytes: 0 }
}

/** The pieces as they are, counted as sent one by one. */
export function* counted(traffic: Traffic, pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
  for (const piece of pieces) {
    traffic.sentBytes += piece.byteLength
    yield piece
  }
}

/** The pieces as they are, counted as pending from when the first is asked for until each is taken, or the client leaves. */
export function* untilTaken(traffic: Traffic, pieces: Pieces): Generator<Uint8Array> {
  let left = 0
  for (const { byteLength } of pieces) left += byteLength
  traffic.pendingBytes += left
  try {
    for (const piece of pieces) {
      yield piece
      left -= piece.byteLength
      traffic.pendingBytes -= piece.byteLength
    }
  } finally {
    traffic.pendingBytes -= left
  }
}
