/** What clients that have queries have had, as far as it matters for whose turn it is. */
export interface ClientTime {
  /** A query of the client has come. */
  enter(client: string): void
  /** A query of the client has ended. */
  leave(client: string): void
  add(client: string, ms: number): void
  /** Milliseconds of running time; 0 for a client without queries. */
  of(client: string): number
  /** A query of the client has had its turn of keeping its process. */
  hadTurn(client: string, atMs: number): void
  /** When a query of the client last had such a turn; undefined where none has while the client had queries. */
  lastTurn(client: string): number | undefined
}

interface Share {
  ms: number
  queries: number
  lastTurnMs: number | undefined
}

/**
 * Counts for clients that have queries. One that comes begins where the one stands that has had least: it is not ahead of
 * others because it was away, and is not charged for what it had before.
 */
export function createClientTime(): ClientTime {
  const clients = new Map<string, Share>()
  return {
    enter(client) {
      const known = clients.get(client)
      if (known !== undefined) {
        known.queries += 1
        return
      }
      let least = Number.POSITIVE_INFINITY
      for (const { ms } of clients.values()) least = Math.min(least, ms)
      clients.set(client, { ms: Number.isFinite(least) ? least : 0, queries: 1, lastTurnMs: undefined })
    },
    leave(client) {
      const known = clients.get(client)
      if (known === undefined) return
      known.queries -= 1
      if (known.queries === 0) clients.delete(client)
    },
    add(client, ms) {
      const known = clients.get(client)
      if (known !== undefined) known.ms += ms
    },
    of: (client) => clients.get(client)?.ms ?? 0,
    hadTurn(client, atMs) {
      const known = clients.get(client)
      if (known !== undefined) known.lastTurnMs = atMs
    },
    lastTurn: (client) => clients.get(client)?.lastTurnMs,
  }
}
