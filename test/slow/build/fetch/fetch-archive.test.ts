import { describe, expect, test } from 'bun:test'
import { mkdir, readdir, readlink, symlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { readArchive } from '../../../../build/archive/read-archive.ts'
import { takeLock } from '../../../../build/data-folder/lock.ts'
import { quietEffects } from '../../../fixtures/archives/archive-folder.ts'
import {
  AGENT,
  COLUMNS,
  COUNT_QUERY,
  HOSTS,
  onPlanets,
  PLANET_ROWS,
  PLANETS,
  ROWS_QUERY,
  runFetch,
} from '../../../fixtures/processes/fetch-run.ts'
import {
  asItShould,
  cutGzip,
  cutHalfWay,
  endedAfter,
  fallsSilent,
  neverAnswers,
  sends,
  slowly,
  type TapBehavior,
  votableError,
  withoutEnd,
} from '../../../fixtures/servers/tap-stand-in.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

const FILES = ['columns.csv.gz', 'provenance.json', 'ps.csv.gz', 'stellarhosts.csv.gz']

async function textOf(folder: string, name: string): Promise<string> {
  return gunzipSync(await Bun.file(join(folder, name)).bytes()).toString()
}

function sha256(bytes: Uint8Array | string): string {
  return new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
}

describe('a fetch that succeeds', () => {
  test('brings every byte of both tables and of their columns, and notes where they come from', async () => {
    const { outDir, failure, requests } = await runFetch()
    expect(failure).toBeUndefined()
    expect((await readdir(outDir)).sort()).toEqual(FILES)
    expect(await textOf(outDir, 'ps.csv.gz')).toBe(PLANETS)
    expect(await textOf(outDir, 'stellarhosts.csv.gz')).toBe(HOSTS)
    expect(await textOf(outDir, 'columns.csv.gz')).toBe(COLUMNS.replace(/^pscomppars.*\n/m, ''))
    const provenance = await Bun.file(join(outDir, 'provenance.json')).json()
    expect(provenance).toMatchObject({ fetchedAt: '2026-03-04T05:06:07.000Z', userAgent: AGENT })
    expect(provenance.source).toEndWith('/TAP/sync')
    const stored = await Bun.file(join(outDir, 'ps.csv.gz')).bytes()
    expect(provenance.files.map(({ name }: { name: string }) => name)).toEqual(
      FILES.filter((name) => name.endsWith('.gz')),
    )
    expect(provenance.files[1]).toEqual({
      name: 'ps.csv.gz',
      query: ROWS_QUERY,
      startedAt: '2026-03-04T05:06:07.000Z',
      seconds: expect.any(Number),
      rows: PLANET_ROWS,
      columns: 4,
      bytes: stored.byteLength,
      sha256: sha256(stored),
      textBytes: Buffer.byteLength(PLANETS),
      textSha256: sha256(PLANETS),
    })
    expect(new Set(requests.map(({ userAgent }) => userAgent))).toEqual(new Set([AGENT]))
    expect(requests.map(({ parameters }) => parameters)).toContainEqual({ query: COUNT_QUERY, format: 'csv' })
  })

  test('makes a folder that the build reads, with types and date', async () => {
    const { outDir } = await runFetch()
    const archive = await readArchive(outDir, quietEffects)
    expect(archive.tableDates).toEqual({ exoplanets: '2026-03-04', stellarhosts: '2026-03-04' })
    expect(archive.tables.exoplanets.rows).toBe(PLANET_ROWS)
    const types = archive.tables.exoplanets.columns.map(({ sourceDatatype }) => sourceDatatype)
    expect(types).toEqual(['char', 'char', 'double', 'char'])
    expect(archive.inputs.map(({ name }) => name)).toContain('provenance.json')
  })

  test('stores the same text as the same file, whether the service compresses and however it is cut', async () => {
    const plain: TapBehavior = (response, csv) => void response.writeHead(200).end(csv)
    const hashes = await Promise.all(
      [asItShould, plain, slowly(7, 0), slowly(1000, 1, 30)].map(async (behavior) => {
        const { outDir, failure } = await runFetch({ behave: onPlanets(behavior) })
        expect(failure).toBeUndefined()
        return sha256(await Bun.file(join(outDir, 'ps.csv.gz')).bytes())
      }),
    )
    expect(new Set(hashes).size).toBe(1)
  })
})

/** Silence alone ends an answer. */
const NEVER_SLOW = { leastBytesPerS: 0 }

describe('what may pass is tried again, with growing pauses', () => {
  const inQuotes = (csv: string): number => csv.lastIndexOf('"') - 3
  const atRowEnd = (csv: string): number => csv.lastIndexOf('\n', csv.length - 2) + 1

  test.each([
    [
      'a connection that breaks against its Content-Length',
      cutHalfWay({ hasLength: true }),
      'The connection broke after',
    ],
    ['a connection that breaks between chunks', cutHalfWay({ hasLength: false }), 'The connection broke after'],
    ['a compressed body that ends early', cutGzip(200), 'The compressed response is cut off or damaged'],
    ['a body that ends inside quotes', endedAfter(inQuotes), 'The response is not a complete table: ps.csv.gz, line'],
    ['a body that ends between two rows', endedAfter(atRowEnd), '402 rows arrived, but the service counts 403'],
    [
      'rows that the service does not count',
      sends(200, 'text/csv', `${PLANETS}K-400 b,K-400,,\n`),
      '404 rows arrived, but the service counts 403, which is fewer',
    ],
    ['a table without rows', endedAfter((csv) => csv.indexOf('\n') + 1), 'ps.csv.gz would have no rows.'],
    ['an empty 200', sends(200, 'text/csv', ''), 'The response is empty'],
    [
      'a web page with status 200',
      sends(200, 'text/html', '<title>Maintenance</title>'),
      'a web page, not a table: Maintenance',
    ],
    ['a 502 of a proxy', sends(502, 'text/html', '<html><h1>Bad Gateway</h1>'), 'status 502: Bad Gateway.'],
    [
      'a database error with status 500',
      votableError(500, 'ORA-12541: no listener'),
      'status 500: ORA-12541: no listener.',
    ],
  ] as const)('%s', async (_, behavior, message) => {
    const { failure, log, pauses, outDir } = await runFetch({ behave: onPlanets(behavior, 2) })
    expect(failure).toBeUndefined()
    expect(pauses).toEqual([1500, 4500])
    expect(log.split('\n').filter((line) => line.includes('Trying again in'))).toHaveLength(2)
    expect(log).toContain(message)
    expect(await textOf(outDir, 'ps.csv.gz')).toBe(PLANETS)
  })

  test.each([
    ['before the first byte', neverAnswers, { firstByteMs: 300 }, 'No response within 0.3 s.'],
    ['within the body', fallsSilent, { stall: { ...NEVER_SLOW, idleMs: 300 } }, 'nothing arrived for 0.3 s'],
    [
      'of any length in an answer without end',
      slowly(20, 10),
      { totalMs: 600 },
      'The response took longer than 0.6 s.',
    ],
  ] as const)('silence %s is given up', async (_, behavior, limit, message) => {
    // The other limits are out of reach, however busy the machine is: what is given up is given up for this reason.
    const config = { firstByteMs: 20_000, stall: { ...NEVER_SLOW, idleMs: 20_000 }, totalMs: 60_000, ...limit }
    const { failure, log } = await runFetch({ behave: onPlanets(behavior, 1), config })
    expect(failure).toBeUndefined()
    expect(log).toContain(message)
  })

  test('a trickle is given up, although it never falls silent', async () => {
    // All of the table is less than what 0.3 s must bring, and takes the service many times as long.
    const config = { firstByteMs: 20_000, stall: { idleMs: 300, leastBytesPerS: 1_000_000 }, totalMs: 60_000 }
    const { failure, log } = await runFetch({ behave: onPlanets(slowly(20, 10), 1), config })
    expect(failure).toBeUndefined()
    expect(log).toMatch(/The response is too slow: \d+ bytes in 0\.3 s, but FETCH_MIN_RATE requires 300000\./)
  })

  test('rows without end are given up long before they fill the disk', async () => {
    const { failure, log } = await runFetch({ behave: onPlanets(withoutEnd, 1) })
    expect(failure).toBeUndefined()
    expect(log).toContain('ps.csv.gz does not end: far more rows arrive than the 403 rows that the service counts.')
  })

  test('a service that says when to come back is left alone until then', async () => {
    const busy = sends(503, 'text/plain', 'Too busy', { 'retry-after': '17' })
    const until = sends(429, 'text/plain', '', { 'retry-after': 'Wed, 04 Mar 2026 05:07:07 GMT' })
    const behave = (query: string, nth: number) => (query === ROWS_QUERY ? [busy, until][nth - 1] : undefined)
    const { failure, pauses, log } = await runFetch({ behave })
    expect(failure).toBeUndefined()
    expect(pauses).toEqual([17_000, 60_000])
    expect(log).toContain('status 503: Too busy.')
  })

  test('rows that came or went since the count are no fault, if a new count agrees', async () => {
    const outdated = sends(200, 'text/csv', '"COUNT(*)"\r\n402\r\n')
    const behave = (query: string, nth: number) => (query === COUNT_QUERY && nth === 1 ? outdated : undefined)
    const { failure, pauses } = await runFetch({ behave })
    expect(failure).toBeUndefined()
    expect(pauses).toEqual([])
  })
})

describe('the status says whether a try may help', () => {
  test.each([408, 425, 429, 500, 502, 503, 504])('%d is tried again', async (status) => {
    const { failure, pauses } = await runFetch({ behave: onPlanets(sends(status, 'text/plain', 'Not now'), 1) })
    expect(failure).toBeUndefined()
    expect(pauses).toHaveLength(1)
  })

  test.each([400, 401, 403, 404, 410, 501])('%d is not', async (status) => {
    const { failure, pauses } = await runFetch({ behave: onPlanets(sends(status, 'text/plain', 'Never')) })
    expect(failure).toContain(`status ${status}: Never.`)
    expect(pauses).toEqual([])
  })
})

describe('what will not pass ends the fetch, and the old folder stays', () => {
  async function oldFolder(): Promise<string> {
    const { outDir } = await runFetch()
    await Bun.write(join(outDir, 'ps.csv.gz'), gzipSync('the old one'))
    return outDir
  }
  const nameless = `hostname\n${'x\n'.repeat(PLANET_ROWS)}`
  const circle = sends(302, 'text/plain', '', { location: '?query=select+*+from+ps' })

  test.each([
    [
      'a 400',
      votableError(400, 'Unknown column &lt;x&gt;'),
      'The service responded with status 400: Unknown column <x>.',
      1,
    ],
    [
      'a query error with status 200',
      votableError(200, 'no such table'),
      'The service rejects the query: no such table',
      1,
    ],
    ['a 404', sends(404, 'text/plain', 'Not here'), 'The service responded with status 404: Not here.', 1],
    ['a table without names of planets', sends(200, 'text/csv', nameless), 'ps.csv.gz has no column pl_name', 1],
    ['a failure that lasts', cutHalfWay({ hasLength: true }), '(tried 3 times)', 3],
    ['a redirect in a circle', circle, 'redirects endlessly', 6],
  ] as const)('%s', async (_, behavior, message, tries) => {
    const outDir = await oldFolder()
    const { failure, requests } = await runFetch({ behave: onPlanets(behavior), outDir })
    expect(failure).toContain(message)
    expect(requests.filter(({ query }) => query === ROWS_QUERY)).toHaveLength(tries)
    expect(await textOf(outDir, 'ps.csv.gz')).toBe('the old one')
    expect((await readdir(outDir)).sort()).toEqual(FILES)
    expect((await readdir(dirname(outDir))).filter((name) => name !== basename(outDir))).toEqual([])
  })

  test('a failure of the last file keeps the first ones from being replaced', async () => {
    const outDir = await oldFolder()
    const behave = (query: string) => (query === 'select * from stellarhosts' ? votableError(400, 'gone') : undefined)
    const { failure } = await runFetch({ behave, outDir })
    expect(failure).toContain('gone')
    expect(await textOf(outDir, 'ps.csv.gz')).toBe('the old one')
  })

  test('nothing listening is a sentence, after all tries', async () => {
    const { failure, pauses } = await runFetch({ config: { tapUrl: 'http://127.0.0.1:1/TAP/sync' } })
    expect(failure).toBe('The service cannot be reached (ECONNREFUSED). (tried 3 times)')
    expect(pauses).toHaveLength(2)
  })
})

describe('the folder', () => {
  test('is not touched where it holds what no fetch put there', async () => {
    const outDir = await temporaryFolder()
    await Bun.write(join(outDir, 'thesis.txt'), 'ten years')
    await expect(runFetch({ outDir })).rejects.toThrow('thesis.txt, which was not created by a fetch')
    expect(await Bun.file(join(outDir, 'thesis.txt')).text()).toBe('ten years')
  })

  test('is not put in the place of a file of this name', async () => {
    const outDir = join(await temporaryFolder(), 'thesis')
    await Bun.write(outDir, 'ten years')
    await expect(runFetch({ outDir })).rejects.toThrow('ENOTDIR')
    expect(await Bun.file(outDir).text()).toBe('ten years')
    expect(await readdir(dirname(outDir))).toEqual(['thesis'])
  })

  test('stays where a symbolic link leads to', async () => {
    const folder = await temporaryFolder()
    await mkdir(join(folder, 'big-drive'))
    const link = join(folder, 'nasa')
    await symlink('big-drive/archive', link)
    for (const _ of ['first, when there is no folder yet', 'again'])
      expect((await runFetch({ outDir: link })).failure).toBeUndefined()
    expect(await readlink(link)).toBe('big-drive/archive')
    expect((await readdir(join(folder, 'big-drive/archive'))).sort()).toEqual(FILES)
    expect(await readdir(join(folder, 'big-drive'))).toEqual(['archive'])
  })

  test('is filled by one fetch at a time', async () => {
    const outDir = join(await temporaryFolder(), 'nasa')
    const lock = await takeLock(join(dirname(outDir), '.nasa.lock'), 'fetch')
    await expect(runFetch({ outDir })).rejects.toThrow(`Another fetch (process ${process.pid})`)
    await lock.release()
    expect((await runFetch({ outDir })).failure).toBeUndefined()
  })

  test('is put back where a fetch was killed between two renames, and half-fetched files are removed', async () => {
    const outDir = join(await temporaryFolder(), 'nasa')
    await mkdir(join(dirname(outDir), '.nasa.replaced'), { recursive: true })
    await Bun.write(join(dirname(outDir), '.nasa.replaced/ps.csv.gz'), gzipSync('the old one'))
    await Bun.write(join(dirname(outDir), '.nasa.arriving/ps.csv.gz'), 'half')
    const { failure } = await runFetch({ behave: onPlanets(votableError(400, 'no')), outDir })
    expect(failure).toContain('status 400: no.')
    expect(await textOf(outDir, 'ps.csv.gz')).toBe('the old one')
    expect(await readdir(dirname(outDir))).toEqual(['nasa'])
  })
})
