import { afterAll, beforeAll, expect, test } from 'bun:test'
import { asyncBufferFromUrl, parquetReadObjects } from 'hyparquet'
import { packTable } from '../../../build/table/shared-table.ts'
import { encodeParquet } from '../../../build/whole-tables/parquet.ts'
import { makeTable } from '../../fixtures/archives/make-table.ts'
import { pagesOf } from '../../fixtures/archives/pages-of.ts'
import { type CatalogApp, catalogApp } from '../../fixtures/servers/catalog-app.ts'

let service: CatalogApp
let server: ReturnType<typeof Bun.serve>
let address: string
beforeAll(async () => {
  service = await catalogApp()
  server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: service.app.fetch })
  address = `http://127.0.0.1:${server.port}`
})
afterAll(async () => {
  await server.stop(true)
  await service.close()
})

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${address}${path}`, { method, headers, decompress: false } as RequestInit)

interface Listed {
  readonly name: string
  readonly bytes: number
  readonly sha256: string
}

async function listed(): Promise<readonly Listed[]> {
  return ((await (await get('/data/')).json()) as { files: Listed[] }).files
}

test('every listed file is there with the bytes, the sum and the type that the list says', async () => {
  const files = await listed()
  expect(files.map(({ name }) => name).sort()).toEqual([
    'SHA256SUMS',
    'catalog.sqlite.gz',
    ...['exoplanets', 'stellarhosts'].flatMap((table) =>
      ['csv.gz', 'parquet', 'vot.gz'].map((form) => `${table}.${form}`),
    ),
  ])
  for (const { name, bytes, sha256 } of files) {
    const response = await get(`/data/${name}`, { 'accept-encoding': 'gzip, zstd, br' })
    const body = await response.bytes()
    expect([name, response.status, body.byteLength]).toEqual([name, 200, bytes])
    expect(response.headers.get('content-length')).toBe(String(bytes))
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(response.headers.get('accept-ranges')).toBe('bytes')
    expect(response.headers.get('content-disposition')).toContain(name)
    expect(new Bun.CryptoHasher('sha256').update(body).digest('hex')).toBe(sha256)
    const head = await get(`/data/${name}`, {}, 'HEAD')
    expect([head.status, head.headers.get('content-length'), (await head.bytes()).byteLength]).toEqual([
      200,
      String(bytes),
      0,
    ])
  }
})

test('a range gives that part, a condition that no longer holds the whole, and one beyond the end 416', async () => {
  const path = '/data/exoplanets.parquet'
  const whole = await get(path)
  const bytes = await whole.bytes()
  const etag = whole.headers.get('etag')!
  for (const [range, from, to] of [
    ['bytes=0-3', 0, 4],
    ['bytes=100-299', 100, 300],
    ['bytes=-8', bytes.length - 8, bytes.length],
    [`bytes=${bytes.length - 1}-`, bytes.length - 1, bytes.length],
  ] as const) {
    const part = await get(path, { range, 'if-range': etag })
    expect([range, part.status]).toEqual([range, 206])
    expect(part.headers.get('content-range')).toBe(`bytes ${from}-${to - 1}/${bytes.length}`)
    expect(part.headers.get('content-length')).toBe(String(to - from))
    expect(Buffer.compare(await part.bytes(), bytes.subarray(from, to))).toBe(0)
  }
  expect((await get(path, { range: 'bytes=0-3', 'if-range': '"other"' })).status).toBe(200)
  expect((await get(path, { range: 'octets=1' })).status).toBe(200)
  const beyond = await get(path, { range: `bytes=${bytes.length}-` })
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`])
  expect((await get(path, { 'if-none-match': etag })).status).toBe(304)
})

test('pages of other origins may read ranges', async () => {
  const { headers } = await get('/data/SHA256SUMS')
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(headers.get('access-control-expose-headers')).toContain('Content-Range')
  expect(headers.get('access-control-expose-headers')).toContain('Accept-Ranges')
})

test('a file that is not there is 404 with the nearest, a parameter is refused', async () => {
  const unknown = await get('/data/exoplanets.parket')
  expect(unknown.status).toBe(404)
  expect((await unknown.json()) as object).toMatchObject({
    code: 'file_not_found',
    suggestions: expect.arrayContaining(['exoplanets.parquet']),
  })
  expect((await (await get('/data/ps.csv.gz')).json()) as object).toMatchObject({ suggestions: ['exoplanets.csv.gz'] })
  for (const path of ['/data/?x=1', '/data/SHA256SUMS?x=1']) expect((await get(path)).status).toBe(400)
  for (const path of ['/data/..%2Fmanifest.json', '/data/constructor', '/data/__proto__'])
    expect((await get(path)).status).toBe(404)
})

test('two of 355 columns are read over HTTP with less than 1 MB', async () => {
  const names = ['pl_name', 'pl_rade', ...Array.from({ length: 353 }, (_, at) => `column_${at}`)]
  const types = Object.fromEntries(names.map((name) => [name, name === 'pl_name' ? 'text' : 'real'] as const))
  const rows = Array.from({ length: 20_000 }, (_, row) =>
    names.map((name, at) => (name === 'pl_name' ? `planet ${row}` : Math.sin(row * 355 + at))),
  )
  const facts = { snapshotId: '0123456789abcdef', source: 'made up', date: null }
  const wide = makeTable('exoplanets', types, rows)
  const file = new Uint8Array(encodeParquet(packTable(wide), pagesOf(wide), facts))
  expect(file.byteLength).toBeGreaterThan(20_000_000)
  let sent = 0
  const files = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const [, from, to] = /bytes=(\d+)-(\d*)/.exec(request.headers.get('range') ?? '') ?? []
      if (request.method === 'HEAD') return new Response(null, { headers: { 'content-length': `${file.byteLength}` } })
      const part = file.subarray(Number(from ?? 0), to ? Number(to) + 1 : undefined)
      sent += part.byteLength
      const headers = { 'content-range': `bytes ${from}-${Number(from) + part.byteLength - 1}/${file.byteLength}` }
      return new Response(part, { status: 206, headers })
    },
  })
  const buffer = await asyncBufferFromUrl({ url: `http://127.0.0.1:${files.port}/`, byteLength: file.byteLength })
  const compressors = { ZSTD: (bytes: Uint8Array<ArrayBuffer>) => Bun.zstdDecompressSync(bytes) } as never
  const read = await parquetReadObjects({ file: buffer, columns: ['pl_name', 'pl_rade'], compressors })
  await files.stop(true)
  expect(read.length).toBe(20_000)
  expect(read[7]).toEqual({ pl_name: 'planet 7', pl_rade: Math.sin(7 * 355 + 1) })
  expect(sent).toBeLessThan(1_000_000)
})

test('the file of the service itself is read that way', async () => {
  const byteLength = (await listed()).find(({ name }) => name === 'exoplanets.parquet')!.bytes
  const buffer = await asyncBufferFromUrl({ url: `${address}/data/exoplanets.parquet`, byteLength })
  const compressors = { ZSTD: (bytes: Uint8Array<ArrayBuffer>) => Bun.zstdDecompressSync(bytes) } as never
  const read = await parquetReadObjects({ file: buffer, columns: ['pl_name', 'disc_year'], compressors })
  const { data } = (await (await get('/rest/exoplanets?columns=pl_name,disc_year&limit=1')).json()) as {
    data: { pl_name: string; disc_year: number }[]
  }
  expect([read[0]!.pl_name, Number(read[0]!.disc_year)]).toEqual([data[0]!.pl_name, data[0]!.disc_year])
})
