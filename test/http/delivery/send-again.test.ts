import { expect, test } from 'bun:test'
import type { Catalog } from '../../../src/core/catalog/catalog.ts'
import { fakeApp } from '../../fixtures/servers/fake-app.ts'
import { FAKE_MANIFEST, fakeCatalog, textAnswer } from '../../fixtures/servers/fake-catalog.ts'

const TEXT = JSON.stringify({ data: 'abc'.repeat(1_000) })

/** A planet's file as the build stores it, and how often the catalog was asked for it. */
function storedFile(snapshotId = FAKE_MANIFEST.snapshotId, text = TEXT) {
  const gzip = Bun.gzipSync(text)
  let asked = 0
  const file: Catalog['export'] = (entity, name, format) => {
    asked += 1
    return textAnswer(`export|${entity}|${format}|${name}`, text, {
      snapshotId,
      filename: `${entity}-${name}.${format}`,
      coded: () => gzip,
    })
  }
  return { file, gzip, asked: () => asked }
}

test('what is asked in the same words again is answered in the same words, without asking the catalog', async () => {
  const stored = storedFile()
  const { get } = fakeApp({ export: stored.file })
  for (const accepted of ['gzip, br', 'identity']) {
    const before = stored.asked()
    const answers = []
    for (let attempt = 0; attempt < 4; attempt += 1)
      answers.push(await get('/exoplanets/a%20b.json', { headers: { 'accept-encoding': accepted } }))
    expect(stored.asked() - before).toBe(2) // made, found in the cache and remembered, sent again, sent again
    const [first, ...others] = answers
    const body = await first!.bytes()
    expect(body).toEqual(accepted === 'identity' ? new TextEncoder().encode(TEXT) : stored.gzip)
    for (const other of others) {
      expect(other.status).toBe(200)
      expect(Object.fromEntries(other.headers)).toEqual(Object.fromEntries(first!.headers))
      expect(await other.bytes()).toEqual(body)
    }
  }
})

test('each client gets a coding that it takes, whoever asked before', async () => {
  const { get } = fakeApp({ export: storedFile().file })
  const ask = async (accepted: string) =>
    (await get('/exoplanets/a.csv', { headers: { 'accept-encoding': accepted } })).headers.get('content-encoding')
  for (let round = 0; round < 3; round += 1) {
    expect(await ask('zstd, gzip')).toBe('gzip')
    expect(await ask('zstd')).toBeNull()
    expect(await ask('gzip')).toBe('gzip')
    expect(await ask('gzip;q=0, zstd')).toBeNull()
    expect(await ask('')).toBeNull()
  }
})

test('a client that has the file still gets 304, and HEAD and other methods what they get at first', async () => {
  const { get } = fakeApp({ export: storedFile().file })
  const headers = { 'accept-encoding': 'gzip' }
  const [first] = [await get('/exoplanets/a.json', { headers }), await get('/exoplanets/a.json', { headers })]
  const etag = first.headers.get('etag')!
  for (let round = 0; round < 3; round += 1) {
    expect((await get('/exoplanets/a.json', { headers: { ...headers, 'if-none-match': etag } })).status).toBe(304)
    const head = await get('/exoplanets/a.json', { method: 'HEAD', headers })
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, ''])
    expect((await get('/exoplanets/a.json', { method: 'DELETE', headers })).status).toBe(405)
    expect((await get('/exoplanets/a.json', { method: 'OPTIONS', headers })).status).toBe(204)
  }
})

test('a new snapshot is never answered with what was kept of the old one', async () => {
  const [old, fresh] = [storedFile('0000000000000000', 'old'), storedFile('1111111111111111', 'new')]
  const of = (snapshotId: string, parts: Partial<Catalog>) =>
    fakeCatalog({ ...parts, manifest: { ...FAKE_MANIFEST, snapshotId } })
  let current = of('0000000000000000', { export: old.file })
  const { get } = fakeApp({}, { catalog: () => current })
  const ask = async () => (await get('/exoplanets/a.json')).text()
  for (let round = 0; round < 3; round += 1) expect(await ask()).toBe('old')
  current = of('1111111111111111', { export: fresh.file })
  for (let round = 0; round < 3; round += 1) expect(await ask()).toBe('new')
})

test('an answer that another header chooses is chosen each time', async () => {
  const { get } = fakeApp()
  const typeFor = async (accept: string) => (await get('/', { headers: { accept } })).headers.get('content-type')
  for (let round = 0; round < 3; round += 1) {
    expect(await typeFor('text/html')).toStartWith('text/html')
    expect(await typeFor('application/json')).toBe('application/json')
  }
})

test('a refusal is worked out each time', async () => {
  const { get, seen } = fakeApp()
  for (let round = 0; round < 3; round += 1) expect((await get('/rest/insights/unknown')).status).toBe(404)
  expect(seen.filter(({ kind }) => kind === 'refused')).toHaveLength(3)
})
