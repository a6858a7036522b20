import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { datesInWords, tableDates } from '../../../src/format/table-dates.ts'
import { request, sendRaw } from '../../fixtures/servers/raw-http.ts'
import { startAndFail, startServer, type TestServer } from '../../fixtures/servers/test-server.ts'
import { builtSnapshot } from '../../fixtures/snapshots/built-snapshot.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { waitFor } from '../../fixtures/wait-for.ts'

/** Never ends by itself within a test. */
const SLOW_SQL = '/rest/query?sql=WITH+r(n)+AS+(SELECT+1+UNION+ALL+SELECT+n+%2B+1+FROM+r)+SELECT+count(*)+FROM+r'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ LOG_LEVEL: 'debug', SQL_TIMEOUT_MS: '1000', SQL_PROCESSES: '1' })
})
afterAll(() => server.stop())

describe('over real connections', () => {
  test('HEAD has the headers of GET, Content-Length too, and no body', async () => {
    for (const path of [
      '/',
      '/rest/exoplanets',
      '/rest/exoplanets/schema',
      '/rest/insights',
      '/stellarhosts/51%20Peg.json',
    ]) {
      for (const coding of ['identity', 'gzip']) {
        const headers = { 'accept-encoding': coding }
        const get = await request(server.port, `GET ${path}`, headers)
        const head = await request(server.port, `HEAD ${path}`, headers)
        expect(get.status).toBe(200)
        expect(get.body.length).toBe(Number(get.headers['content-length']))
        expect(head.body).toBe('')
        const { date: _got, connection: _closed, ...ofGet } = get.headers
        const { date: _headed, connection: _closedToo, ...ofHead } = head.headers
        expect(ofHead).toEqual(ofGet)
      }
    }
  })

  test('304 has no body and no length of its own', async () => {
    const { headers } = await request(server.port, 'GET /rest/exoplanets')
    for (const method of ['GET', 'HEAD']) {
      const again = await request(server.port, `${method} /rest/exoplanets`, { 'if-none-match': headers.etag! })
      expect(again.status).toBe(304)
      expect(again.body).toBe('')
      expect(again.headers.etag).toBe(headers.etag!)
      expect(again.headers['content-length']).toBeUndefined()
    }
  })

  test('another method is refused with Allow, and OPTIONS is answered', async () => {
    const post = await sendRaw(
      server.port,
      'POST /rest/exoplanets HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}',
    )
    expect(post.status).toBe(405)
    expect(post.headers.allow).toBe('GET, HEAD, OPTIONS')
    expect(JSON.parse(post.body)).toMatchObject({ code: 'method_not_allowed', status: 405 })
    const options = await request(server.port, 'OPTIONS /rest/exoplanets', { origin: 'https://example.org' })
    expect(options.status).toBe(204)
    expect(options.headers['access-control-allow-origin']).toBe('*')
    expect((await request(server.port, 'TRACE /rest/exoplanets')).status).toBe(405)
  })

  test.each([
    ['a broken escape', '/exoplanets/%ZZ.json', 400],
    ['an escaped zero', '/exoplanets/%00.json', 404],
    ['escaped slashes', '/exoplanets/..%2F..%2Fetc%2Fpasswd', 404],
    ['escaped slashes with an ending', '/exoplanets/..%2F..%2Fetc%2Fpasswd.json', 404],
    ['steps upwards', '/exoplanets/../../etc/passwd', 404],
    ['escaped steps upwards', '/exoplanets/%2e%2e/%2e%2e/etc/passwd', 404],
    ['backslashes', '/exoplanets/..\\..\\etc\\passwd.csv', 404],
    ['a name of 4 kB', `/stellarhosts/${'a'.repeat(4_096)}.csv`, 404],
    ['an escaped name of 6 kB', `/stellarhosts/${'%C3%A9'.repeat(1_000)}.csv`, 404],
    ['bytes that are not UTF-8', '/rest/insights/%FF', 400],
    ['two slashes', '//rest/exoplanets', 404],
    ['a broken value', '/rest/exoplanets?limit=%ZZ', 400],
    ['a broken parameter name', '/rest/exoplanets?%=1', 400],
  ])('%s gets a problem, never a 500', async (_, path, status) => {
    const answer = await request(server.port, `GET ${path}`)
    expect(answer.status).toBe(status)
    expect(answer.headers['content-type']).toBe('application/problem+json')
    expect(JSON.parse(answer.body)).toMatchObject({ status, type: 'about:blank' })
  })

  test.each([
    ['HTTP/1.0 without Host', 'GET /stellarhosts/51%20Peg.csv HTTP/1.0\r\n\r\n'],
    ['a host of one letter', 'GET /stellarhosts/51%20Peg.csv HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    ['a host that is none', 'GET /stellarhosts/51%20Peg.csv HTTP/1.1\r\nHost: a/b?c\r\nConnection: close\r\n\r\n'],
    [
      'an absolute address',
      'GET http://other/stellarhosts/51%20Peg.csv HTTP/1.1\r\nHost: b\r\nConnection: close\r\n\r\n',
    ],
  ])('%s makes no difference', async (_, text) => {
    const answer = await sendRaw(server.port, text)
    expect(answer.status).toBe(200)
    expect(answer.headers['content-disposition']).toBe('attachment; filename="stellarhost-51 Peg.csv"')
  })

  test('SQL of 16 KiB fits into an address, percent-encoded; an address above 64 KiB gets 431', async () => {
    const sql = `SELECT 1 AS one -- ${'ü'.repeat(8_180)}`
    expect(new TextEncoder().encode(sql).length).toBeLessThanOrEqual(16_384)
    const answer = await request(server.port, `GET /rest/query?sql=${encodeURIComponent(sql)}`)
    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.body)).toMatchObject({ data: [{ one: 1 }] })
    expect((await request(server.port, `GET /rest/query?sql=${'x'.repeat(66_000)}`)).status).toBe(431)
  })

  test('a body above 2 MiB is refused before it is read', async () => {
    const answer = await sendRaw(
      server.port,
      'POST /rest/exoplanets HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 3000000\r\n\r\n',
    )
    expect(answer.status).toBe(413)
  })

  test('a query that takes too long gets 408 with a body, on a connection that stays whole', async () => {
    const answer = await request(server.port, `GET ${SLOW_SQL}`)
    expect(answer.status).toBe(408)
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'query_timeout', status: 408, title: 'Request Timeout' })
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test.each(['GET', 'HEAD'])('a client that goes away ends its query, asked by %s', async (method) => {
    const own = await startServer({ LOG_LEVEL: 'debug', SQL_PROCESSES: '1', SQL_TIMEOUT_MS: '600000' })
    try {
      const queries = async (state: string) => {
        const { body } = await request(own.port, 'GET /metrics')
        return Number(body.match(new RegExp(`^catalog_sql_queries\\{state="${state}"\\} (\\d+)$`, 'm'))?.[1])
      }
      const ask = () => socket.write(`${method} ${SLOW_SQL} HTTP/1.1\r\nHost: x\r\n\r\n`)
      const socket = connect(own.port, '127.0.0.1', ask)
      await waitFor('the query to run', async () => ((await queries('running')) === 1 ? true : undefined))
      socket.destroy()
      // It would have run for ten minutes.
      await waitFor('its end', async () => ((await queries('running')) === 0 ? true : undefined))
      expect(own.log()).toContain('"kind":"abandoned"')
      expect((await request(own.port, 'GET /rest/query?sql=SELECT+1+AS+one')).status).toBe(200)
    } finally {
      await own.stop()
    }
  })

  test('every request is a JSON line at debug level', async () => {
    await request(server.port, 'GET /health?log')
    const lines = server
      .log()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines).toContainEqual({
      time: expect.any(String),
      level: 'debug',
      kind: 'request_done',
      method: 'GET',
      url: 'http://localhost/health?log',
      status: 200,
      ms: expect.any(Number),
    })
  })
})

describe('start and end', () => {
  test('the start line tells address, snapshot, rows and archive date', async () => {
    const { manifest } = await builtSnapshot()
    const { exoplanets, stellarhosts } = manifest.tables
    expect(server.startLine).toBe(
      `Listening on http://127.0.0.1:${server.port}: snapshot ${manifest.snapshotId}, exoplanets ${exoplanets.rows} rows, stellarhosts ${stellarhosts.rows} rows, ${datesInWords(tableDates(manifest.tables))}`,
    )
  })

  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s answers what is under way, says 503 meanwhile, and ends with 0',
    async (signal) => {
      const own = await startServer({ SQL_TIMEOUT_MS: '600' })
      // An engine that is still starting, which takes long on a busy machine, would not get to the deadline.
      await request(own.port, 'GET /rest/query?sql=SELECT+1')
      const slow = request(own.port, `GET ${SLOW_SQL}`)
      await request(own.port, 'GET /health') // by now the query has arrived too
      const startMs = performance.now()
      own.signal(signal)
      const health = await waitFor('the server to be stopping', async () => {
        const answer = await request(own.port, 'GET /health')
        return answer.status === 503 ? answer : undefined
      })
      expect(JSON.parse(health.body)).toMatchObject({ code: 'stopping' })
      expect(JSON.parse((await slow).body)).toMatchObject({ code: 'query_timeout' })
      expect(await own.exited).toBe(0)
      expect(performance.now() - startMs).toBeLessThan(5_000)
      await expect(request(own.port, 'GET /health')).rejects.toThrow()
      expect(own.log()).toContain(`"kind":"stopping","reason":"${signal}"`)
      expect(own.log()).toMatch(/"kind":"stopped".*"request_done_408":1/)
    },
  )

  test('a query that outlasts the drain is told so, and everything is gone within five seconds', async () => {
    const own = await startServer()
    const slow = request(own.port, `GET ${SLOW_SQL}`)
    await request(own.port, 'GET /health') // by now the query has arrived too
    const startMs = performance.now()
    own.signal('SIGTERM')
    const answer = await slow
    expect(answer.status).toBe(503)
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'stopping' })
    expect(await own.exited).toBe(0)
    expect(performance.now() - startMs).toBeLessThan(5_000)
    expect(childrenOf(own.pid)).toEqual([])
  })

  test.each([
    [{ PORT: 'abc' }, 2, 'PORT must be an integer from 0 to 65535, but is "abc".'],
    [{ LOG_LEVEL: 'loud' }, 2, 'LOG_LEVEL must be one of'],
    [{ DATA_DIR: '/nonexistent' }, 3, '/nonexistent'],
  ])('%p stops the start with one sentence', async (env, code, sentence) => {
    const { exitCode, output } = await startAndFail(env)
    expect(exitCode).toBe(code)
    expect(output).toStartWith('The server did not start: ')
    expect(output).toContain(sentence)
    expect(output.trim().split('\n')).toHaveLength(1)
  })

  test('a port that is taken stops the start with a sentence', async () => {
    const { dataDir } = await builtSnapshot()
    const { exitCode, output } = await startAndFail({ DATA_DIR: dataDir, PORT: String(server.port), LOG_LEVEL: 'warn' })
    expect(exitCode).toBe(1)
    expect(output).toContain(String(server.port))
    expect(output.trim().split('\n')).toHaveLength(1)
  })

  test('an address that cannot be listened on stops the start with a sentence', async () => {
    const { dataDir } = await builtSnapshot()
    const { exitCode, output } = await startAndFail({ DATA_DIR: dataDir, HOST: 'nowhere.invalid', LOG_LEVEL: 'warn' })
    expect(exitCode).toBe(2)
    expect(output).toStartWith('The server did not start: it cannot listen on HOST "nowhere.invalid", PORT 0: ')
    expect(output.trim().split('\n')).toHaveLength(1)
  })

  test('a snapshot whose bytes have changed is refused by name', async () => {
    const { dataDir, manifest } = await builtSnapshot()
    const copy = join(await temporaryFolder(), 'data')
    await cp(dataDir, copy, { recursive: true })
    const { path } = manifest.files.pages.exoplanets
    const bytes = await Bun.file(join(copy, path)).bytes()
    bytes[bytes.length - 1]! ^= 1
    await Bun.write(join(copy, path), bytes)
    const { exitCode, output } = await startAndFail({ DATA_DIR: copy })
    expect(exitCode).toBe(3)
    expect(output).toContain(path)
    await rm(copy, { recursive: true })
  })

  test('it runs from any folder', async () => {
    const main = join(import.meta.dir, '../../../src/main.ts')
    const child = Bun.spawn([process.execPath, main, '--help'], {
      cwd: await temporaryFolder(),
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()])
    expect({ exitCode: await child.exited, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(stdout).toContain('--data-dir, DATA_DIR')
  })

  test('--help names the settings and starts nothing', async () => {
    const { exitCode, output } = await startAndFail({}, ['--help'])
    expect(exitCode).toBe(0)
    expect(output).toContain('--sql-timeout-ms, SQL_TIMEOUT_MS')
    expect(output).not.toContain('Listening')
  })
})

function childrenOf(pid: number): string[] {
  const { stdout } = Bun.spawnSync(['ps', '-o', 'pid=', '--ppid', String(pid)])
  return stdout.toString().split('\n').filter(Boolean)
}
