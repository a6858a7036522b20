import { afterEach, describe, expect, spyOn, test } from 'bun:test'
import { readUrl } from '../../../../build/storage/http-read.ts'
import { s3Storage } from '../../../../build/storage/s3-storage.ts'
import { waitFor } from '../../../fixtures/wait-for.ts'
import { watchTimers } from '../../../fixtures/watch-timers.ts'

const CONTENT = Buffer.from(Array.from({ length: 1_000 }, (_, at) => at % 251))

let server: Bun.Server<undefined> | undefined
afterEach(() => server?.stop(true))

/** The address of a server that answers so. */
function serve(fetch: (request: Request) => Response): string {
  server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch })
  return server.url.href
}

const explain = async ({ status }: Response) => (status === 404 ? '' : `status ${status}`)
const read = (url: string, from: number, stallMs?: number) => readUrl('It', url, from, explain, stallMs)
const bytesOf = async (url: string, from: number) =>
  Buffer.from(await new Response((await read(url, from)) ?? 'absent').arrayBuffer())

/** A body in pieces of so many bytes, each sent by itself. */
function inPieces(content: Uint8Array, size: number): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream({
    async pull(controller) {
      if (at >= content.length) return controller.close()
      controller.enqueue(content.subarray(at, at + size))
      at += size
      await Bun.sleep(1)
    },
  })
}

describe('reading from a place on', () => {
  test.each([0, 1, 99, 100, 101, 550, 999])(
    '%d gives the rest, also of a server that knows no ranges',
    async (from) => {
      const all = serve(() => new Response(inPieces(CONTENT, 100)))
      expect((await bytesOf(all, from)).equals(CONTENT.subarray(from))).toBe(true)
    },
  )

  test('asks for the range that is missing, and for nothing where that is all', async () => {
    const asked: (string | null)[] = []
    const url = serve(({ headers }) => {
      asked.push(headers.get('range'))
      const from = Number(/\d+/.exec(headers.get('range') ?? '0')?.[0])
      return from >= 1_000
        ? new Response('', { status: 416 })
        : new Response(CONTENT.subarray(from), { status: from > 0 ? 206 : 200 })
    })
    for (const from of [0, 1, 400]) expect((await bytesOf(url, from)).equals(CONTENT.subarray(from))).toBe(true)
    expect((await bytesOf(url, 1_000)).length).toBe(0)
    expect(asked).toEqual([null, 'bytes=1-', 'bytes=400-', 'bytes=1000-'])
  })

  test('beyond the end of an empty file is nothing, but a refusal of the whole is a fault', async () => {
    const url = serve(() => new Response('', { status: 416 }))
    expect((await bytesOf(url, 1)).length).toBe(0)
    await expect(read(url, 0)).rejects.toMatchObject({ name: 'StorageError', isTransient: false })
  })
})

test.each([
  [400, false],
  [403, false],
  [408, true],
  [429, true],
  [499, false],
  [500, true],
  [503, true],
] as const)('status %d may pass: %p', async (status, isTransient) => {
  const url = serve(() => new Response('', { status }))
  await expect(read(url, 0)).rejects.toMatchObject({ message: `It: status ${status}.`, isTransient })
})

test('what is not there is undefined', async () => {
  expect(
    await read(
      serve(() => new Response('', { status: 404 })),
      5,
    ),
  ).toBeUndefined()
})

test('an answer that ends before its end is a fault that may pass', async () => {
  const listener = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      data: (socket) => {
        socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nonly this')
      },
    },
  })
  try {
    const stream = await read(`http://127.0.0.1:${listener.port}/`, 0)
    await expect(new Response(stream).arrayBuffer()).rejects.toMatchObject({ name: 'StorageError', isTransient: true })
  } finally {
    listener.stop(true)
  }
})

test('an answer that falls silent is a fault that may pass, and its connection is ended', async () => {
  let isCut = false
  const url = serve(({ signal }) => {
    signal.addEventListener('abort', () => {
      isCut = true
    })
    return new Response(
      new ReadableStream({
        start: (controller) => controller.enqueue(CONTENT),
      }),
    )
  })
  using timers = watchTimers()
  const reader = (await read(url, 0, 54_321))!.getReader()
  expect((await reader.read()).value).toEqual(new Uint8Array(CONTENT))
  const silence = reader.read()
  await waitFor('the wait', () => (timers.pending().includes(54_321) ? true : undefined))
  timers.fire(54_321)
  await expect(silence).rejects.toMatchObject({
    message: 'It: it did not respond in time.',
    isTransient: true,
  })
  await waitFor('the end of the connection', () => isCut || undefined)
})

test('a reader that leaves lets go of the answer, and no timer is left', async () => {
  let cancelled: unknown
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(CONTENT),
    cancel: (reason) => {
      cancelled = reason
    },
  })
  const asking = spyOn(globalThis, 'fetch').mockImplementation(
    (async () => new Response(body)) as unknown as typeof fetch,
  )
  using timers = watchTimers()
  try {
    const reader = (await read('http://storage.test/', 0, 54_321))!.getReader()
    await reader.read()
    await reader.cancel('enough')
    expect(cancelled).toBe('enough')
    await waitFor('the end of the timers', () => (timers.pending().includes(54_321) ? undefined : true))
  } finally {
    asking.mockRestore()
  }
})

test('a list of an object storage that comes in several parts is one', async () => {
  const parts = [['a/manifest.json', 'a/pages/one.bin'], ['a/pages/two.bin', 'a/pages/three.bin'], ['a/tables.json']]
  const asked: (string | null)[] = []
  const url = serve((request) => {
    const token = new URL(request.url).searchParams.get('continuation-token')
    asked.push(token)
    const part = Number(token ?? 0)
    const contents = parts[part]!.map(
      (key) =>
        `<Contents><Key>${key}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified><ETag>"e"</ETag><Size>${key.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
    )
    const isTruncated = part < parts.length - 1
    return new Response(
      `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>b</Name><Prefix>a/</Prefix><KeyCount>${contents.length}</KeyCount><MaxKeys>2</MaxKeys><IsTruncated>${isTruncated}</IsTruncated>${isTruncated ? `<NextContinuationToken>${part + 1}</NextContinuationToken>` : ''}${contents.join('')}</ListBucketResult>`,
      { headers: { 'content-type': 'application/xml' } },
    )
  })
  const env = { S3_ENDPOINT: url, S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's', S3_REGION: 'r' }
  const found = await s3Storage('s3://b/a', 'b', 'a', env).list('')
  expect(asked).toEqual([null, '1', '2'])
  expect(found).toEqual(
    parts.flat().map((key) => ({ key: key.slice(2), bytes: key.length, modifiedMs: Date.UTC(2026, 0, 2, 3, 4, 5) })),
  )
})

test('a body that falls silent is let go of, without waiting for the other side', async () => {
  let isCancelled = false
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(CONTENT),
    cancel: () => {
      isCancelled = true
    },
  })
  const asking = spyOn(globalThis, 'fetch').mockImplementation(
    (async () => new Response(body)) as unknown as typeof fetch,
  )
  try {
    const stream = await read('http://storage.test/', 0, 20)
    await expect(new Response(stream).arrayBuffer()).rejects.toMatchObject({ isTransient: true })
    await waitFor('the end of the body', () => isCancelled || undefined, 10_000)
  } finally {
    asking.mockRestore()
  }
})
