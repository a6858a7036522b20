/** Counters of body bytes, sent and in transit. */
export interface Traffic {
  /** Bytes passed to connections since the start. */
  sentBytes: number
  /** Bytes of long bodies that clients have not read yet. */
  pendingBytes: number
}

export function createTraffic(): Traffic {
  return { sentBytes: 0, pendingBytes: 0 }
}
