import { afterEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { openStaging } from '../../../../build/fetch/archive-folder.ts'
import { TableFetcher } from '../../../../build/fetch/fetch-table.ts'
import { askTap, type TapOptions } from '../../../../build/fetch/tap-client.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'
import { watchTimers } from '../../../fixtures/watch-timers.ts'

let server: Bun.Server<undefined> | undefined
afterEach(() => server?.stop(true))

function tapOf(fetch: (request: Request) => Response, more: Partial<TapOptions> = {}): TapOptions {
  server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch })
  return {
    url: server.url.href,
    userAgent: 'a test',
    firstByteMs: 41_000,
    stall: { idleMs: 42_000, leastBytesPerS: 0 },
    totalMs: 43_000,
    now: () => new Date(),
    nowMs: () => performance.now(),
    ...more,
  }
}
const ours = (delay: number) => delay > 40_000 && delay < 44_000

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  let text = ''
  for await (const chunk of chunks) text += Buffer.from(chunk).toString()
  return text
}

test('an answer, or a refusal, leaves no timer', async () => {
  using timers = watchTimers()
  const pieces = () =>
    new ReadableStream({
      async start(controller) {
        for (const piece of ['pl_name\n', 'a b\n', 'c d\n']) {
          controller.enqueue(Buffer.from(piece))
          await Bun.sleep(2)
        }
        controller.close()
      },
    })
  const options = tapOf(() => new Response(pieces()))
  const duringIt: number[] = []
  const text = await askTap(options, 'select 1', async ({ chunks }) => {
    duringIt.push(...timers.pending().filter(ours))
    return textOf(chunks)
  })
  expect(text).toBe('pl_name\na b\nc d\n')
  expect(duringIt).toContain(43_000)
  expect(timers.pending().filter(ours)).toEqual([])
  const refusing = tapOf(() => new Response('no', { status: 400 }))
  await expect(askTap(refusing, 'select 1', async () => '')).rejects.toThrow('status 400')
  expect(timers.pending().filter(ours)).toEqual([])
})

test('a count that does not end is given up after a few thousand characters', async () => {
  let sent = 0
  const endless = () =>
    new ReadableStream({
      async pull(controller) {
        sent += 1_000
        controller.enqueue(Buffer.alloc(1_000, '1'))
        await Bun.sleep(1)
      },
    })
  const options = tapOf(() => new Response(endless()), { totalMs: 5_000 })
  const effects = {
    log: () => {},
    show: () => {},
    now: () => new Date(),
    nowMs: () => performance.now(),
    sleep: async () => {},
    random: () => 1,
  }
  const order = { name: 'ps.csv.gz', query: 'select 1', countQuery: 'select 2', requiredColumns: [] }
  const fetching = new TableFetcher(options, 1, effects).fetch(order, await temporaryFolder())
  await expect(fetching).rejects.toThrow('The row count is not a number: "1111')
  expect(sent).toBeLessThan(1_000_000)
})

test('a folder that is refused is not locked after that', async () => {
  const folder = join(await temporaryFolder(), 'nasa')
  await Bun.write(join(folder, 'mine.txt'), 'x')
  for (const _ of [1, 2]) await expect(openStaging(folder)).rejects.toThrow('holds mine.txt, which no fetch put there')
  await Bun.file(join(folder, 'mine.txt')).delete()
  await (await openStaging(folder))[Symbol.asyncDispose]()
})
