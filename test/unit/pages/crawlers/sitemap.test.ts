import { expect, test } from 'bun:test'
import { robotsText, sitemapIndex, sitemapPart, sitemapParts } from '../../../../src/pages/crawlers/sitemap.ts'

const names = (count: number) => Array.from({ length: count }, (_, at) => `P ${at}`)

test.each([
  [0, []],
  [1, [1]],
  [9, [9]],
  [10, [10]],
  [11, [10, 1]],
  [20, [10, 10]],
])('%d planets are in parts of %j addresses', (count, sizes) => {
  const parts = sitemapParts({ pages: ['/'], planets: names(count), hosts: [] }, 10)
  const planets = parts.filter(({ name }) => name.startsWith('planets'))
  expect(planets.map(({ paths }) => paths.length)).toEqual([...sizes])
  expect(planets.map(({ name }) => name)).toEqual(sizes.map((_, at) => `planets-${at + 1}.xml`))
  expect(planets.flatMap(({ paths }) => paths)).toEqual(
    names(count).map((name) => `/exoplanets/${name.replace(' ', '%20')}`),
  )
  expect(parts[0]).toEqual({ name: 'pages-1.xml', paths: ['/'] })
})

test('addresses are whole and escaped, with the date of the archive if it is known', () => {
  const part = { name: 'hosts-1.xml', paths: ["/stellarhosts/A&B's"] }
  const address = 'https://e.example/x/stellarhosts/A&amp;B'
  expect(sitemapPart(part, 'https://e.example/x', '2026-01-02')).toContain(`<loc>${address}`)
  expect(sitemapPart(part, 'https://e.example/x', '2026-01-02')).toContain('<lastmod>2026-01-02</lastmod>')
  expect(sitemapPart(part, 'https://e.example/x', null)).not.toContain('lastmod')
  expect(sitemapIndex([part], 'https://e.example/x', null)).toContain(
    '<loc>https://e.example/x/sitemap/hosts-1.xml</loc>',
  )
})

test('what crawlers shall leave alone is below the folder of the public address', () => {
  const below = robotsText('https://e.example/x')
  expect(below).toContain('Disallow: /x/rest/\n')
  expect(below).toContain('Allow: /x/data/$\n')
  expect(below).toContain('Sitemap: https://e.example/x/sitemap.xml\n')
  expect(robotsText('https://e.example/')).toContain('Disallow: /rest/\n')
  expect(robotsText(undefined)).toContain('Disallow: /rest/\n')
  expect(robotsText(undefined)).not.toContain('Sitemap')
})
