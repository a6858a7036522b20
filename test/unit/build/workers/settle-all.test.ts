import { expect, test } from 'bun:test'
import { settleAll } from '../../../../build/workers/settle-all.ts'

test('a failure is told when all work has ended, and it is the first one in the order given', async () => {
  const gates = [0, 1, 2].map(() => Promise.withResolvers<number>())
  let isOver = false
  const all = settleAll(gates.map(({ promise }) => promise)).finally(() => {
    isOver = true
  })
  all.catch(() => {})
  gates[2]!.reject(new Error('third'))
  gates[1]!.reject(new Error('second'))
  await Bun.sleep(1)
  expect(isOver).toBe(false)
  gates[0]!.resolve(1)
  await expect(all).rejects.toThrow('second')
})

test('results come in the order given', async () => {
  const slow = Bun.sleep(2).then(() => 'slow')
  expect(await settleAll([slow, Promise.resolve('fast'), 3])).toEqual(['slow', 'fast', 3])
})
