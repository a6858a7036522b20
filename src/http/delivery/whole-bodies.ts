import type { PendingBytes, Sending } from './pending-bytes.ts'

/** What the listener knows of requests. */
export interface Connections {
  /** The same text for all requests of one connection; undefined where that is not known, since it is gone. */
  of(request: Request): string | undefined
  /** Requests whose answers are not sent yet. */
  readonly pending: number
  /**
   * Whether a connection, by its text, was closed because its client took nothing; false where that is not known. Asked
   * after it was closed.
   */
  wasCut?(connection: string): Promise<boolean>
}

/** Counts long bodies that are sent in one, of which Bun does not say when they have been read. */
export interface WholeBodies {
  /** Counts a body from now on. Throws `too_much_unread` where there is no room for it. */
  begin(request: Request, client: string, body: object, bytes: number): void
}

/** Told of a client that took nothing of an answer for so long that its connection was closed. */
export type OnCutWhole = (request: Request, client: string) => void

interface WholeBody {
  readonly client: string
  readonly sending: Sending
}

/**
 * A body counts until its connection asks for another long one or is given up, and until there are more of them than
 * requests that wait for their answers: then the oldest of the same client counts no more, else the oldest of all. So the
 * count is never less than what is under way, and a client that is done does not stand in its own way.
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
