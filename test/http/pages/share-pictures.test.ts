import { afterAll, expect, test } from 'bun:test'
import { sharePicture } from '../../../src/pages/share/share-picture.ts'
import { renderPng } from '../../../src/plots/png/render-png.ts'
import { type CatalogApp, catalogApp } from '../../fixtures/servers/catalog-app.ts'

const service: CatalogApp = await catalogApp()
afterAll(() => service.close())

/** Width and height that a PNG says it has. */
function sizeOf(png: Uint8Array): readonly [number, number] {
  expect([...png.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const view = new DataView(png.buffer, png.byteOffset)
  return [view.getUint32(16), view.getUint32(20)]
}

/** What a page tells other sites about itself. */
async function previewOf(path: string): Promise<(name: string) => string | undefined> {
  const response = await service.get(path, { headers: { accept: 'text/html' } })
  expect(response.status, path).toBe(200)
  const html = await response.text()
  return (name) => new RegExp(`<meta property="og:${name}" content="([^"]*)"`).exec(html)?.[1]?.replaceAll('&amp;', '&')
}

const QUERY = encodeURIComponent("SELECT pl_name, pl_orbper, pl_rade FROM exoplanets WHERE pl_name <> 'x\"y'")

test.each([
  '/',
  '/plots',
  '/plots/mass-radius',
  '/plots/discoveries',
  '/insights/discovery-methods',
  '/insights/nearest-planets',
  '/plot',
  '/plot?x=pl_bmasse&y=pl_rade&color=discoverymethod&size=pl_orbper&pl_rade__lt=20&filter=k+b',
  `/sql?q=${QUERY}&x=pl_orbper&y=pl_rade&xscale=log`,
])('%s names the picture of its plot, which is a PNG of the size that the page says', async (path) => {
  const property = await previewOf(path)
  const { pathname, search } = new URL(property('image')!, `http://localhost${path}`)
  const response = await service.get(`${pathname}${search}`)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(sizeOf(await response.bytes())).toEqual([Number(property('image:width')), Number(property('image:height'))])
})

test('a page without a plot or an object names no picture', async () => {
  for (const path of ['/about', '/sql', `/sql?q=${QUERY}`])
    expect((await previewOf(path))('image'), path).toBeUndefined()
})

test('the page of a planet names its picture, which is a PNG of the size that the page says', async () => {
  const property = await previewOf('/exoplanets/51%20Peg%20b')
  expect(property('title')).toBe('51 Peg b')
  expect(property('image')).toBe('../share/exoplanets/51%20Peg%20b.png')
  const response = await service.get('/share/exoplanets/51%20Peg%20b.png')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('image/png')
  const png = await response.bytes()
  expect(sizeOf(png)).toEqual([Number(property('image:width')), Number(property('image:height'))])
  expect(png.byteLength).toBeLessThan(100_000)
  const etag = response.headers.get('etag')!
  const again = await service.get('/share/exoplanets/51%20Peg%20b.png', { headers: { 'if-none-match': etag } })
  expect(again.status).toBe(304)
})

test('pictures of different planets differ', async () => {
  const [one, other] = await Promise.all(
    ['51%20Peg%20b', 'Kepler-22%20b'].map(async (name) => (await service.get(`/share/exoplanets/${name}.png`)).bytes()),
  )
  expect(Bun.hash(one!)).not.toBe(Bun.hash(other!))
})

test.each(['/share/exoplanets/nobody.png', '/share/exoplanets/51%20Peg%20b', '/share/exoplanets/.png'])(
  '%s is not there',
  async (path) => {
    expect((await service.get(path)).status).toBe(404)
  },
)

test('a picture shows limits and minimum masses as such, and hostile names as text', async () => {
  const svg = sharePicture({
    name: '<script>"&\u0000x',
    subtitle: 'Planet of ]]>',
    values: [{ label: 'Minimum mass', value: '<3 M⊕' }],
    radius: undefined,
    source: 'x',
  })
  expect(svg).not.toContain('<script>')
  expect(svg).toContain('&lt;3 M⊕')
  expect(sizeOf(await renderPng(svg, 1_200))).toEqual([1_200, 630])
})

test('a name of any length has room', async () => {
  const svg = sharePicture({ name: 'x'.repeat(5_000), subtitle: '', values: [], radius: 1e9, source: '' })
  const [, written = ''] = /font-weight="700"[^>]*>([^<]*)</.exec(svg) ?? []
  expect(written.length).toBeLessThan(60)
  expect(written).toEndWith('…')
  expect(sizeOf(await renderPng(svg, 1_200))).toEqual([1_200, 630])
})
