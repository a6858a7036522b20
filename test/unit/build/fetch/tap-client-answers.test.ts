import { afterEach, describe, expect, spyOn, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import { MAX_DOCUMENT_BYTES } from '../../../../build/fetch/error-document.ts'
import { FetchError } from '../../../../build/fetch/fetch-error.ts'
import { askTap, queryAddress, type TapAnswer, type TapOptions } from '../../../../build/fetch/tap-client.ts'
import { watchTimers } from '../../../fixtures/watch-timers.ts'

const OPTIONS: TapOptions = {
  url: 'https://archive.example/TAP/sync?lang=ADQL',
  userAgent: 'a test',
  firstByteMs: 60_000,
  stall: { idleMs: 60_000, leastBytesPerS: 0 },
  totalMs: 60_000,
  now: () => new Date('2026-03-04T05:06:07Z'),
  nowMs: () => 0,
}

type Init = RequestInit & { readonly signal: AbortSignal }
let fetching: { mockRestore(): void } | undefined
afterEach(() => fetching?.mockRestore())

/** Lets every request be answered so, and returns what was requested. */
function answering(answer: (url: string, init: Init) => Response | Promise<Response>) {
  const requests: { readonly url: string; readonly init: Init }[] = []
  fetching?.mockRestore()
  fetching = spyOn(globalThis, 'fetch').mockImplementation((async (url: string, init: Init) => {
    requests.push({ url, init })
    return answer(url, init)
  }) as never)
  return requests
}

async function textOf({ chunks }: TapAnswer): Promise<string> {
  let text = ''
  for await (const chunk of chunks) text += Buffer.from(chunk)
  return text
}

const ask = (options: Partial<TapOptions> = {}) => askTap({ ...OPTIONS, ...options }, 'select 1', textOf)

async function failureOf(promise: Promise<unknown>): Promise<FetchError> {
  const error = await promise.then(String, (failure: unknown) => failure)
  expect(error).toBeInstanceOf(FetchError)
  return error as FetchError
}

const TRANSIENT = { isTransient: true, needsBrowser: false, advice: [] }
const LASTING = { isTransient: false, needsBrowser: false, advice: [] }
const BROWSER = { isTransient: false, needsBrowser: true, advice: [] }
const ERROR = '<VOTABLE><INFO name="QUERY_STATUS" value="ERROR">no such table</INFO></VOTABLE>'

test('a query is asked as CSV beside the parameters of the address, by name and compressed at most with gzip', async () => {
  const requests = answering(() => new Response('a\n1\n'))
  expect(await ask()).toBe('a\n1\n')
  expect(requests).toHaveLength(1)
  const [{ url, init }] = requests as [(typeof requests)[0]]
  expect(url).toBe('https://archive.example/TAP/sync?lang=ADQL&query=select+1&format=csv')
  expect(url).toBe(queryAddress(OPTIONS.url, 'select 1'))
  expect(init).toMatchObject({
    headers: { 'user-agent': 'a test', accept: 'text/csv, */*;q=0.5', 'accept-encoding': 'gzip' },
    redirect: 'manual',
    decompress: false,
    timeout: false,
  })
})

describe('an answer that is no table is told in a sentence', () => {
  test.each([
    [503, 'Too busy', {}, 'The service responded with status 503: Too busy.', TRANSIENT],
    [500, '', {}, 'The service responded with status 500.', TRANSIENT],
    [404, 'Gone!', {}, 'The service responded with status 404: Gone!', LASTING],
    [400, ERROR, {}, 'The service responded with status 400: no such table.', LASTING],
    [304, null, {}, 'The service responded with status 304.', LASTING],
    [400, 'No', { location: 'https://other.example/' }, 'The service responded with status 400: No.', LASTING],
    [200, '', {}, 'The response is empty.', TRANSIENT],
    [200, null, {}, 'The response is empty.', TRANSIENT],
    [200, ERROR, {}, 'The service rejects the query: no such table', LASTING],
    [200, '<title>Down</title>', {}, 'The response is a web page, not a table: Down', TRANSIENT],
    [200, '<p></p>', {}, 'The response is a web page, not a table: it has no text', TRANSIENT],
    [200, 'a\n', { 'content-encoding': 'br' }, 'The response is encoded as br, which was not requested.', LASTING],
    [
      403,
      'x',
      { 'cf-mitigated': 'challenge' },
      'The service accepts web browsers only and rejects programs (status 403, cf-mitigated: challenge).',
      BROWSER,
    ],
    [
      200,
      '<title>Just a moment...</title>',
      {},
      'The service accepts web browsers only and rejects programs (status 200).',
      BROWSER,
    ],
  ])('%d %p %j', async (status, body, headers, message, facts) => {
    answering(() => new Response(body, { status, headers: headers as Record<string, string> }))
    const failure = await failureOf(ask())
    expect(failure.message).toBe(message)
    expect(failure).toMatchObject(facts)
  })

  test.each([408, 425, 429, 500, 502, 503, 504])('%d may pass', async (status) => {
    answering(() => new Response('', { status }))
    expect((await failureOf(ask())).isTransient).toBe(true)
  })

  test.each([
    ['17', 17_000],
    ['0', 0],
    ['Wed, 04 Mar 2026 05:07:07 GMT', 60_000],
    ['Wed, 04 Mar 2026 05:06:00 GMT', 0],
    ['soon', undefined],
  ])('with Retry-After: %s, after %p ms', async (retryAfter, ms) => {
    answering(() => new Response('', { status: 503, headers: { 'retry-after': retryAfter } }))
    expect((await failureOf(ask())).retryAfterMs).toBe(ms)
  })

  test('and of a long one no more than the beginning is read', async () => {
    let [pulled, canceled] = [0, 0]
    const piece = Buffer.from('x'.repeat(MAX_DOCUMENT_BYTES / 4))
    const body = () =>
      new ReadableStream(
        {
          pull(controller) {
            pulled += 1
            controller.enqueue(piece)
          },
          cancel() {
            canceled += 1
          },
        },
        { highWaterMark: 0 },
      )
    answering(() => new Response(body(), { status: 400 }))
    expect((await failureOf(ask())).message).toStartWith('The service responded with status 400: xxx')
    expect([pulled, canceled]).toEqual([4, 1])
  })
})

describe('compression', () => {
  test.each(['gzip', 'X-GZIP'])('%s is undone, and the bytes are counted as sent', async (coding) => {
    const sent = gzipSync('a\n1\n')
    answering(() => new Response(sent, { headers: { 'content-encoding': coding } }))
    const [text, bytes] = await askTap(OPTIONS, 'select 1', async (answer) => [
      await textOf(answer),
      answer.wireBytes(),
    ])
    expect([text, bytes]).toEqual(['a\n1\n', sent.byteLength])
  })

  test('that is damaged may pass', async () => {
    const cut = gzipSync('a\n1\n'.repeat(1_000)).subarray(0, 20)
    answering(() => new Response(cut, { headers: { 'content-encoding': 'gzip' } }))
    const failure = await failureOf(ask())
    expect(failure.message).toMatch(/^The compressed response is cut off or damaged \(.+\)\.$/)
    expect(failure).toMatchObject(TRANSIENT)
    expect(failure.cause).toBeInstanceOf(Error)
  })
})

describe('redirects', () => {
  const to = (location: string, canceled?: () => void) =>
    new Response(new ReadableStream({ cancel: () => canceled?.() }), { status: 301, headers: { location } })

  test('are followed relative to where they come from, and their bodies are not left open', async () => {
    let canceled = 0
    const cancel = () => {
      canceled += 1
    }
    const requests = answering((url) => (url.includes('/next') ? new Response('a\n') : to('/next?x=1', cancel)))
    expect(await ask()).toBe('a\n')
    expect(requests.map(({ url }) => url).at(-1)).toBe('https://archive.example/next?x=1')
    expect(canceled).toBe(1)
  })

  test.each([
    ['http://other.example/x', 'The service redirects to http://other.example, which is not encrypted.'],
    ['ftp://other.example/', 'The service redirects endlessly, the last time to ftp://other.example/.'],
    ['https://[', 'The service redirects endlessly, the last time to https://[.'],
  ])('to %s are refused', async (location, message) => {
    const requests = answering(() => to(location))
    const failure = await failureOf(ask())
    expect(failure.message).toBe(message)
    expect(failure).toMatchObject(LASTING)
    expect(requests).toHaveLength(1)
  })

  test('from an address that is not encrypted may lead anywhere', async () => {
    answering((url) => (url.startsWith('http://b.example') ? new Response('a\n') : to('http://b.example/')))
    expect(await ask({ url: 'http://a.example/' })).toBe('a\n')
  })
})

describe('a connection', () => {
  test.each([
    ['ECONNREFUSED', Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })],
    ['no route', new Error('no route')],
    ['nothing', 'nothing'],
  ])('that fails with %s may pass', async (said, reason) => {
    answering(() => Promise.reject(reason))
    const failure = await failureOf(ask())
    expect(failure.message).toBe(`The service cannot be reached (${said}).`)
    expect(failure).toMatchObject(TRANSIENT)
    expect(failure.cause).toBe(reason)
  })

  test('that breaks is told with the bytes that came', async () => {
    const pieces = [Buffer.from('a\n'), Buffer.from('1\n2\n')]
    const body = new ReadableStream({
      pull(controller) {
        const piece = pieces.shift()
        if (piece !== undefined) controller.enqueue(piece)
        else controller.error(Object.assign(new Error('cut'), { code: 'ECONNRESET' }))
      },
    })
    answering(() => new Response(body))
    const failure = await failureOf(ask())
    expect(failure.message).toBe('The connection broke after 6 bytes (ECONNRESET).')
    expect(failure).toMatchObject(TRANSIENT)
  })

  const aborted = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

  test('that stays silent is given up, for a count earlier than for a table', async () => {
    answering((_, { signal }) => aborted(signal))
    const failure = await failureOf(ask({ firstByteMs: 20 }))
    expect(failure.message).toBe('No response within 0.02 s.')
    expect(failure).toMatchObject(TRANSIENT)
    expect((await failureOf(askTap(OPTIONS, 'select 1', textOf, 30))).message).toBe('No response within 0.03 s.')
  })

  test('that does not end is given up', async () => {
    answering(
      (_, { signal }) =>
        new Response(
          new ReadableStream({
            start: (controller) => controller.enqueue(Buffer.from('a\n')),
            pull: (controller) => aborted(signal).catch((reason: unknown) => controller.error(reason)),
          }),
        ),
    )
    const failure = await failureOf(ask({ totalMs: 20 }))
    expect(failure.message).toBe('The response took longer than 0.02 s.')
    expect(failure).toMatchObject(TRANSIENT)
  })

  test('that fails leaves no timer', async () => {
    using timers = watchTimers()
    answering(() => Promise.reject(new Error('refused')))
    await failureOf(ask())
    answering(() => new Response('x', { headers: { 'content-encoding': 'br' } }))
    await failureOf(ask())
    expect(timers.pending()).toEqual([])
  })

  test.each(['read', 'not read'])('is closed when its answer was %s', async (what) => {
    const requests = answering(() => new Response('a\n'))
    const asking = askTap(OPTIONS, 'select 1', (answer) =>
      what === 'read' ? textOf(answer) : Promise.reject(new RangeError('mine')),
    )
    if (what === 'read') await asking
    else await expect(asking).rejects.toThrow('mine')
    expect(requests[0]!.init.signal.aborted).toBe(true)
  })
})
