/** A call as its client named it. */
export interface CallName {
  /** Who calls; see McpOptions. */
  readonly client: string
  /** The id of the JSON-RPC request; a number and a text of the same digits are two ids. */
  readonly id: string | number
}

/** A call that is being answered. */
export interface RunningCall {
  /** Fires when the client cancels the call. */
  readonly cancelled: AbortSignal
  /** To be called when the call has ended. */
  end(): void
}

/**
 * The calls that are being answered, so that a notification can end one. Nothing but its client's address and its id tells
 * a call from others; where several have both in common, none of them is ended.
 */
export interface RunningCalls {
  begin(name: CallName): RunningCall
  count(name: CallName): number
  /** Ends the call if it is the only one of this name here. */
  cancel(name: CallName): void
}

export function createRunningCalls(): RunningCalls {
  const running = new Map<string, Set<AbortController>>()
  const keyOf = ({ client, id }: CallName): string => JSON.stringify([client, id])
  return {
    begin(name) {
      const key = keyOf(name)
      const controller = new AbortController()
      const calls = running.get(key) ?? new Set()
      running.set(key, calls.add(controller))
      return {
        cancelled: controller.signal,
        end() {
          calls.delete(controller)
          if (calls.size === 0 && running.get(key) === calls) running.delete(key)
        },
      }
    },
    count: (name) => running.get(keyOf(name))?.size ?? 0,
    cancel(name) {
      const calls = running.get(keyOf(name))
      if (calls?.size === 1) for (const call of calls) call.abort(new Error('The client cancelled the call.'))
    },
  }
}

/** The id under which a message calls a tool; undefined for every other message. */
export function calledId(message: unknown): string | number | undefined {
  if (typeof message !== 'object' || message === null || !('id' in message && 'method' in message)) return undefined
  return message.method === 'tools/call' ? asId(message.id) : undefined
}

/** The id of the call that a message cancels; undefined for every other message. */
export function cancelledId(message: unknown): string | number | undefined {
  if (typeof message !== 'object' || message === null || !('method' in message && 'params' in message)) return undefined
  const { method, params } = message
  if (method !== 'notifications/cancelled' || typeof params !== 'object' || params === null) return undefined
  return 'requestId' in params ? asId(params.requestId) : undefined
}

function asId(id: unknown): string | number | undefined {
  return typeof id === 'string' || typeof id === 'number' ? id : undefined
}
