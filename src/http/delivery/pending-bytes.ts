import { tooMuchUnread } from '../../core/too-much-unread.ts'
import { Account } from './account.ts'
import { createTraffic, type Traffic } from './traffic.ts'

/** A part of an answer that is in memory as one thing. */
export interface Held {
  readonly memory: object
  readonly bytes: number
}

/** An answer on its way to a client. */
export interface Sending {
  /** The client has taken this part; the memory is free as far as this answer goes. */
  release(memory: object): void
  /** Nothing of it is under way any more. A second call does nothing. */
  end(): void
}

/** What is on its way to clients, within a bound for all and a share of it for each. */
export interface PendingBytes {
  /** Bytes on their way to all clients. */
  readonly total: number
  /** Bytes that one more answer to this client may have. */
  roomFor(client: string): number
  /** Begins to send. Throws `too_much_unread` where all clients together, or this one, have too much on the way. */
  begin(client: string, parts: readonly Held[]): Sending
}

/** The part of the bound that one client may have. */
const CLIENT_SHARE = 1 / 2

function bytesOf(parts: readonly Held[], account: Account): number {
  return parts.reduce((sum, { memory, bytes }) => (account.holds(memory) ? sum : sum + bytes), 0)
}

/** A count within `maxBytes`, shown in `traffic`. An answer longer than its bound may be sent as long as nothing else is on the way. */
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
