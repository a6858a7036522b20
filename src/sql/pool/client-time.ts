/** Running time of the clients that have queries, as far as it determines whose turn is next. */
export interface ClientTime {
  /** Records that a query of the client has arrived. */
  enter(client: string): void
  /** Records that a query of the client has ended. */
  leave(client: string): void
  add(client: string, ms: number): void
  /** Milliseconds of running time; 0 for a client without queries. */
  of(client: string): number
  /** Records that a query of the client has had its turn of keeping its process. */
  hadTurn(client: string, atMs: number): void
  /** Time of the client's last such turn; undefined if it has had none since it was added. */
  lastTurn(client: string): number | undefined
}

interface Share {
  ms: number
  queries: number
  lastTurnMs: number | undefined
}

/**
 * Counts running time for clients that have queries. A new client starts at the count of the client with the least: it gets no
 * priority for its absence and is not charged for earlier queries.
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
