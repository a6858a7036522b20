/** The system's connection tables for IPv4 and IPv6. */
const TABLES = ['/proc/net/tcp', '/proc/net/tcp6']
/** How long to wait for connections closed at the same time, so that one read of the tables serves them all. */
const GATHER_MS = 100
/** FIN_WAIT1: closed on this side, while the peer has not acknowledged all data sent before. */
const CLOSED_BY_US = '04'

async function readTables(): Promise<string> {
  const tables = await Promise.all(
    TABLES.map((path) =>
      Bun.file(path)
        .text()
        .catch(() => ''),
    ),
  )
  return tables.join('\n')
}

/** Ports of the peers whose connections to `port` were closed on this side with unacknowledged data. */
export function unreadPeers(tables: string, port: number): ReadonlySet<number> {
  const peers = new Set<number>()
  for (const line of tables.split('\n')) {
    const [, local, remote, state, queues] = line.trim().split(/\s+/)
    if (state !== CLOSED_BY_US || local === undefined || remote === undefined) continue
    if (portOf(local) === port && !queues?.startsWith('00000000:')) peers.add(portOf(remote))
  }
  return peers
}

/** The port in `0100007F:0BB8`. */
function portOf(address: string): number {
  return Number.parseInt(address.slice(address.lastIndexOf(':') + 1), 16)
}

/**
 * Distinguishes connections that Bun closed because the client read nothing from those that the client left: Bun
 * reports both alike, but the system no longer lists the latter. `peerPort` is the client's port. False if the system
 * has no such tables.
 */
export function createUnreadConnections(port: () => number, read = readTables): (peerPort: number) => Promise<boolean> {
  let looking: Promise<ReadonlySet<number>> | undefined
  const look = async (): Promise<ReadonlySet<number>> => {
    await Bun.sleep(GATHER_MS)
    looking = undefined
    return unreadPeers(await read(), port())
  }
  return async (peerPort) => {
    looking ??= look()
    return (await looking).has(peerPort)
  }
}
