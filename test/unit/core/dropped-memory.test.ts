import { expect, spyOn, test } from 'bun:test'
import { dropMemory } from '../../../src/core/dropped-memory.ts'
import { waitFor } from '../../fixtures/wait-for.ts'
import { watchTimers } from '../../fixtures/watch-timers.ts'

const MIB = 1_048_576

test('garbage is collected once 64 MiB were dropped, a moment later, and once for all of them', async () => {
  let collections = 0
  const collecting = spyOn(Bun, 'gc').mockImplementation(((isForced?: boolean) => {
    // Only a forced collection happens now.
    if (isForced === true) collections += 1
  }) as never)
  try {
    // What others have dropped is collected first.
    dropMemory(64 * MIB)
    await waitFor('the first collection', () => collections || undefined)
    collections = 0
    using timers = watchTimers()
    dropMemory(64 * MIB - 1)
    expect(timers.pending()).toEqual([])
    dropMemory(1)
    dropMemory(64 * MIB)
    expect(timers.pending()).toEqual([50])
    await waitFor('the collection', () => collections || undefined)
    expect([collections, timers.pending()]).toEqual([1, []])
    // It begins anew.
    dropMemory(64 * MIB - 1)
    expect(timers.pending()).toEqual([])
    dropMemory(1)
    await waitFor('the next collection', () => (collections === 2 ? true : undefined))
  } finally {
    collecting.mockRestore()
  }
})
