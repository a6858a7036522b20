import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { startServer, type TestServer } from '../../fixtures/servers/test-server.ts'
import { skipUnless } from '../../fixtures/skip-unless.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { waitFor } from '../../fixtures/wait-for.ts'

const CONFIGURATION = join(import.meta.dir, '../../../deploy/nginx/catalog.conf')
const canRun = Bun.which('nginx') !== null && Bun.which('openssl') !== null

function freePort(): number {
  const probe = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  const { port } = probe
  probe.stop(true)
  return port
}

skipUnless(canRun, 'nginx or openssl is not installed').describe('deploy/nginx/catalog.conf', () => {
  let servers: TestServer[]
  let nginx: Bun.Subprocess<'ignore', 'ignore', 'pipe'>
  let url: string

  beforeAll(async () => {
    const folder = await temporaryFolder()
    const [http, https] = [freePort(), freePort()]
    servers = [
      await startServer({ SQL_PROCESSES: '1', TRUSTED_PROXIES: '127.0.0.1' }),
      await startServer({ SQL_PROCESSES: '1', TRUSTED_PROXIES: '127.0.0.1' }),
    ]
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1']
    const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')]
    Bun.spawnSync(['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...subject, ...files])
    const moved = (await Bun.file(CONFIGURATION).text())
      .replace('/var/cache/nginx/catalog', join(folder, 'cache'))
      .replace('catalog-1:3000', `127.0.0.1:${servers[0]!.port}`)
      .replace('catalog-2:3000', `127.0.0.1:${servers[1]!.port}`)
      .replace('listen 80;', `listen 127.0.0.1:${http};`)
      .replace('listen 443 ssl;', `listen 127.0.0.1:${https} ssl;`)
      .replace(/ *listen \[::\].*\n/g, '')
      .replace('/run/secrets/tls_certificate', join(folder, 'cert.pem'))
      .replace('/run/secrets/tls_key', join(folder, 'key.pem'))
      // Of nginx before 1.25.1.
      .replace('http2 on;\n', '\n')
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (kind) => `${kind}_temp_path ${join(folder, kind)};`,
    )
    const user = process.getuid?.() === 0 ? 'user root;' : ''
    const text = `${user} daemon off; pid ${join(folder, 'pid')}; events {}\nhttp { access_log off; ${temporary.join(' ')}\n${moved}}\n`
    await Bun.write(join(folder, 'nginx.conf'), text)
    nginx = Bun.spawn(['nginx', '-e', 'stderr', '-c', join(folder, 'nginx.conf')], { stdout: 'ignore', stderr: 'pipe' })
    url = `https://127.0.0.1:${https}`
    await waitFor('nginx', async () =>
      (await ask('/health').catch(() => undefined))?.status === 200 ? true : undefined,
    )
    expect(await (await fetch(`http://127.0.0.1:${http}/x?y=1`, { redirect: 'manual' })).headers.get('location')).toBe(
      'https://127.0.0.1/x?y=1',
    )
  })

  afterAll(async () => {
    nginx.kill()
    await nginx.exited
    for (const server of servers) await server.stop()
  })

  const ask = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    fetch(`${url}${path}`, { headers, tls: { rejectUnauthorized: false } })

  test('caches what may be cached, by form and coding, and adds TLS', async () => {
    const path = '/rest/exoplanets?limit=3'
    const first = await ask(path)
    expect(first.headers.get('x-cache-status')).toBe('MISS')
    expect(first.headers.get('strict-transport-security')).toBe('max-age=31536000')
    const again = await ask(path)
    expect(again.headers.get('x-cache-status')).toBe('HIT')
    expect(again.headers.get('strict-transport-security')).toBe('max-age=31536000')
    expect((await ask(path, { accept: 'text/csv' })).headers.get('content-type')).toStartWith('text/csv')
    const health = await ask('/health')
    expect(health.headers.get('x-cache-status')).toBeNull()
    expect(health.headers.get('strict-transport-security')).toBe('max-age=31536000')
    expect((await ask('/data/SHA256SUMS')).headers.get('x-cache-status')).toBe('MISS')
  })

  test('metrics are not for everyone', async () => {
    expect((await ask('/metrics')).status).toBe(404)
    expect((await fetch(`${servers[0]!.url}/metrics`)).status).toBe(200)
  })

  test('of two servers, either can go', async () => {
    await servers[0]!.stop()
    for (let i = 0; i < 20; i += 1) expect((await ask(`/rest/query?sql=SELECT+${i}`)).status).toBe(200)
  })
})
