import { tooMuchUnread } from '../../core/too-much-unread.ts'
import { Account } from './account.ts'
import { createTraffic, type Traffic } from './traffic.ts'

/** A part of a response that is one block of memory. */
export interface Held {
  readonly memory: object
  readonly bytes: number
}

/** A response in transit to a client. */
export interface Sending {
  /** Releases this part, which the client has read; other responses may still hold its memory. */
  release(memory: object): void
  /** Releases all remaining parts. A second call does nothing. */
  end(): void
}

/** Bytes in transit to clients, with a total limit and a share of it for each client. */
export interface PendingBytes {
  /** Bytes in transit to all clients. */
  readonly total: number
  /** Bytes available for another response to this client. */
  roomFor(client: string): number
  /** Starts sending. Throws `too_much_unread` if all clients together, or this one, have too many bytes in transit. */
  begin(client: string, parts: readonly Held[]): Sending
}

/** The fraction of the limit that one client can use. */
const CLIENT_SHARE = 1 / 2

function bytesOf(parts: readonly Held[], account: Account): number {
  return parts.reduce((sum, { memory, bytes }) => (account.holds(memory) ? sum : sum + bytes), 0)
}

/**
 * Counts bytes up to `maxBytes`, and shows the count in `traffic`. A response above a limit can still be sent if
 * nothing else that counts toward that limit is in transit.
 */
export function createPendingBytes(maxBytes: number, traffic: Traffic = createTraffic()): PendingBytes {
  const all = new Account()
  const clients = new Map<string, Account>()
  const most = maxBytes * CLIENT_SHARE

  const roomIn = (account: Account | undefined, bound: number): number =>
    account === undefined || account.bytes === 0 ? Number.POSITIVE_INFINITY : bound - account.bytes

  const refuse = (client: string, parts: readonly Held[]): void => {
    const own = clients.get(client)
    if (own !== undefined && bytesOf(parts, own) > roomIn(own, most)) throw tooMuchUnread('own')
    if (bytesOf(parts, all) > roomIn(all, maxBytes)) throw tooMuchUnread('all')
  }

  return {
    get total() {
      return all.bytes
    },
    roomFor: (client) => Math.max(0, Math.min(roomIn(clients.get(client), most), roomIn(all, maxBytes))),
    begin(client, parts) {
      refuse(client, parts)
      const own = clients.get(client) ?? new Account()
      clients.set(client, own)
      const held = new Set<object>()
      for (const { memory, bytes } of parts) {
        held.add(memory)
        all.hold(memory, bytes)
        own.hold(memory, bytes)
      }
      traffic.pendingBytes = all.bytes
      const release = (memory: object): void => {
        if (!held.delete(memory)) return
        all.release(memory)
        own.release(memory)
        traffic.pendingBytes = all.bytes
        if (own.bytes === 0 && clients.get(client) === own) clients.delete(client)
      }
      return {
        release,
        end() {
          for (const memory of [...held]) release(memory)
        },
      }
    },
  }
}
