import { expect, test } from 'bun:test'
import { createGate } from '../../../../build/workers/gate.ts'

test('a gate lets so many in at a time, in their order, and each leaves once', async () => {
  const enter = createGate(2)
  const inside: string[] = []
  const seen: string[] = []
  const visit = async (name: string): Promise<() => void> => {
    const leave = await enter()
    inside.push(name)
    seen.push(name)
    return () => {
      inside.splice(inside.indexOf(name), 1)
      leave()
      // Again, which must make no second place.
      leave()
    }
  }
  const visits = ['a', 'b', 'c', 'd', 'e'].map(visit)
  await Bun.sleep(0)
  expect(inside).toEqual(['a', 'b'])
  for (const visit of visits) {
    ;(await visit)()
    await Bun.sleep(0)
    expect(inside.length).toBeLessThanOrEqual(2)
  }
  expect(seen).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(inside).toEqual([])
})
