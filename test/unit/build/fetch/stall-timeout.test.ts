import { expect, test } from 'bun:test'
import { StallWatch } from '../../../../build/fetch/stall-timeout.ts'

/** A watch over a clock that only the test moves, which must see `leastBytesPerS` over a minute. */
function watch(leastBytesPerS: number) {
  let clockMs = 0
  const reasons: string[] = []
  const given = Promise.withResolvers<void>()
  const stall = new StallWatch(
    { idleMs: 60_000, leastBytesPerS },
    () => clockMs,
    ({ message }) => {
      reasons.push(message)
      given.resolve()
    },
  )
  return {
    reasons,
    /** `bytes` come after `seconds`; then their reader takes `worksForS`. */
    async read(bytes: number, seconds: number, worksForS = 0): Promise<void> {
      // Long enough for a timer that is due at once.
      const later = Bun.sleep(2).then(() => {
        clockMs += seconds * 1000
        return { value: new Uint8Array(bytes) }
      })
      await stall.next(later, 0)
      clockMs += worksForS * 1000
    },
    /** Nothing comes any more. */
    async stall(receivedBytes: number): Promise<void> {
      void stall.next(new Promise<{ value?: Uint8Array }>(() => {}), receivedBytes)
      await given.promise
    },
  }
}

test('bytes that do not amount to the least in the time end the answer, however often they come', async () => {
  const { reasons, read, stall } = watch(100)
  await read(6_000, 50)
  for (let second = 0; second < 60; second += 1) await read(99, 1)
  await stall(11_940)
  expect(reasons).toEqual(['The response is too slow: 5940 bytes in 60 s, but FETCH_MIN_RATE requires 6000.'])
})

test('where none come at all, the answer has stopped', async () => {
  const { reasons, read, stall } = watch(0)
  await read(1, 59)
  await read(1, 60)
  // The minute begins anew with every byte; here it is over when the clock of the machine says so.
  await read(0, 60)
  await stall(2)
  expect(reasons).toEqual(['The response stopped after 2 bytes; nothing arrived for 60 s.'])
})

test('what the reader takes to work off the bytes does not count', async () => {
  const { reasons, read } = watch(100)
  for (let chunk = 0; chunk < 30; chunk += 1) await read(100, 1, 3_600)
  expect(reasons).toEqual([])
})
