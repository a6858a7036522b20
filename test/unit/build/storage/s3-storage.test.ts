import { afterAll, expect, test } from 'bun:test'
import { s3Storage } from '../../../../build/storage/s3-storage.ts'
import { StorageError } from '../../../../build/storage/storage.ts'

/** Responds to every request as the test says. */
let respond: (request: Request) => Response = () => new Response()
const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: (request) => respond(request) })
afterAll(() => server.stop(true))

const ENV = {
  S3_ENDPOINT: `http://127.0.0.1:${server.port}`,
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
  S3_REGION: 'us-east-1',
}
const storage = s3Storage('s3://bucket/prefix', 'bucket', 'prefix', ENV)
const HEADERS = { mediaType: 'text/csv', cacheControl: 'no-store' }
const errorXml = (code: string): string => `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`

async function failureOf(promise: Promise<unknown>): Promise<StorageError> {
  const failure = await promise.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(StorageError)
  return failure as StorageError
}

test('a file is sent to its key with its headers', async () => {
  let sent: readonly unknown[] = []
  respond = (request) => {
    const { pathname } = new URL(request.url)
    sent = [request.method, pathname, request.headers.get('content-type'), request.headers.get('cache-control')]
    return new Response()
  }
  await storage.write('pages/a.bin', new Blob(['abc']), HEADERS)
  expect(sent).toEqual(['PUT', '/bucket/prefix/pages/a.bin', 'text/csv', 'no-store'])
})

test.each([
  [403, 'AccessDenied', false, 'the credentials do not allow it'],
  [404, 'NoSuchBucket', false, 'there is no such bucket'],
  [400, 'Whatever', false, 'the storage responded with Whatever'],
  [429, 'SlowDown', true, 'the storage responded with SlowDown'],
  [500, 'InternalError', true, 'the storage responded with InternalError'],
  [503, 'SlowDown', true, 'the storage responded with SlowDown'],
])('a file that is refused with %d %s can be sent again: %p', async (status, code, isTransient, reason) => {
  respond = () => new Response(errorXml(code), { status })
  const failure = await failureOf(storage.write('a', new Blob(['abc']), HEADERS))
  expect(failure.message).toStartWith(`s3://bucket/prefix/a cannot be written: ${reason}`)
  expect(failure.isTransient).toBe(isTransient)
})

test('a refusal without a reason is told by its status', async () => {
  respond = () => new Response('no', { status: 418 })
  expect((await failureOf(storage.write('a', new Blob(['abc']), HEADERS))).message).toBe(
    's3://bucket/prefix/a cannot be written: the storage responded with status 418.',
  )
  respond = () => new Response('', { status: 404 })
  expect((await failureOf(storage.write('a', new Blob(['abc']), HEADERS))).message).toContain('there is no such bucket')
})
