import { afterAll, beforeAll, expect, test } from 'bun:test'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Catalog } from '../../../src/core/catalog/catalog.ts'
import { createCatalog } from '../../../src/core/catalog/create-catalog.ts'
import type { SqlRunner } from '../../../src/core/ports.ts'
import { createApp } from '../../../src/http/app.ts'
import type { Observation } from '../../../src/observe.ts'
import { readCommandLine } from '../../../src/settings.ts'
import { openSnapshot } from '../../../src/store/open-snapshot.ts'
import { blocksOf } from '../../fixtures/docs/docs.ts'
import { skipUnless } from '../../fixtures/skip-unless.ts'
import { builtSnapshot } from '../../fixtures/snapshots/built-snapshot.ts'

const hasNginx = Bun.which('nginx') !== null

const noSql: SqlRunner = { run: () => Promise.reject(new Error('No SQL here.')), close: async () => {} }
const PATH = '/exoplanets/Kepler-22%20b.json'
/** Of an address that ends so, the server lets copies be sent for one second beyond their age instead of a day. */
const SHORT = '_short'

function freePort(): number {
  const probe = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  const { port } = probe
  probe.stop(true)
  return port
}

/** The configuration as the documentation shows it, on ports and in a folder of the test's own. */
function shownConfiguration(folder: string, listen: number, upstream: number): string {
  const shown = blocksOf().find(({ language }) => language === 'nginx')!.text
  const moved = shown
    .replace('/var/cache/nginx/exoplanets', join(folder, 'cache'))
    .replace('server 127.0.0.1:3000;', `server 127.0.0.1:${upstream};`)
    .replace('listen 80;', `listen 127.0.0.1:${listen};`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  )
  return `daemon off; pid ${join(folder, 'pid')}; events {}\nhttp { access_log off; ${temporary.join(' ')}\n${moved}}\n`
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    if (await isDone().catch(() => false)) return
    await Bun.sleep(20)
  }
  throw new Error('What the test waits for did not happen within 10 seconds.')
}

skipUnless(hasNginx, 'nginx is not installed').describe('the nginx configuration in the documentation', () => {
  const seen: Observation[] = []
  let catalog: Catalog
  let folder: string
  let origin: Bun.Server<undefined>
  let nginx: Bun.Subprocess
  let base: string

  beforeAll(async () => {
    catalog = createCatalog(await openSnapshot((await builtSnapshot()).dataDir), noSql)
    const app = createApp({
      catalog: () => catalog,
      settings: readCommandLine({ EXPORT_MAX_AGE_S: '1' }, []).settings,
      observe: (observation) => seen.push(observation),
      isStopping: () => false,
    })
    const shortened = async (request: Request): Promise<Response> => {
      const response = await app.fetch(request)
      const cacheControl = response.headers.get('cache-control') ?? ''
      if (request.url.endsWith(SHORT))
        response.headers.set('cache-control', cacheControl.replace('revalidate=86400', 'revalidate=1'))
      return response
    }
    origin = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: shortened })
    folder = await mkdtemp(join(tmpdir(), 'cache-in-front-'))
    await chmod(folder, 0o755) // started by root, nginx works as another user
    const port = freePort()
    base = `http://127.0.0.1:${port}`
    const file = join(folder, 'nginx.conf')
    await Bun.write(file, shownConfiguration(folder, port, origin.port!))
    nginx = Bun.spawn(['nginx', '-e', join(folder, 'error.log'), '-c', file])
    await until(async () => (await fetch(`${base}/health`)).status === 200)
  })
  afterAll(async () => {
    nginx.kill()
    await nginx.exited
    await origin.stop(true)
    await rm(folder, { recursive: true, force: true })
  })

  const ask = (path: string, acceptEncoding: string, headers: Record<string, string> = {}) =>
    fetch(`${base}${path}`, { headers: { ...headers, 'accept-encoding': acceptEncoding }, decompress: false })
  const cacheStatus = (response: Response) => response.headers.get('x-cache-status')
  const answersOf = (status: number) =>
    seen.filter((observation) => observation.kind === 'request_done' && observation.status === status).length

  test('keeps one copy for each coding, however the client spells it', async () => {
    const first = await ask(PATH, 'gzip, deflate, br, zstd')
    expect([first.status, cacheStatus(first), first.headers.get('content-encoding')]).toEqual([200, 'MISS', 'gzip'])
    const second = await ask(PATH, 'gzip')
    expect([second.status, cacheStatus(second)]).toEqual([200, 'HIT'])
    expect(await second.bytes()).toEqual(await first.bytes())
    for (const header of ['etag', 'vary', 'content-disposition', 'cache-control'])
      expect(second.headers.get(header)).toBe(first.headers.get(header))
    const plain = await ask(PATH, 'gzip;q=0')
    expect([cacheStatus(plain), plain.headers.has('content-encoding')]).toEqual(['MISS', false])
    expect(cacheStatus(await ask(PATH, 'identity'))).toBe('HIT')
  })

  test('keeps the formats of one address apart, and one copy of each', async () => {
    const path = '/rest/exoplanets?limit=2'
    const typeFor = async (accept: string): Promise<readonly [string | null, string | null]> => {
      const response = await ask(path, 'identity', { accept })
      await response.bytes()
      return [response.headers.get('content-type'), cacheStatus(response)]
    }
    const [json, csv] = ['application/json', 'text/csv; charset=utf-8; header=present']
    expect(await typeFor('text/csv')).toEqual([csv, 'MISS'])
    expect(await typeFor('*/*')).toEqual([json, 'MISS'])
    expect(await typeFor('text/csv;q=0.9, */*;q=0.1')).toEqual([csv, 'HIT'])
    for (const accept of ['application/json', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'x/y'])
      expect(await typeFor(accept)).toEqual([json, 'HIT'])
    for (const type of ['application/x-ndjson', 'application/x-votable+xml'])
      expect(await typeFor(type)).toEqual([type, 'MISS'])
    expect(await typeFor('text/xml')).toEqual(['application/x-votable+xml', 'HIT'])
  })

  test('answers a client that has the file with 304 by itself', async () => {
    const etag = (await ask(PATH, 'gzip')).headers.get('etag')!
    const before = seen.length
    const response = await ask(PATH, 'gzip', { 'if-none-match': etag })
    expect([response.status, cacheStatus(response)]).toEqual([304, 'HIT'])
    expect(seen.length).toBe(before)
  })

  test('renews an old copy with a 304 from the server, and shows a new snapshot', async () => {
    await ask(PATH, 'gzip')
    const before = answersOf(304)
    await until(async () => {
      await ask(PATH, 'gzip')
      return answersOf(304) > before
    })
    const old = (await ask(PATH, 'gzip')).headers.get('etag')
    const current = catalog
    catalog = {
      ...current,
      manifest: { ...current.manifest, snapshotId: 'ffffffffffffffff' },
      export: (...request) => ({ ...current.export(...request), snapshotId: 'ffffffffffffffff' }),
    }
    await until(async () => (await ask(PATH, 'gzip')).headers.get('etag') !== old)
    catalog = current
  })

  test('sends no copy that is older than its age and what the server allows beyond', async () => {
    // One second of age and one beyond; nginx counts whole seconds, so each may be up to a second longer.
    const mostMs = 4_000
    // To ask for a copy renews it, so there are many of one age, and each is asked for once.
    const copies = Array.from({ length: 200 }, (_, n) => `${PATH}?_n=${n}&${SHORT}`)
    for (const copy of copies) {
      const stored = await ask(copy, 'gzip')
      expect([stored.status, cacheStatus(stored)]).toEqual([200, 'MISS'])
    }
    const storedMs = performance.now()
    let oldestMs = 0
    await until(async () => {
      const ageMs = performance.now() - storedMs
      const late = await ask(copies.pop()!, 'gzip')
      if (late.status === 200 && cacheStatus(late) === 'REVALIDATED') return true
      oldestMs = ageMs
      return false
    })
    expect(oldestMs).toBeLessThan(mostMs)
  })

  test('keeps a copy under a long address', async () => {
    const long = `${PATH}?_=${'x'.repeat(12_000)}`
    expect(cacheStatus(await ask(long, 'gzip'))).toBe('MISS')
    expect(cacheStatus(await ask(long, 'gzip'))).toBe('HIT')
    expect(await Bun.file(join(folder, 'error.log')).text()).not.toContain('proxy_buffer_size')
  })

  test('never keeps an error, nor an answer that depends on more than the coding', async () => {
    for (const path of ['/exoplanets/Kepler-22%20B.json', '/rest/exoplanets?sort_by=nothing'])
      for (const attempt of [1, 2]) expect([attempt, cacheStatus(await ask(path, 'gzip'))]).toEqual([attempt, 'MISS'])
    const page = await ask('/', 'identity', { accept: 'text/html' })
    expect(page.headers.get('content-type')).toContain('text/html')
    const list = await ask('/', 'identity', { accept: 'application/json' })
    expect(list.headers.get('content-type')).toContain('application/json')
  })

  test('goes on with what it has while the server is down', async () => {
    await ask(PATH, 'gzip')
    await origin.stop(true)
    const statuses: number[] = []
    await until(async () => {
      const response = await ask(PATH, 'gzip')
      statuses.push(response.status)
      return cacheStatus(response) !== 'HIT' // the copy is past its age now
    })
    statuses.push((await ask(PATH, 'gzip')).status)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect((await ask('/health', 'identity')).status).toBe(502)
  })
})
