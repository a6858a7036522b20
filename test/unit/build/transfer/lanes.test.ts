import { expect, test } from 'bun:test'
import { StorageError } from '../../../../build/storage/storage.ts'
import { retried } from '../../../../build/transfer/effects.ts'
import { inLanes } from '../../../../build/transfer/lanes.ts'

test('four are at work at a time, and each item is done once', async () => {
  let [atWork, most] = [0, 0]
  const done: number[] = []
  await inLanes([1, 2, 3, 4, 5, 6, 7, 8, 9], async (item) => {
    atWork += 1
    most = Math.max(most, atWork)
    await Bun.sleep(1)
    atWork -= 1
    done.push(item)
  })
  expect(done.sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(most).toBe(4)
})

test('after a failure nothing more is begun, and what is under way ends before the failure is told', async () => {
  const begun: number[] = []
  const ended: number[] = []
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>())
  const all = inLanes([0, 1, 2, 3, 4, 5, 6, 7], async (item) => {
    begun.push(item)
    await gates[item]?.promise
    ended.push(item)
    if (item === 1) throw new Error('item 1')
  })
  let isOver = false
  const watched = all.finally(() => {
    isOver = true
  })
  watched.catch(() => {})
  gates[1]!.resolve()
  await Bun.sleep(5)
  expect([begun, isOver]).toEqual([[0, 1, 2, 3], false])
  for (const gate of gates) gate.resolve()
  await expect(watched).rejects.toThrow('item 1')
  expect([begun, ended.sort()]).toEqual([[0, 1, 2, 3], [0, 1, 2, 3]]) // biome-ignore format: one row each
})

test('what may pass is tried five times, with pauses that double; anything else once', async () => {
  const pauses: number[] = []
  const effects = { log: () => {}, sleep: async (ms: number) => void pauses.push(ms) }
  let tries = 0
  const failing = (error: Error) => () => {
    tries += 1
    return Promise.reject(error)
  }
  await expect(retried(effects, failing(new StorageError('busy', true)))).rejects.toThrow('busy')
  expect([tries, pauses]).toEqual([5, [1_000, 2_000, 4_000, 8_000]])
  for (const error of [new StorageError('refused', false), new Error('ours')]) {
    tries = 0
    await expect(retried(effects, failing(error))).rejects.toBe(error)
    expect(tries).toBe(1)
  }
})
