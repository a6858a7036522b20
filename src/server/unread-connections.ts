/** The system's tables of connections, of IPv4 and IPv6. */
const TABLES = ['/proc/net/tcp', '/proc/net/tcp6']
/** How long it is waited for others that were closed at the same time, so that the tables are read once for all. */
const GATHER_MS = 100
/** FIN_WAIT1: closed on this side, and the other has not taken in what was sent before. */
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

/** Ports of the peers whose connections to `port` this side has closed with bytes that they have not taken. */
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
 * Tells a connection that Bun has closed because its client took nothing from one that the client has left, of which the
 * system knows no more: Bun says the same of both. `peerPort` is that of the client. False where the system does not tell.
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
