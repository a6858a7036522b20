import { afterEach, expect, test } from 'bun:test'
import { readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
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
  // The answer has begun: the time until it does is over.
  expect(duringIt).not.toContain(41_000)
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
  for (const _ of [1, 2])
    await expect(openStaging(folder)).rejects.toThrow('holds mine.txt, which was not created by a fetch')
  await Bun.file(join(folder, 'mine.txt')).delete()
  await (await openStaging(folder))[Symbol.asyncDispose]()
})

test('as many redirects are followed as one may have, and not one more', async () => {
  const options = tapOf((request) => {
    const url = new URL(request.url)
    const left = Number(url.pathname.slice(1))
    return left === 0 ? new Response('pl_name\n') : Response.redirect(`${url.origin}/${left - 1}${url.search}`, 302)
  })
  const ask = (redirects: number) =>
    askTap({ ...options, url: `${options.url}${redirects}` }, 'select 1', ({ chunks }) => textOf(chunks))
  expect(await ask(5)).toBe('pl_name\n')
  await expect(ask(6)).rejects.toMatchObject({
    message: expect.stringContaining('redirects endlessly'),
    isTransient: false,
  })
})

test('of a small table, more rows than it had are a new count, and only very many are without end', async () => {
  const fetching = async (rows: number) => {
    const options = tapOf((request) => {
      const query = new URL(request.url).searchParams.get('query')
      return new Response(query === 'count' ? 'n\n3\n' : `pl_name\n${'a b\n'.repeat(rows)}`)
    })
    const effects = {
      log: () => {},
      show: () => {},
      now: () => new Date(),
      nowMs: () => performance.now(),
      sleep: async () => {},
      random: () => 1,
    }
    const order = { name: 'ps.csv.gz', query: 'rows', countQuery: 'count', requiredColumns: ['pl_name'] }
    return new TableFetcher(options, 1, effects).fetch(order, await temporaryFolder())
  }
  expect((await fetching(3)).rows).toBe(3)
  await expect(fetching(9_000)).rejects.toThrow('9,000 rows arrived, but the service counts 3, which is fewer')
  await expect(fetching(20_000)).rejects.toThrow('does not end')
})

test('where the new folder cannot take its place, the old one is back there', async () => {
  const folder = join(await temporaryFolder(), 'nasa')
  await Bun.write(join(folder, 'ps.csv.gz'), 'old')
  const staging = await openStaging(folder)
  await rm(staging.path, { recursive: true })
  await expect(staging.replaceOld()).rejects.toThrow('ENOENT')
  expect(await Bun.file(join(folder, 'ps.csv.gz')).text()).toBe('old')
  await staging[Symbol.asyncDispose]()
  expect(await readdir(dirname(folder))).toEqual(['nasa'])
})

test('a folder that was replaced comes back unless the new one is kept', async () => {
  const folder = join(await temporaryFolder(), 'nasa')
  await Bun.write(join(folder, 'ps.csv.gz'), 'old')
  for (const [isKept, expected] of [
    [false, 'old'],
    [true, 'new'],
  ] as const) {
    // biome-ignore format: pairs
    await using staging = await openStaging(folder)
    await Bun.write(join(staging.path, 'ps.csv.gz'), 'new')
    const replacement = await staging.replaceOld()
    expect(await Bun.file(join(folder, 'ps.csv.gz')).text()).toBe('new')
    if (isKept) await replacement.keep()
    await replacement[Symbol.asyncDispose]()
    expect(await Bun.file(join(folder, 'ps.csv.gz')).text()).toBe(expected)
  }
})

test('an archive that was between two names when its fetch was killed is back after the next one has begun', async () => {
  const folder = join(await temporaryFolder(), 'nasa')
  await Bun.write(join(dirname(folder), '.nasa.replaced/ps.csv.gz'), 'old')
  await (await openStaging(folder))[Symbol.asyncDispose]()
  expect(await Bun.file(join(folder, 'ps.csv.gz')).text()).toBe('old')
  expect(await readdir(dirname(folder))).toEqual(['nasa'])
})

test('a folder that is begun is empty, also where an old one is to be replaced', async () => {
  const folder = join(await temporaryFolder(), 'nasa')
  await Bun.write(join(folder, 'ps.csv.gz'), 'old')
  await Bun.write(join(dirname(folder), '.nasa.arriving/half.csv.gz'), 'half')
  await using staging = await openStaging(folder)
  expect(await readdir(staging.path)).toEqual([])
  expect(await Bun.file(join(folder, 'ps.csv.gz')).text()).toBe('old')
  await expect(openStaging(folder)).rejects.toThrow('Another fetch')
})

test('rows that are fewer than the service counts are refused, however it counts again', async () => {
  const effects = {
    log: () => {},
    show: () => {},
    now: () => new Date(),
    nowMs: () => performance.now(),
    sleep: async () => {},
    random: () => 1,
  }
  const fetching = async (rows: number, ...counts: readonly number[]) => {
    const left = [...counts]
    const options = tapOf((request) => {
      const query = new URL(request.url).searchParams.get('query')
      return new Response(query === 'count' ? `n\n${left.shift()}\n` : `pl_name\n${'a b\n'.repeat(rows)}`)
    })
    const order = { name: 'ps.csv.gz', query: 'rows', countQuery: 'count', requiredColumns: ['pl_name'] }
    const { rows: fetched } = await new TableFetcher(options, 1, effects).fetch(order, await temporaryFolder())
    expect(left).toEqual([])
    return fetched
  }
  expect(await fetching(3, 3)).toBe(3)
  // The archive has changed since the count.
  expect(await fetching(3, 2, 3)).toBe(3)
  expect(await fetching(3, 4, 3)).toBe(3)
  await expect(fetching(2, 3, 3)).rejects.toThrow(
    '2 rows arrived, but the service counts 3: the response was cut short',
  )
  await expect(fetching(4, 3, 3)).rejects.toThrow('4 rows arrived, but the service counts 3, which is fewer')
  await expect(fetching(0, 0)).rejects.toThrow('ps.csv.gz would have no rows')
})
