/** Bytes of bodies on their way to clients, as they are delivered. */
export interface Traffic {
  /** Bytes given to connections since the start. */
  sentBytes: number
  /** Bytes of long bodies that their clients have not taken yet. */
  pendingBytes: number
}

export function createTraffic(): Traffic {
  return { sentBytes: 0, pendingBytes: 0 }
}
