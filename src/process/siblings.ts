/** The server processes that share a port, this one among them. */
export interface Siblings {
  /** Says what this process answers to a topic. */
  answer(topic: string, answerer: (data: unknown) => unknown): void
  /** Asks all of them, and gives the answers of those that answer in time. */
  ask(topic: string, data?: unknown): Promise<unknown[]>
}

/** How long the processes have for their answers, in milliseconds. */
const PATIENCE_MS = 1_000

/** From a server process to its parent, which asks all of them. */
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

/** From the parent to the process that asked. */
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

/** Of a server process that shares its port with nobody. */
export function noSiblings(): Siblings {
  const answerers = new Map<string, (data: unknown) => unknown>()
  return {
    answer: (topic, answerer) => void answerers.set(topic, answerer),
    ask: async (topic, data) => (answerers.has(topic) ? [await answerers.get(topic)!(data)] : []),
  }
}

/** Of one of several server processes: all that is said goes through the parent. */
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
      // The parent waits as long itself, so that it is gone where it says nothing: this process answers for itself then.
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

/** A server process as its parent can speak to it. */
export interface Sibling {
  send(message: unknown): void
}

/** The parent's part: asks all server processes in the name of one of them. */
export interface Switchboard {
  /** Takes a message of a server process; others than these are none of its business. */
  take(from: Sibling, message: unknown): void
}

/** `siblings` gives those that listen at the moment. */
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
