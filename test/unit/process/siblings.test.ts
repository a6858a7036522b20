import { afterEach, describe, expect, test } from 'bun:test'
import { createSwitchboard, noSiblings, type Sibling, siblingsThroughParent } from '../../../src/process/siblings.ts'
import { liveObjects } from '../../fixtures/live-objects.ts'
import { watchTimers } from '../../fixtures/watch-timers.ts'

test('a process that shares its port with nobody answers itself', async () => {
  const alone = noSiblings()
  alone.answer('double', (data) => Number(data) * 2)
  expect(await alone.ask('double', 4)).toEqual([8])
  expect(await alone.ask('nothing')).toEqual([])
})

test('all are asked, and one that says nothing is not waited for longer than a moment', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const siblings: Sibling[] = []
  const board = createSwitchboard(() => siblings)
  const answering = (answer: string): Sibling => ({
    send(message) {
      const { kind, id } = message as { kind: string; id: number }
      if (kind === 'ask') board.take(this, { kind: 'answer', id, data: answer })
      else resolve(message)
    },
  })
  const gone: Sibling = {
    send() {
      throw new Error('it has ended')
    },
  }
  const silent: Sibling = { send() {} }
  siblings.push(answering('a'), gone, silent, answering('b'))
  board.take(siblings[0]!, { kind: 'ask_all', id: 5, topic: 'x', data: 1 })
  board.take(siblings[0]!, 'what is none of its business')
  expect(await promise).toEqual({ kind: 'answers', id: 5, data: ['a', 'b'] })
})

test('a question that all have answered leaves no timer', () => {
  using timers = watchTimers()
  const seen: unknown[] = []
  const sibling: Sibling = {
    send(message) {
      const { kind, id } = message as { kind: string; id: number }
      if (kind === 'ask') board.take(this, { kind: 'answer', id, data: 'a' })
      else seen.push(message)
    },
  }
  const board = createSwitchboard(() => [sibling])
  board.take(sibling, { kind: 'ask_all', id: 5, topic: 'x', data: 1 })
  expect(seen).toEqual([{ kind: 'answers', id: 5, data: ['a'] }])
  expect(timers.pending()).toEqual([])
})

test('the answers of all end a question at once, though they come later', async () => {
  using timers = watchTimers()
  const seen = Promise.withResolvers<unknown>()
  const answering = (data: string): Sibling => ({
    send(message) {
      const { kind, id } = message as { kind: string; id: number }
      if (kind === 'answers') seen.resolve(message)
      else queueMicrotask(() => board.take(this, { kind: 'answer', id, data }))
    },
  })
  const siblings = [answering('a'), answering('b')]
  const board = createSwitchboard(() => siblings)
  board.take(siblings[0]!, { kind: 'ask_all', id: 5, topic: 'x', data: 1 })
  expect(timers.pending()).toHaveLength(1)
  await Bun.sleep(0)
  expect(timers.pending()).toEqual([])
  expect(await seen.promise).toEqual({ kind: 'answers', id: 5, data: ['a', 'b'] })
  // One that comes too late changes nothing.
  board.take(siblings[1]!, { kind: 'answer', id: 1, data: 'again' })
})

describe('through the process that started it', () => {
  const former = process.send
  const formerListeners = process.listeners('message')
  afterEach(() => {
    if (former === undefined) delete process.send
    else process.send = former
    for (const listener of process.listeners('message'))
      if (!formerListeners.includes(listener)) process.off('message', listener)
  })
  const hear = (message: unknown) => process.emit('message', message, undefined)

  test('a process hears the answers of all to its own question, and remembers no question that was answered', async () => {
    process.send = (message: { readonly kind: string; readonly id: number }) => {
      if (message.kind === 'ask_all')
        queueMicrotask(() => hear({ kind: 'answers', id: message.id, data: [message.id, 'b'] }))
      return true
    }
    using timers = watchTimers()
    const siblings = siblingsThroughParent()
    expect(await siblings.ask('x')).toEqual([1, 'b'])
    const before = liveObjects('Promise')
    for (let i = 0; i < 1_000; i += 1) await siblings.ask('x', i)
    expect(liveObjects('Promise') - before).toBeLessThan(300)
    expect(timers.pending()).toEqual([])
  })

  test('it answers what others ask, and itself where nobody does', async () => {
    const sent: unknown[] = []
    process.send = (message: { readonly kind: string; readonly id: number }) => {
      sent.push(message)
      if (message.kind === 'ask_all') queueMicrotask(() => hear({ kind: 'answers', id: message.id, data: [] }))
      return true
    }
    const siblings = siblingsThroughParent()
    siblings.answer('double', (data) => Number(data) * 2)
    hear({ kind: 'ask', id: 7, topic: 'double', data: 4 })
    hear({ kind: 'ask', id: 8, topic: 'unknown', data: 4 })
    hear('what is none of its business')
    await Bun.sleep(0)
    expect(sent).toEqual([{ kind: 'answer', id: 7, data: 8 }])
    expect(await siblings.ask('double', 3)).toEqual([6])
  })
})
