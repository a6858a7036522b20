/** The identification of a call by its client. */
export interface CallName {
  /** Identifies the client; see McpOptions. */
  readonly client: string
  /** The ID of the JSON-RPC request; a number and a string of the same digits are different IDs. */
  readonly id: string | number
}

/** A call in progress. */
export interface RunningCall {
  /** Aborted when the client cancels the call. */
  readonly cancelled: AbortSignal
  /** Must be called when the call has ended. */
  end(): void
}

/**
 * The calls in progress, so that a notification can cancel one. A call is identified only by its client's address and its
 * ID; if several calls share both, none of them is canceled.
 */
export interface RunningCalls {
  begin(name: CallName): RunningCall
  count(name: CallName): number
  /** Cancels the call if it is the only one with this name here. */
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

/** The ID of a message that calls a tool; undefined for every other message. */
export function calledId(message: unknown): string | number | undefined {
  if (typeof message !== 'object' || message === null || !('id' in message && 'method' in message)) return undefined
  return message.method === 'tools/call' ? asId(message.id) : undefined
}

/** The ID of the call that a message cancels; undefined for every other message. */
export function cancelledId(message: unknown): string | number | undefined {
  if (typeof message !== 'object' || message === null || !('method' in message && 'params' in message)) return undefined
  const { method, params } = message
  if (method !== 'notifications/cancelled' || typeof params !== 'object' || params === null) return undefined
  return 'requestId' in params ? asId(params.requestId) : undefined
}

function asId(id: unknown): string | number | undefined {
  return typeof id === 'string' || typeof id === 'number' ? id : undefined
}
