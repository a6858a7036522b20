import { afterEach, expect, spyOn, test } from 'bun:test'
import { currentFile } from '../../../../build/transfer/layout.ts'
import { createPublisherMark } from '../../../../build/transfer/publisher-marks.ts'
import { memoryStorage } from '../../../fixtures/storage/memory-storage.ts'
import { watchTimers } from '../../../fixtures/watch-timers.ts'

const noSleep = async () => {}
const marksIn = ({ files }: { readonly files: ReadonlyMap<string, unknown> }) =>
  [...files.keys()].map((key) => key.replace(/^publishing\/[0-9a-f-]{36}/, '')).sort()

let nowMs = 0
let clock: { mockRestore(): void } | undefined
afterEach(() => clock?.mockRestore())

/** From now on until the end of the test, the clock shows `nowMs`. */
function stopClock(): void {
  clock = spyOn(performance, 'now').mockImplementation(() => nowMs)
}

/** A storage in which another publisher does this, and has last said so so long before anything of this one. */
async function storageWithOther(work: 'writing' | 'removing', beforeMs: number) {
  const storage = memoryStorage()
  const key = `publishing/${crypto.randomUUID()}.${work}`
  await storage.write(key, new Blob([]), currentFile(key))
  return {
    ...storage,
    list: async (prefix: string) =>
      (await storage.list(prefix)).map((file) => ({ ...file, modifiedMs: file.key === key ? -beforeMs : 0 })),
  }
}

test('a publisher has one mark, of what it does last, and none when it has ended; nor is a timer left', async () => {
  using timers = watchTimers()
  const storage = memoryStorage()
  {
    await using mark = createPublisherMark(storage, noSleep)
    await mark.startWriting()
    expect(marksIn(storage)).toEqual(['.writing'])
    expect(await mark.startRemoving()).toBe(true)
    expect(marksIn(storage)).toEqual(['.removing'])
    expect(timers.pending()).toHaveLength(1)
  }
  expect(marksIn(storage)).toEqual([])
  expect(timers.pending()).toEqual([])
})

test('a mark that was never written is removed by nobody', async () => {
  const storage = memoryStorage()
  await createPublisherMark(storage, noSleep)[Symbol.asyncDispose]()
  expect(storage.done).toEqual([])
})

test.each([
  ['writing', 0, false],
  ['writing', 119_999, false],
  ['writing', 120_000, true],
  ['writing', -5_000, false],
  ['removing', 0, false],
  ['removing', 120_000, true],
] as const)(
  'beside another that is %s, last seen %d ms before, one may remove: %p',
  async (work, beforeMs, expected) => {
    await using mark = createPublisherMark(await storageWithOther(work, beforeMs), noSleep)
    expect(await mark.startRemoving()).toBe(expected)
  },
)

test('one does not begin to write while another removes, and its own mark is renewed meanwhile', async () => {
  stopClock()
  const storage = await storageWithOther('removing', 0)
  const [other] = storage.files.keys()
  let sleeps = 0
  const mark = createPublisherMark(storage, async (ms) => {
    sleeps += 1
    nowMs += ms
    if (sleeps === 40) await storage.remove(other!)
    if (sleeps > 60) throw new Error('without end')
  })
  await mark.startWriting()
  await mark[Symbol.asyncDispose]()
  expect(sleeps).toBe(40)
  expect(storage.done.filter((step) => step.endsWith('.writing') && step.startsWith('write'))).toHaveLength(2)
})

test('a mark is to be relied on for a minute after it was written', async () => {
  stopClock()
  await using mark = createPublisherMark(memoryStorage(), noSleep)
  expect(mark.isReliable()).toBe(false)
  await mark.startWriting()
  expect(mark.isReliable()).toBe(true)
  nowMs += 59_999
  expect(mark.isReliable()).toBe(true)
  nowMs += 1
  expect(mark.isReliable()).toBe(false)
})

test('a mark that was written but is not listed is told as a fault that may pass', async () => {
  await using mark = createPublisherMark({ ...memoryStorage(), list: async () => [] }, noSleep)
  await expect(mark.startRemoving()).rejects.toMatchObject({ name: 'StorageError', isTransient: true })
})
