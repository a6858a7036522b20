import { expect, test } from 'bun:test'
import { createSwitchboard, noSiblings, type Sibling } from '../../../src/process/siblings.ts'

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
