import { afterEach, describe, expect, spyOn, test } from 'bun:test'
import * as files from 'node:fs/promises'
import { join } from 'node:path'
import { request } from '../../../../build/storage/http-read.ts'
import { openReadableStorage, openStorage } from '../../../../build/storage/open-storage.ts'
import { readText, type Storage, type StorageError } from '../../../../build/storage/storage.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'
import { watchTimers } from '../../../fixtures/watch-timers.ts'

const AS = { mediaType: 'text/plain', cacheControl: 'no-cache' }
const KEYS = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }

const spies: { mockRestore(): void }[] = []
afterEach(() => {
  for (const spy of spies.splice(0)) spy.mockRestore()
})

function answering(answer: (url: string, init: RequestInit) => Response | Promise<Response>): string[] {
  const asked: string[] = []
  const fetching = spyOn(globalThis, 'fetch').mockImplementation((async (url: string, init: RequestInit) => {
    asked.push(`${init.method ?? 'GET'} ${url}`)
    return answer(url, init)
  }) as never)
  spies.push(fetching)
  return asked
}

async function failureOf(promise: Promise<unknown>): Promise<StorageError> {
  const error = await promise.then(String, (failure: unknown) => failure)
  expect(error).toBeInstanceOf(Error)
  return error as StorageError
}

describe('an address on the web', () => {
  const storage = openReadableStorage({ kind: 'web', address: 'https://a.example/x' }, {})

  test('is read by its keys', async () => {
    const asked = answering(() => new Response('text'))
    expect([storage.address, await readText(storage, 'pages/a.bin')]).toEqual(['https://a.example/x', 'text'])
    expect(asked).toEqual(['GET https://a.example/x/pages/a.bin'])
  })

  test('has no file where its server has none, and any other status is told', async () => {
    answering(() => new Response('', { status: 404 }))
    expect(await storage.read('a', 0)).toBeUndefined()
    for (const status of [403, 405]) {
      answering(() => new Response('', { status }))
      expect(await failureOf(storage.read('a', 0))).toMatchObject({
        name: 'StorageError',
        message: `https://a.example/x/a cannot be read: its server responded with status ${status}.`,
        isTransient: false,
      })
    }
  })
})

test('a folder is written, and so is an object storage, by their kinds', async () => {
  const folder = await temporaryFolder()
  const asked = answering(() => new Response())
  const own = openStorage({ kind: 'folder', address: folder }, {})
  await own.write('a/b.txt', new Blob(['text']), AS)
  expect([own.address, await Bun.file(join(folder, 'a/b.txt')).text(), asked]).toEqual([folder, 'text', []])
  for (const open of [openStorage, openReadableStorage] as const) {
    const address = { kind: 's3', address: 's3://b/p', bucket: 'b', prefix: 'p' } as const
    const storage = open(address, { ...KEYS, S3_ENDPOINT: 'https://s.example' })
    expect(storage.address).toBe('s3://b/p')
    await storage.read('a.txt', 0)
    expect(asked.at(-1)).toStartWith('GET https://s.example/b/p/a.txt?')
  }
})

describe('a connection that is not made is told by its cause', () => {
  test.each([
    ['nothing listens there', { code: 'ECONNREFUSED' }],
    ['nothing listens there', { code: 'ConnectionRefused' }],
    ['its host has no address', { code: 'ENOTFOUND' }],
    ['its host has no address', { code: 'DNSException' }],
    ['its host has no address or cannot be reached', { code: 'FailedToOpenSocket' }],
    ['the connection was cut', { code: 'ECONNRESET' }],
    ['the connection was cut', { code: 'ConnectionClosed' }],
    ['it did not respond in time', { code: 'Timeout' }],
    ['it did not respond in time', { name: 'TimeoutError' }],
    ['the connection failed (EPIPE)', { code: 'EPIPE', name: 'Error' }],
    ['the connection failed (Odd)', { name: 'Odd' }],
  ])('%s', async (said, facts) => {
    const cause = Object.assign(new Error('x'), facts)
    answering(() => Promise.reject(cause))
    using timers = watchTimers()
    expect(await failureOf(request('It cannot be read', 'https://a.example', {}, 54_321))).toMatchObject({
      message: `It cannot be read: ${said}.`,
      isTransient: true,
      cause,
    })
    expect(timers.pending()).toEqual([])
  })

  test('one that stays silent is given up', async () => {
    answering(
      (_, { signal }) => new Promise((_, reject) => signal!.addEventListener('abort', () => reject(signal!.reason))),
    )
    const { message } = await failureOf(request('It cannot be read', 'https://a.example', {}, 10))
    expect(message).toBe('It cannot be read: it did not respond in time.')
  })

  test('and after an answer no timer is left', async () => {
    answering(() => new Response('text'))
    using timers = watchTimers()
    await request('It', 'https://a.example', {}, 54_321)
    expect(timers.pending()).toEqual([])
  })
})

describe('a folder that cannot be used is told by the reason', () => {
  const FAILING = {
    mkdir: ['cannot be written', (storage: Storage) => storage.write('a', new Blob(['x']), AS)],
    readdir: ['cannot be listed', (storage: Storage) => storage.list('')],
    open: ['cannot be read', (storage: Storage) => storage.read('a', 0)],
    rm: ['cannot be removed', (storage: Storage) => storage.remove('a')],
  } as const
  type Step = keyof typeof FAILING

  /** How an operation fails when the system refuses a step of it. */
  async function refusalOf(step: Step, cause: Error) {
    const folder = await temporaryFolder()
    spies.push(spyOn(files, step).mockImplementation((() => Promise.reject(cause)) as never))
    const failure = await failureOf(FAILING[step][1](openStorage({ kind: 'folder', address: folder }, {})))
    return { failure, what: `${step === 'readdir' ? `The files of ${folder}` : join(folder, 'a')} ${FAILING[step][0]}` }
  }

  test.each([
    ['mkdir', 'ENOSPC', 'the disk is full: free space, and start again'],
    ['mkdir', 'EDQUOT', 'the quota of disk space is used up: free space, and start again'],
    ['mkdir', 'ENOTDIR', 'its path leads through a file'],
    ['mkdir', 'EIO', 'system error EIO'],
    ['readdir', 'EACCES', 'this user has no permission to access it'],
    ['open', 'EPERM', 'this user has no permission to access it'],
    ['rm', 'EROFS', 'it is on a read-only file system'],
  ] as const)('%s: %s', async (step, code, reason) => {
    const cause = Object.assign(new Error(code), { code, syscall: step })
    const { failure, what } = await refusalOf(step, cause)
    expect(failure).toMatchObject({ name: 'StorageError', message: `${what}: ${reason}.`, isTransient: false, cause })
  })

  test.each(['mkdir', 'readdir', 'open', 'rm'] as const)(
    'what is no error of the system stays as it is: %s',
    async (step) => {
      const cause = new RangeError('mine')
      expect((await refusalOf(step, cause)).failure as Error).toBe(cause)
    },
  )
})

describe('an object storage', () => {
  const ADDRESS = { kind: 's3', address: 's3://b/p', bucket: 'b', prefix: 'p' } as const

  test('without credentials says which to set, whatever is asked of it', async () => {
    const storage = openStorage(ADDRESS, {
      S3_ENDPOINT: 'https://s.example',
      S3_ACCESS_KEY_ID: ' ',
      AWS_SECRET_ACCESS_KEY: '',
    })
    const missing =
      'credentials are missing: set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.'
    for (const [what, run] of [
      ['s3://b/p/a cannot be read', () => storage.read('a', 0)],
      ['s3://b/p/a cannot be written', () => storage.write('a', new Blob(['x']), AS)],
      ['s3://b/p/a cannot be removed', () => storage.remove('a')],
      ['The files of s3://b/p cannot be listed', () => storage.list('')],
    ] as const)
      expect(await failureOf(run())).toMatchObject({ message: `${what}: ${missing}`, isTransient: false })
  })

  test.each([
    [{ S3_ENDPOINT: 'https://1.example', AWS_ENDPOINT: 'https://2.example' }, 'https://1.example'],
    [
      { S3_ENDPOINT: ' ', AWS_ENDPOINT: 'https://2.example', AWS_ENDPOINT_URL_S3: 'https://3.example' },
      'https://2.example',
    ],
    [{ AWS_ENDPOINT_URL_S3: 'https://3.example', AWS_ENDPOINT_URL: 'https://4.example' }, 'https://3.example'],
    [{ AWS_ENDPOINT_URL: ' https://4.example ' }, 'https://4.example'],
  ])('%j is at %s', async (env, endpoint) => {
    const asked = answering(() => new Response('x'))
    await openStorage(ADDRESS, { ...KEYS, ...env }).read('a', 0)
    expect(asked[0]).toStartWith(`GET ${endpoint}/b/p/a?`)
  })

  test('signs with the key, the region and the session that are set, for an hour', async () => {
    const asked = answering(() => new Response('x'))
    const env = { AWS_ACCESS_KEY_ID: 'other', AWS_SECRET_ACCESS_KEY: 's', AWS_DEFAULT_REGION: 'eu-north-1', AWS_SESSION_TOKEN: 'token', S3_ENDPOINT: 'https://s.example' } // biome-ignore format: settings
    await openStorage({ ...ADDRESS, prefix: '' }, env).read('a', 0)
    const url = new URL(asked[0]!.slice('GET '.length))
    expect(url.pathname).toBe('/b/a')
    const parameters = Object.fromEntries(url.searchParams)
    expect(parameters['X-Amz-Credential']).toMatch(/^other\/\d{8}\/eu-north-1\/s3\/aws4_request$/)
    expect([parameters['X-Amz-Expires'], parameters['X-Amz-Security-Token']]).toEqual(['3600', 'token'])
  })

  test.each([
    ['NoSuchKey', 404],
    ['', 404],
  ])('has no file where it says %j', async (code, status) => {
    answering(() => new Response(code === '' ? '' : `<Error><Code>${code}</Code></Error>`, { status }))
    expect(await openStorage(ADDRESS, { ...KEYS, S3_ENDPOINT: 'https://s.example' }).read('a', 0)).toBeUndefined()
  })

  test.each([
    ['NoSuchBucket', 404, false, 'there is no such bucket: create it, or correct the address'],
    ['AccessDenied', 403, false, 'the credentials do not allow it: grant them the right to list, read and write below this address'],
    ['InvalidAccessKeyId', 403, false, 'the access key is unknown: check S3_ACCESS_KEY_ID or AWS_ACCESS_KEY_ID'],
    ['SignatureDoesNotMatch', 403, false, 'the secret key is not that of the access key: check S3_SECRET_ACCESS_KEY or AWS_SECRET_ACCESS_KEY'],
    ['ExpiredToken', 400, false, 'the session token has expired: renew S3_SESSION_TOKEN or AWS_SESSION_TOKEN'],
    ['InvalidToken', 400, false, 'the session token is not valid: renew S3_SESSION_TOKEN or AWS_SESSION_TOKEN'],
    ['RequestTimeTooSkewed', 403, false, 'the clock of this machine differs from that of the storage: set it'],
    ['PermanentRedirect', 301, false, 'the bucket is in another region: set S3_REGION or AWS_REGION to it'],
    ['AuthorizationHeaderMalformed', 400, false, 'the bucket is in another region: set S3_REGION or AWS_REGION to it'],
    ['SlowDown', 503, true, 'the storage responded with SlowDown'],
    ['InternalError', 500, true, 'the storage responded with InternalError'],
    ['ServiceUnavailable', 503, true, 'the storage responded with ServiceUnavailable'],
    ['Whatever', 400, false, 'the storage responded with Whatever'],
  ])('says %s in words, and whether it may pass', async (code, status, isTransient, reason) => {
    const answer = () => new Response(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>m</Message></Error>`, { status })
    answering(answer)
    await using server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: answer })
    const storage = openStorage(ADDRESS, { ...KEYS, S3_ENDPOINT: server.url.href })
    const read = await failureOf(storage.read('a', 0))
    expect(read).toMatchObject({ message: `s3://b/p/a cannot be read: ${reason}.`, isTransient })
    // Bun's own client lists and removes.
    const removed = await failureOf(storage.remove('a'))
    expect(removed).toMatchObject({ message: `s3://b/p/a cannot be removed: ${reason}.`, isTransient })
    const listed = await failureOf(storage.list('x'))
    expect(listed).toMatchObject({ message: `The files of s3://b/p cannot be listed: ${reason}.`, isTransient })
  }) // biome-ignore format: a table

  test('that nobody serves may be served later', async () => {
    const storage = openStorage(ADDRESS, { ...KEYS, S3_ENDPOINT: 'http://127.0.0.1:1' })
    const failure = await failureOf(storage.remove('a'))
    expect(failure.message).toMatch(
      /^s3:\/\/b\/p\/a cannot be removed: (?:nothing listens there|its host .*|the connection .*)\.$/,
    )
    expect(failure.isTransient).toBe(true)
  })
})
