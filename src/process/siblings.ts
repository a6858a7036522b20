/** All server processes that share a port, including this one. */
export interface Siblings {
  /** Registers this process's responder for a topic. */
  answer(topic: string, answerer: (data: unknown) => unknown): void
  /** Sends a question to all processes, and returns the responses that arrive in time. */
  ask(topic: string, data?: unknown): Promise<unknown[]>
}

/** Time limit for the processes' responses, in milliseconds. */
const PATIENCE_MS = 1_000

/** From a server process to its parent, which forwards it to all processes. */
interface AskAll {
  readonly kind: 'ask_all'
  readonly id: number
  readonly topic: string
  readonly data: unknown
}

/** From the parent to a server process. */
interface Ask {
  readonly kind: 'ask'
  readonly id: number
  readonly topic: string
  readonly data: unknown
}

/** From a server process to the parent. */
interface Answer {
  readonly kind: 'answer'
  readonly id: number
  readonly data: unknown
}

/** From the parent to the process that sent the question. */
interface Answers {
  readonly kind: 'answers'
  readonly id: number
  readonly data: readonly unknown[]
}

type Message = AskAll | Ask | Answer | Answers

const KINDS: readonly unknown[] = ['ask_all', 'ask', 'answer', 'answers'] satisfies Message['kind'][]

function isMessage(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && 'kind' in message && KINDS.includes(message.kind)
}

/** For a server process that does not share its port. */
export function noSiblings(): Siblings {
  const answerers = new Map<string, (data: unknown) => unknown>()
  return {
    answer: (topic, answerer) => void answerers.set(topic, answerer),
    ask: async (topic, data) => (answerers.has(topic) ? [await answerers.get(topic)!(data)] : []),
  }
}

/** For one of several server processes: all messages pass through the parent. */
export function siblingsThroughParent(): Siblings {
  const own = noSiblings()
  const waiting = new Map<number, (answers: readonly unknown[]) => void>()
  let lastId = 0
  const send = (message: Message): void => void process.send?.(message)
  process.on('message', async (message: unknown) => {
    if (!isMessage(message)) return
    if (message.kind === 'answers') waiting.get(message.id)?.(message.data)
    if (message.kind === 'ask') {
      for (const data of await own.ask(message.topic, message.data)) send({ kind: 'answer', id: message.id, data })
    }
  })
  return {
    answer: own.answer,
    async ask(topic, data) {
      lastId += 1
      const id = lastId
      const { promise, resolve } = Promise.withResolvers<readonly unknown[]>()
      waiting.set(id, resolve)
      send({ kind: 'ask_all', id, topic, data })
      // The parent itself waits for PATIENCE_MS. If it sends nothing, it is gone, and only this process responds.
      const timer = setTimeout(() => resolve([]), 2 * PATIENCE_MS)
      try {
        const answers = await promise
        return answers.length > 0 ? [...answers] : own.ask(topic, data)
      } finally {
        clearTimeout(timer)
        waiting.delete(id)
      }
    },
  }
}

/** A server process as seen by its parent. */
export interface Sibling {
  send(message: unknown): void
}

/** The parent's part: questions all server processes on behalf of one of them. */
export interface Switchboard {
  /** Handles a message from a server process; messages of other types are ignored. */
  take(from: Sibling, message: unknown): void
}

/** `siblings` returns the processes that are currently listening. */
export function createSwitchboard(siblings: () => Iterable<Sibling>): Switchboard {
  const asked = new Map<number, { readonly answers: unknown[]; missing: number; readonly done: () => void }>()
  let lastId = 0
  const send = (to: Sibling, message: Message): boolean => {
    try {
      to.send(message)
      return true
    } catch {
      return false // It has just ended.
    }
  }
  const askAll = (from: Sibling, { id: theirs, topic, data }: AskAll): void => {
    lastId += 1
    const id = lastId
    const answers: unknown[] = []
    const done = (): void => {
      clearTimeout(timer)
      if (asked.delete(id)) send(from, { kind: 'answers', id: theirs, data: answers })
    }
    const timer = setTimeout(done, PATIENCE_MS)
    const entry = { answers, missing: 0, done }
    asked.set(id, entry)
    for (const sibling of siblings()) if (send(sibling, { kind: 'ask', id, topic, data })) entry.missing += 1
    if (entry.missing === 0) done()
  }
  return {
    take(from, message) {
      if (!isMessage(message)) return
      if (message.kind === 'ask_all') askAll(from, message)
      const entry = message.kind === 'answer' ? asked.get(message.id) : undefined
      if (entry === undefined || message.kind !== 'answer') return
      entry.answers.push(message.data)
      entry.missing -= 1
      if (entry.missing === 0) entry.done()
    },
  }
}
