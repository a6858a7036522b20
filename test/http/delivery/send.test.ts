import { describe, expect, test } from 'bun:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { SelectAnswer } from '../../../src/core/catalog/catalog.ts'
import { fakeApp } from '../../fixtures/servers/fake-app.ts'
import {
  type CountedAnswer,
  fakeCatalog,
  renderedAnswer,
  selectAnswer,
  textAnswer,
} from '../../fixtures/servers/fake-catalog.ts'

const SMALL = '{"small":true}'
const MEDIUM = JSON.stringify({ data: 'abc'.repeat(1_000) })
const LARGE = JSON.stringify({ data: Array.from({ length: 30_000 }, (_, i) => i) })

const DECODERS = {
  identity: (bytes: Uint8Array) => bytes,
  gzip: (bytes: Uint8Array) => gunzipSync(bytes),
  br: (bytes: Uint8Array) => brotliDecompressSync(bytes),
  zstd: (bytes: Uint8Array) => zstdDecompressSync(bytes),
}

async function decoded(response: Response): Promise<string> {
  const coding = response.headers.get('content-encoding') ?? 'identity'
  const bytes = new Uint8Array(await response.arrayBuffer())
  return new TextDecoder().decode(DECODERS[coding as keyof typeof DECODERS](bytes))
}

const headersOf = (response: Response): Record<string, string> => Object.fromEntries(response.headers)

test('an answer carries its validators, lifetime and open doors, and nothing else', async () => {
  const { get } = fakeApp({ schema: () => textAnswer('schema', SMALL) })
  const response = await get('/rest/exoplanets/schema')
  expect(response.status).toBe(200)
  expect(headersOf(response)).toEqual({
    'access-control-allow-origin': '*',
    'access-control-expose-headers':
      'ETag, Content-Disposition, Accept-Ranges, Content-Range, Link, X-Total-Count, X-Truncated, X-Warnings',
    'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
    'content-type': 'application/json',
    etag: expect.stringMatching(/^"[0-9a-z]+"$/),
    'last-modified': 'Fri, 02 Jan 2026 00:00:00 GMT',
    vary: 'Accept, Accept-Encoding',
    'x-content-type-options': 'nosniff',
  })
  expect(await response.text()).toBe(SMALL)
})

describe('If-Modified-Since is answered by the moment of publication', () => {
  const paths = ['/rest/exoplanets/schema', '/rest/exoplanets?page=2', '/exoplanets/x.csv', '/rest/query?sql=SELECT+1']
  const { get } = fakeApp({ schema: () => textAnswer('schema', MEDIUM) })
  const ask = (path: string, headers: Record<string, string>) => get(path, { headers })

  test.each([
    ['Fri, 02 Jan 2026 00:00:00 GMT', 304],
    ['Friday, 02-Jan-26 00:00:00 GMT', 304],
    ['Sat, 03 Jan 2026 00:00:00 GMT', 304],
    ['Thu, 01 Jan 2026 23:59:59 GMT', 200],
    ['2026-01-03', 200],
    ['no date', 200],
  ])('%s: %d', async (date, status) => {
    for (const path of paths)
      for (const coding of ['identity', 'gzip'])
        for (let again = 0; again < 3; again += 1) {
          const response = await ask(path, { 'if-modified-since': date, 'accept-encoding': coding })
          expect(response.status).toBe(status)
          const whole = await ask(path, { 'accept-encoding': coding })
          for (const name of ['etag', 'last-modified', 'cache-control', 'vary'])
            expect(response.headers.get(name)).toBe(whole.headers.get(name))
          expect(await response.text()).toBe(status === 304 ? '' : await whole.text())
          expect(response.headers.has('content-encoding')).toBe(status !== 304 && whole.headers.has('content-encoding'))
        }
  })

  test('If-None-Match goes before it', async () => {
    const date = 'Sat, 03 Jan 2026 00:00:00 GMT'
    expect((await ask(paths[0]!, { 'if-modified-since': date, 'if-none-match': '"other"' })).status).toBe(200)
    const etag = (await ask(paths[0]!, {})).headers.get('etag')!
    expect((await ask(paths[0]!, { 'if-modified-since': 'no date', 'if-none-match': etag })).status).toBe(304)
  })

  test('what follows the program as well has no date, and is never answered by one', async () => {
    for (const path of ['/', '/llms.txt', '/skill.md', '/swagger-ui'])
      for (let again = 0; again < 2; again += 1) {
        const response = await ask(path, { 'if-modified-since': 'Sat, 03 Jan 2026 00:00:00 GMT' })
        expect(response.status).toBe(200)
        expect(response.headers.has('last-modified')).toBe(false)
        expect(response.headers.get('etag')).toStartWith('"')
      }
  })
})

describe('a download can be continued', () => {
  const text = Array.from({ length: 20_000 }, (_, i) => i).join(' ')
  const bytesOf: Record<string, Uint8Array> = { identity: new TextEncoder().encode(text), gzip: Bun.gzipSync(text) }
  const { get } = fakeApp({
    export: (_entity, name) => ({
      ...textAnswer(`export|${name}`, text, { mediaType: 'text/csv', filename: 'x.csv' }),
      ...(name === 'stored' ? { coded: () => bytesOf.gzip! } : {}),
    }),
  })
  const ask = (path: string, headers: Record<string, string>, method = 'GET') => get(path, { headers, method })

  test.each([
    ['/exoplanets/plain.csv', 'identity'],
    ['/exoplanets/stored.csv', 'identity'],
    ['/exoplanets/stored.csv', 'gzip'],
  ])('%s, %s: each part is that of the representation that is sent', async (path, coding) => {
    const accepted = { 'accept-encoding': coding }
    const all = bytesOf[coding]!
    const whole = await ask(path, accepted)
    expect(whole.headers.get('accept-ranges')).toBe('bytes')
    for (const [range, from, to] of [
      ['bytes=0-0', 0, 1],
      ['bytes=7-1006', 7, 1007],
      ['bytes=1000-', 1000, all.length],
      ['bytes=-300', all.length - 300, all.length],
      ['bytes=5-99999999', 5, all.length],
    ] as const) {
      const part = await ask(path, { ...accepted, range })
      expect(part.status).toBe(206)
      const { 'content-range': contentRange, ...rest } = headersOf(part)
      expect(contentRange).toBe(`bytes ${from}-${to - 1}/${all.length}`)
      expect(rest).toEqual(headersOf(whole))
      expect(Buffer.from(await part.arrayBuffer())).toEqual(Buffer.from(all.slice(from, to)))
    }
  })

  test('what is malformed, of other units or several ranges gets the whole', async () => {
    for (const range of ['bytes=5-4', 'bytes=x', 'lines=1-2', 'bytes=0-1,5-6', '']) {
      const response = await ask('/exoplanets/plain.csv', { range })
      expect(response.status).toBe(200)
      expect(response.headers.has('content-range')).toBe(false)
      expect(await response.text()).toBe(text)
    }
  })

  test('where no byte is in the range, the answer says how many there are', async () => {
    for (const range of [`bytes=${text.length}-`, 'bytes=-0']) {
      const response = await ask('/exoplanets/plain.csv', { range })
      expect(response.status).toBe(416)
      expect(response.headers.get('content-range')).toBe(`bytes */${text.length}`)
      expect(await response.json()).toMatchObject({ status: 416, code: 'range_not_satisfiable' })
    }
  })

  test('If-Range lets a part through only where the rest would fit', async () => {
    const whole = await ask('/exoplanets/plain.csv', {})
    const etag = whole.headers.get('etag')!
    const date = whole.headers.get('last-modified')!
    for (const [validator, status] of [
      [etag, 206],
      [date, 206],
      [`W/${etag}`, 200],
      ['"other"', 200],
      ['Sat, 03 Jan 2026 00:00:00 GMT', 200],
      ['Thu, 01 Jan 2026 00:00:00 GMT', 200],
      ['nonsense', 200],
    ] as const)
      expect((await ask('/exoplanets/plain.csv', { range: 'bytes=9-', 'if-range': validator })).status).toBe(status)
    // A part of the plain bytes is none of the compressed ones.
    const other = { range: 'bytes=9-', 'if-range': etag, 'accept-encoding': 'gzip' }
    expect((await ask('/exoplanets/stored.csv', other)).status).toBe(200)
  })

  test('a client that has the file hears so, whatever range it names', async () => {
    const etag = (await ask('/exoplanets/plain.csv', {})).headers.get('etag')!
    expect((await ask('/exoplanets/plain.csv', { range: 'bytes=9-', 'if-none-match': etag })).status).toBe(304)
  })

  test('HEAD speaks of the whole, and pages have no ranges', async () => {
    const head = await ask('/exoplanets/plain.csv', { range: 'bytes=9-' }, 'HEAD')
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(text.length)])
    expect(head.headers.get('accept-ranges')).toBe('bytes')
    const page = await ask('/rest/exoplanets', { range: 'bytes=9-' })
    expect([page.status, page.headers.has('accept-ranges')]).toEqual([200, false])
  })
})

describe.each([
  ['on the spot', MEDIUM],
  ['on another thread', LARGE],
])('compression %s', (_, text) => {
  test.each(['identity', 'gzip', 'br', 'zstd'] as const)(
    '%s gives the same text under a tag of its own',
    async (coding) => {
      const answer = textAnswer('schema', text)
      const { get } = fakeApp({ schema: () => answer })
      const ask = () => get('/rest/exoplanets/schema', { headers: { 'accept-encoding': coding } })
      const [first, second] = [await ask(), await ask()]
      expect(first.headers.get('content-encoding')).toBe(coding === 'identity' ? null : coding)
      expect(first.headers.get('vary')).toBe('Accept, Accept-Encoding')
      const plain = await get('/rest/exoplanets/schema')
      expect(first.headers.get('etag') === plain.headers.get('etag')).toBe(coding === 'identity')
      expect(headersOf(second)).toEqual(headersOf(first))
      expect(await decoded(first)).toBe(text)
      expect(await decoded(second)).toBe(text)
      expect(answer.renders()).toBe(coding === 'identity' ? 1 : 2) // once for the coding, once for the plain one
    },
  )
})

test('a large answer that many ask for at once is rendered and compressed once', async () => {
  const answer = textAnswer('schema', LARGE)
  const { get } = fakeApp({ schema: () => answer })
  const headers = { 'accept-encoding': 'gzip' }
  const responses = await Promise.all(Array.from({ length: 20 }, () => get('/rest/exoplanets/schema', { headers })))
  for (const response of responses) expect(await decoded(response)).toBe(LARGE)
  expect(answer.renders()).toBe(1)
})

describe('a page, which is cheap to render, is kept when it is asked for again', () => {
  const pages = (text = MEDIUM) => {
    const answers = new Map<string, CountedAnswer>()
    const { get } = fakeApp({
      page(_, query) {
        const answer = answers.get(query) ?? renderedAnswer(`page|${query}`, `${query}${text}`)
        answers.set(query, answer)
        return answer
      },
    })
    const ask = (query: string, coding = 'identity') =>
      get(`/rest/exoplanets?${query}`, { headers: { 'accept-encoding': coding } })
    return { ask, renders: (query: string) => answers.get(query)!.renders() }
  }

  test('it is rendered twice, and answered in the same words each time', async () => {
    const { ask, renders } = pages()
    const first = await ask('page=1')
    const counts: number[] = [renders('page=1')]
    for (let again = 0; again < 4; again += 1) {
      const response = await ask('page=1')
      counts.push(renders('page=1'))
      expect(response.status).toBe(200)
      expect(headersOf(response)).toEqual(headersOf(first))
      expect(await response.text()).toBe(`page=1${MEDIUM}`)
    }
    expect(counts).toEqual([1, 2, 2, 2, 2])
    expect(await first.text()).toBe(`page=1${MEDIUM}`)
  })

  test('pages that are under way at once do not mix', async () => {
    const { ask } = pages()
    const queries = Array.from({ length: 30 }, (_, i) => `page=${1 + (i % 10)}`)
    const codings = Object.keys(DECODERS)
    const responses = await Promise.all(queries.map((query, i) => ask(query, codings[i % codings.length])))
    for (const [i, response] of responses.entries()) expect(await decoded(response)).toBe(`${queries[i]}${MEDIUM}`)
  })

  test.each(['gzip', 'br', 'zstd'])('%s is made once', async (coding) => {
    const { ask, renders } = pages()
    const first = await ask('page=1', coding)
    await ask('page=2', coding)
    const second = await ask('page=1', coding)
    expect(renders('page=1')).toBe(1)
    for (const response of [first, second]) expect(await decoded(response)).toBe(`page=1${MEDIUM}`)
  })

  test('a page that is large is kept at once', async () => {
    const { ask, renders } = pages(LARGE)
    for (let again = 0; again < 3; again += 1) expect(await (await ask('page=1')).text()).toBe(`page=1${LARGE}`)
    expect(renders('page=1')).toBe(1)
  })
})

test('a short answer is not compressed, unless the client refuses it plain', async () => {
  const { get } = fakeApp({ schema: () => textAnswer('schema', SMALL) })
  const short = await get('/rest/exoplanets/schema', { headers: { 'accept-encoding': 'gzip' } })
  expect(short.headers.get('content-encoding')).toBeNull()
  expect(await short.text()).toBe(SMALL)
  const forced = await get('/rest/exoplanets/schema', { headers: { 'accept-encoding': 'gzip, identity;q=0' } })
  expect(forced.headers.get('content-encoding')).toBe('gzip')
  expect(await decoded(forced)).toBe(SMALL)
})

test('an answer is compressed from 1,024 bytes on', async () => {
  const codingOf = async (bytes: number) => {
    const text = 'x'.repeat(bytes)
    const { get } = fakeApp({ schema: () => textAnswer('schema', text) })
    const response = await get('/rest/exoplanets/schema', { headers: { 'accept-encoding': 'gzip' } })
    expect(await decoded(response.clone())).toBe(text)
    return response.headers.get('content-encoding')
  }
  expect(await codingOf(1_023)).toBeNull()
  expect(await codingOf(1_024)).toBe('gzip')
})

test('a client that already has a representation gets 304 without anything being rendered', async () => {
  const { get } = fakeApp({ schema: () => textAnswer('schema', MEDIUM) })
  const fresh = textAnswer('schema', MEDIUM)
  const { get: getFresh } = fakeApp({ schema: () => fresh })
  for (const coding of ['identity', 'gzip', 'br', 'zstd']) {
    const first = await get('/rest/exoplanets/schema', { headers: { 'accept-encoding': coding } })
    const etag = first.headers.get('etag')!
    for (const ifNoneMatch of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await getFresh('/rest/exoplanets/schema', {
        headers: { 'accept-encoding': coding, 'if-none-match': ifNoneMatch },
      })
      expect(again.status).toBe(304)
      expect(headersOf(again)).toEqual({
        'access-control-allow-origin': '*',
        'access-control-expose-headers':
          'ETag, Content-Disposition, Accept-Ranges, Content-Range, Link, X-Total-Count, X-Truncated, X-Warnings',
        'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
        etag,
        'last-modified': 'Fri, 02 Jan 2026 00:00:00 GMT',
        vary: 'Accept, Accept-Encoding',
        'x-content-type-options': 'nosniff',
      })
      expect(await again.text()).toBe('')
    }
  }
  expect(fresh.renders()).toBe(0)
})

test('If-None-Match: * is answered with the tag of what the client would get, kept or not', async () => {
  for (const body of [SMALL, MEDIUM])
    for (const coding of ['identity', 'gzip', 'br', 'zstd'])
      for (const path of ['/rest/exoplanets/schema', '/exoplanets/x.json', '/rest/query?sql=SELECT+1']) {
        const { get } = fakeApp({
          schema: () => textAnswer('schema', body),
          export: () => ({ ...textAnswer('export', body), filename: 'x.json' }),
          select: async () => ({
            ...textAnswer('select', body),
            isDeterministic: true,
            rows: 1,
            truncated: false,
            warnings: [],
          }),
        })
        const any = { headers: { 'accept-encoding': coding, 'if-none-match': '*' } }
        const fresh = await get(path, any)
        const whole = await get(path, { headers: { 'accept-encoding': coding } })
        const kept = await get(path, any)
        expect([fresh.status, whole.status, kept.status]).toEqual([304, 200, 304])
        for (const response of [fresh, kept]) {
          expect(await response.text()).toBe('')
          const {
            'content-type': _,
            'content-encoding': __,
            'content-disposition': ___,
            'accept-ranges': ____,
            ...rest
          } = headersOf(whole)
          expect(headersOf(response)).toEqual(rest)
        }
      }
})

test('a tag of another request or snapshot gets the whole answer', async () => {
  const schema = () => textAnswer('schema', SMALL)
  const tag = async (app: ReturnType<typeof fakeApp>) => (await app.get('/rest/exoplanets/schema')).headers.get('etag')!
  const tags = [
    await tag(fakeApp({ schema: () => textAnswer('other', SMALL) })),
    await tag(fakeApp({ schema: () => textAnswer('schema', SMALL, { snapshotId: 'ffffffffffffffff' }) })),
  ]
  const response = await fakeApp({ schema }).get('/rest/exoplanets/schema', {
    headers: { 'if-none-match': tags.join(', ') },
  })
  expect(response.status).toBe(200)
  expect(await response.text()).toBe(SMALL)
})

test('a new snapshot is never answered with the bytes of the old one', async () => {
  let id = 'a'
  const { get } = fakeApp({ schema: () => textAnswer('schema', `{"id":"${id}"}`, { snapshotId: id }) })
  const first = await get('/rest/exoplanets/schema')
  id = 'b'
  const second = await get('/rest/exoplanets/schema')
  expect([await first.text(), await second.text()]).toEqual(['{"id":"a"}', '{"id":"b"}'])
  expect(first.headers.get('etag')).not.toBe(second.headers.get('etag'))
})

test('a late answer of the former snapshot neither empties nor fills the cache of the new one', async () => {
  const query = { sql: 'SELECT 1', maxRows: 1_000 }
  const late = Promise.withResolvers<SelectAnswer>()
  const rendered = textAnswer('schema', MEDIUM, { snapshotId: 'new' })
  const former = fakeCatalog({ select: () => late.promise })
  const next = fakeCatalog({ schema: () => rendered, select: async () => selectAnswer(query, SMALL) })
  let current = former
  const { get } = fakeApp({}, { catalog: () => current })
  const slow = get('/rest/query?sql=SELECT+1')
  current = next
  for (let again = 0; again < 3; again += 1) await get('/rest/exoplanets/schema')
  expect(rendered.renders()).toBe(1)
  late.resolve(selectAnswer(query, MEDIUM))
  expect(await (await slow).text()).toBe(MEDIUM)
  for (let again = 0; again < 3; again += 1) expect((await get('/rest/exoplanets/schema')).status).toBe(200)
  expect(rendered.renders()).toBe(1)
  expect(await (await get('/rest/query?sql=SELECT+1')).text()).toBe(SMALL)
})

test('a download that the build compressed is sent as stored, under its name and a longer lifetime', async () => {
  const calls: string[] = []
  const { get } = fakeApp({
    export: (_entity, name, format) =>
      textAnswer(`export|${name}`, SMALL, {
        mediaType: 'text/csv; charset=utf-8',
        filename: `exoplanet-${name}.${format}`,
        coded(coding) {
          calls.push(coding)
          return new TextEncoder().encode(`stored ${coding}`)
        },
      }),
  })
  const ask = async (acceptEncoding: string) =>
    get('/exoplanets/Kepler-22%20b.csv', { headers: { 'accept-encoding': acceptEncoding } })
  const compressed = await ask('gzip, br, zstd')
  expect(headersOf(compressed)).toEqual({
    'access-control-allow-origin': '*',
    'access-control-expose-headers':
      'ETag, Content-Disposition, Accept-Ranges, Content-Range, Link, X-Total-Count, X-Truncated, X-Warnings',
    'cache-control': 'public, max-age=86400, stale-while-revalidate=86400',
    'content-disposition': 'attachment; filename="exoplanet-Kepler-22 b.csv"',
    'content-encoding': 'gzip',
    'accept-ranges': 'bytes',
    'content-type': 'text/csv; charset=utf-8',
    etag: expect.stringMatching(/^"[0-9a-z]+-gz"$/),
    'last-modified': 'Fri, 02 Jan 2026 00:00:00 GMT',
    vary: 'Accept-Encoding',
    'x-content-type-options': 'nosniff',
  })
  expect(await compressed.text()).toBe('stored gzip')
  const brotliOnly = await ask('br')
  expect(brotliOnly.headers.has('content-encoding')).toBe(false)
  expect(await brotliOnly.text()).toBe(SMALL)
  expect(await (await ask('gzip;q=0.5, identity')).text()).toBe(SMALL)
  expect(calls).toEqual(['gzip'])
})

test('a deterministic query is kept and not run again, another one is never kept', async () => {
  const runs: string[] = []
  const { get } = fakeApp({
    async select(query) {
      runs.push(query.sql)
      return selectAnswer(query, MEDIUM, !query.sql.includes('random'))
    },
  })
  const kept = await get('/rest/query?sql=SELECT+1')
  expect(kept.headers.get('cache-control')).toBe('public, max-age=300, stale-while-revalidate=86400')
  expect(await (await get('/rest/query?sql=%20SELECT%201')).text()).toBe(MEDIUM)
  const etag = kept.headers.get('etag')!
  expect((await get('/rest/query?sql=SELECT+1', { headers: { 'if-none-match': etag } })).status).toBe(304)
  expect((await get('/rest/query?sql=SELECT+1&limit=5', { headers: { 'if-none-match': etag } })).status).toBe(200)
  expect(runs).toEqual(['SELECT 1', 'SELECT 1'])

  const ask = () =>
    get('/rest/query?sql=SELECT+random()', { headers: { 'accept-encoding': 'gzip', 'if-none-match': '*' } })
  await ask()
  const random = await ask()
  expect(random.status).toBe(200)
  expect(headersOf(random)).toEqual({
    'access-control-allow-origin': '*',
    'access-control-expose-headers':
      'ETag, Content-Disposition, Accept-Ranges, Content-Range, Link, X-Total-Count, X-Truncated, X-Warnings',
    'cache-control': 'no-store',
    'content-encoding': 'gzip',
    'content-type': 'application/json',
    vary: 'Accept, Accept-Encoding',
    'x-content-type-options': 'nosniff',
  })
  expect(await decoded(random)).toBe(MEDIUM)
  expect(runs.slice(2)).toEqual(['SELECT random()', 'SELECT random()'])
})

test('the lifetimes are settings', async () => {
  const { settings } = (await import('../../../src/settings.ts')).readCommandLine(
    { CACHE_MAX_AGE_S: '0', EXPORT_MAX_AGE_S: '7' },
    [],
  )
  const { get } = fakeApp({}, { settings })
  expect((await get('/rest/insights')).headers.get('cache-control')).toStartWith('public, max-age=0,')
  expect((await get('/exoplanets/x.csv')).headers.get('cache-control')).toStartWith('public, max-age=7,')
})

describe('an answer that came in pieces is never joined', () => {
  const pieces = Array.from({ length: 30 }, (_, i) => new TextEncoder().encode(`${i}:${'abc'.repeat(20_000)}\n`))
  const text = Buffer.concat(pieces).toString()
  const inPieces = (isDeterministic: boolean) => {
    let runs = 0
    const { get } = fakeApp({
      async select(query) {
        runs += 1
        const body = (): never => {
          throw new Error('it was joined')
        }
        return { ...selectAnswer(query, '', isDeterministic), pieces, body }
      },
    })
    const ask = (coding: string, method = 'GET') =>
      get('/rest/query?sql=SELECT+1', { method, headers: { 'accept-encoding': coding } })
    return { ask, runs: () => runs }
  }

  test.each(Object.keys(DECODERS))('%s, kept and asked for again', async (coding) => {
    const { ask, runs } = inPieces(true)
    const [first, second, third] = [await ask(coding), await ask(coding), await ask(coding)]
    for (const response of [first, second, third]) {
      expect(response.status).toBe(200)
      expect(response.headers.get('content-encoding')).toBe(coding === 'identity' ? null : coding)
      expect(headersOf(response)).toEqual(headersOf(first))
      expect(await decoded(response)).toBe(text)
    }
    expect(first.headers.get('etag')).toMatch(coding === 'identity' ? /^"[0-9a-z]+"$/ : /^"[0-9a-z]+-[a-z]+"$/)
    expect(runs()).toBe(1)
  })

  test.each(Object.keys(DECODERS))('%s, where nobody may keep it', async (coding) => {
    const { ask, runs } = inPieces(false)
    for (const response of [await ask(coding), await ask(coding)]) {
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('content-encoding')).toBe(coding === 'identity' ? null : coding)
      expect(await decoded(response)).toBe(text)
    }
    expect(runs()).toBe(2)
  })

  test('HEAD says how long it is', async () => {
    const head = await inPieces(true).ask('identity', 'HEAD')
    expect(head.headers.get('content-length')).toBe(String(text.length))
    expect(await head.text()).toBe('')
  })
})
