import type { PendingBytes, Sending } from './pending-bytes.ts'

/** The listener's view of requests. */
export interface Connections {
  /** The same text for all requests of one connection; undefined if the connection is unknown because it is gone. */
  of(request: Request): string | undefined
  /** Number of requests whose responses have not been sent yet. */
  readonly pending: number
  /**
   * Whether a connection, identified by its text, was closed because its client read nothing; false if unknown. Called
   * after it was closed.
   */
  wasCut?(connection: string): Promise<boolean>
}

/** Counts long bodies that are sent in one piece: Bun does not report when they have been read. */
export interface WholeBodies {
  /** Counts a body from now on. Throws `too_much_unread` if there is no room for it. */
  begin(request: Request, client: string, body: object, bytes: number): void
}

/** Called for a client that read nothing of a response for so long that its connection was closed. */
export type OnCutWhole = (request: Request, client: string) => void

interface WholeBody {
  readonly client: string
  readonly sending: Sending
}

/**
 * A body counts until its connection requests another long one or is closed, and until there are more bodies than
 * requests that wait for their responses: then the oldest body of the same client is dropped from the count, or else
 * the oldest of all. So the count is never less than the bytes in transit, and a client's finished bodies do not block
 * its next one.
 */
export function createWholeBodies(
  pending: PendingBytes,
  connections: Connections,
  onCut: OnCutWhole = () => {},
): WholeBodies {
  const bodies = new Map<string, WholeBody>()
  const forget = (connection: string): void => {
    bodies.get(connection)?.sending.end()
    bodies.delete(connection)
  }
  const forgetSurplus = (client: string): void => {
    while (bodies.size >= Math.max(1, connections.pending)) {
      const own = [...bodies].find(([, body]) => body.client === client)
      const [oldest] = bodies.keys()
      forget(own === undefined ? oldest! : own[0])
    }
  }
  return {
    begin(request, client, body, bytes) {
      const connection = connections.of(request)
      if (connection === undefined) return
      forget(connection)
      forgetSurplus(client)
      const sending = pending.begin(client, [{ memory: body, bytes }])
      bodies.set(connection, { client, sending })
      request.signal.addEventListener('abort', async () => {
        if (bodies.get(connection)?.sending === sending) forget(connection)
        if (await connections.wasCut?.(connection)) onCut(request, client)
      })
    },
  }
}
