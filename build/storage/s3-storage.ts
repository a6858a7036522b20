import type { Env } from '../../src/command-line/setting.ts'
import { connectionFault, readUrl, request } from './http-read.ts'
import { type Storage, StorageError, type StoredFile } from './storage.ts'

/** Validity of a signed request in seconds, which is checked only at the beginning; a file can take longer to arrive. */
const SIGNED_S = 3_600

/** Time limit for sending a file, in milliseconds: a base time plus the time that a slow connection needs. */
function patienceMs(bytes: number): number {
  return 60_000 + bytes / 20
}

/** Error codes of object storages, with the reason and the remedy. */
const REASONS: Readonly<Record<string, string>> = {
  NoSuchBucket: 'there is no such bucket: create it, or correct the address',
  AccessDenied: 'the credentials do not allow it: grant them the right to list, read and write below this address',
  InvalidAccessKeyId: 'the access key is unknown: check S3_ACCESS_KEY_ID or AWS_ACCESS_KEY_ID',
  SignatureDoesNotMatch:
    'the secret key is not that of the access key: check S3_SECRET_ACCESS_KEY or AWS_SECRET_ACCESS_KEY',
  ExpiredToken: 'the session token has expired: renew S3_SESSION_TOKEN or AWS_SESSION_TOKEN',
  InvalidToken: 'the session token is not valid: renew S3_SESSION_TOKEN or AWS_SESSION_TOKEN',
  RequestTimeTooSkewed: 'the clock of this machine differs from that of the storage: set it',
  PermanentRedirect: 'the bucket is in another region: set S3_REGION or AWS_REGION to it',
  AuthorizationHeaderMalformed: 'the bucket is in another region: set S3_REGION or AWS_REGION to it',
}

const MISSING_CREDENTIALS =
  'credentials are missing: set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'

function reasonOf(code: string): string {
  return REASONS[code] ?? `the storage responded with ${code}`
}

async function explain(response: Response): Promise<string> {
  const [, code] = /<Code>(\w+)<\/Code>/.exec(await response.text().catch(() => '')) ?? []
  if (code === 'NoSuchKey' || (code === undefined && response.status === 404)) return ''
  return code === undefined ? `the storage responded with status ${response.status}` : reasonOf(code)
}

/** Converts an error of Bun's client, whose message alone is not informative. */
function clientFault(what: string, cause: unknown): StorageError {
  const code = String((cause as { readonly code?: unknown }).code)
  if (code === 'ERR_S3_MISSING_CREDENTIALS')
    return new StorageError(`${what}: ${MISSING_CREDENTIALS}.`, false, { cause })
  const isFromStorage = (cause as Error).name === 'S3Error' && /^[A-Z]\w+$/.test(code) && !isConnection(code)
  const isBusy = code === 'SlowDown' || code === 'InternalError' || code === 'ServiceUnavailable'
  return isFromStorage
    ? new StorageError(`${what}: ${reasonOf(code)}.`, isBusy, { cause })
    : new StorageError(`${what}: ${connectionFault(cause)}.`, true, { cause })
}

function isConnection(code: string): boolean {
  return /^(Connection|Timeout|FailedToOpenSocket|DNS)/.test(code)
}

/**
 * Returns the first of these variables that is set. Bun's client reads the credentials itself, but does not support all these
 * names.
 */
function firstOf(env: Env, ...names: readonly string[]): string | undefined {
  return names.map((name) => env[name]?.trim()).find((value) => value !== undefined && value !== '')
}

/**
 * Opens a storage that supports the S3 protocol, at `s3://bucket/prefix`. Credentials, region and endpoint come only from the
 * usual environment variables. Files are sent and read through signed URLs, which allow cache headers.
 */
export function s3Storage(address: string, bucket: string, prefix: string, env: Env): Storage {
  const endpoint = firstOf(env, 'S3_ENDPOINT', 'AWS_ENDPOINT', 'AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL')
  const region = firstOf(env, 'S3_REGION', 'AWS_REGION', 'AWS_DEFAULT_REGION')
  const accessKeyId = firstOf(env, 'S3_ACCESS_KEY_ID', 'AWS_ACCESS_KEY_ID')
  const secretAccessKey = firstOf(env, 'S3_SECRET_ACCESS_KEY', 'AWS_SECRET_ACCESS_KEY')
  const sessionToken = firstOf(env, 'S3_SESSION_TOKEN', 'AWS_SESSION_TOKEN')
  const client = new Bun.S3Client({
    bucket,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(region === undefined ? {} : { region }),
    ...(accessKeyId === undefined ? {} : { accessKeyId }),
    ...(secretAccessKey === undefined ? {} : { secretAccessKey }),
    ...(sessionToken === undefined ? {} : { sessionToken }),
  })
  const keyOf = (key: string): string => (prefix === '' ? key : `${prefix}/${key}`)
  const sign = (what: string, key: string, method: 'GET' | 'PUT'): string => {
    try {
      return client.presign(keyOf(key), { method, expiresIn: SIGNED_S })
    } catch (cause) {
      throw clientFault(what, cause)
    }
  }
  return {
    address,
    async list(under) {
      const found: StoredFile[] = []
      for (let continuationToken: string | undefined; ; ) {
        const page = await client
          .list({ prefix: keyOf(under), ...(continuationToken === undefined ? {} : { continuationToken }) })
          .catch((cause: unknown) => {
            throw clientFault(`The files of ${address} cannot be listed`, cause)
          })
        for (const { key, size = 0, lastModified = '' } of page.contents ?? [])
          found.push({ key: key.slice(keyOf('').length), bytes: size, modifiedMs: Date.parse(lastModified) })
        continuationToken = page.isTruncated === true ? page.nextContinuationToken : undefined
        if (continuationToken === undefined) return found
      }
    },
    async read(key, from) {
      const what = `${address}/${key} cannot be read`
      return readUrl(what, sign(what, key, 'GET'), from, explain)
    },
    async write(key, content, { mediaType, cacheControl }) {
      const what = `${address}/${key} cannot be written`
      const headers = { 'content-type': mediaType, 'cache-control': cacheControl }
      const response = await request(
        what,
        sign(what, key, 'PUT'),
        { method: 'PUT', body: content, headers },
        patienceMs(content.size),
      )
      if (response.ok) return
      const reason = (await explain(response)) || reasonOf('NoSuchBucket')
      throw new StorageError(`${what}: ${reason}.`, response.status >= 500 || response.status === 429)
    },
    async remove(key) {
      await client.delete(keyOf(key)).catch((cause: unknown) => {
        throw clientFault(`${address}/${key} cannot be removed`, cause)
      })
    },
  }
}
