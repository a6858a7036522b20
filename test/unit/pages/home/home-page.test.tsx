import { describe, expect, test } from 'bun:test'
import type { GalleryEntry } from '../../../../src/pages/gallery/gallery-page.tsx'
import { HomePage, type HomePageProps } from '../../../../src/pages/home/home-page.tsx'
import { outline, rendered, sectionOf, siteOf } from '../../../fixtures/pages/rendered.ts'
import { FAKE_MANIFEST } from '../../../fixtures/servers/fake-catalog.ts'

const PLOT = {
  meta: { slug: 'a-plot', title: 'A plot', description: 'Made up.' },
  thumbnail: '<svg>x</svg>',
  size: { width: 720, height: 500 },
} as unknown as GalleryEntry
const PROPS: HomePageProps = {
  planet: 'A b',
  host: 'A',
  examples: [{ title: 'Nearest', path: '/rest/insights/nearest' }],
  endpoints: [
    { shown: 'GET /health', description: 'State', path: '/health' },
    { shown: 'POST /mcp', description: 'Agents', path: undefined },
  ],
  newest: [],
  plots: [],
}
const html = (props: Partial<HomePageProps> = {}, manifest = FAKE_MANIFEST, hasMcp = true) =>
  rendered(<HomePage {...PROPS} {...props} />, siteOf(manifest, { hasMcp }))
const lines = (...args: Parameters<typeof html>) => outline(html(...args)).split('\n')
const section = (id: string, ...args: Parameters<typeof html>) => {
  const found = sectionOf(html(...args), id)
  return found === undefined ? undefined : outline(found).split('\n')
}

test('the page begins with a search, examples and counts', () => {
  const { exoplanets, stellarhosts } = FAKE_MANIFEST.tables
  const tables = {
    exoplanets: { ...exoplanets, names: 5_001, rows: 5_002 },
    stellarhosts: { ...stellarhosts, names: 5_003, rows: 5_004 },
  }
  expect(lines({}, { ...FAKE_MANIFEST, tables }).slice(0, 14)).toEqual([
    'Look up a planet or its star',
    'Planet or star',
    '{q=}',
    'Search',
    'For example [A b](../exoplanets/A%20b) or [A](../stellarhosts/A). You can also browse all [planets](../exoplanets) and [host stars](../stellarhosts), or write your own [SQL](../sql).',
    'planets',
    '5,001',
    'exoplanets rows',
    '5,002',
    'names in stellarhosts',
    '5,003',
    'stellarhosts rows',
    '5,004',
    'NASA Exoplanet Archive, archive date 2026-01-02; snapshot 0123456789abcdef. Source: made up for tests',
  ])
  expect(html()).toContain('<title>Exoplanet Catalog</title>')
})

describe('the newest planets', () => {
  const row = (at: number, more: object = {}) => ({
    pl_name: `A ${at}`,
    first_release: '2026-01-01',
    discoverymethod: 'Transit',
    ...more,
  })

  test('are at most eight, with their date and method', () => {
    const shown = section('newest', { newest: Array.from({ length: 9 }, (_, at) => row(at)) })!
    expect(shown).toHaveLength(10)
    expect(shown.slice(0, 2)).toEqual(['Newest planets', '[A 0](../exoplanets/A%200) 2026-01-01, Transit'])
    expect(shown.at(-1)).toBe('[More new planets](../insights/recently-added-planets)')
    expect(section('newest', { newest: [row(0, { first_release: null })] })![1]).toBe(
      '[A 0](../exoplanets/A%200) Transit',
    )
    expect(section('newest', { newest: [row(0, { discoverymethod: undefined })] })![1]).toBe(
      '[A 0](../exoplanets/A%200) 2026-01-01',
    )
  })

  test('are left out without any', () => {
    expect(section('newest')).toBeUndefined()
  })
})

test('plots are shown if there are some, the first one as the preview', () => {
  expect(section('plots', { plots: [PLOT] })).toEqual([
    'Plots',
    '[A plot](../plots/a-plot)',
    'Made up.',
    '[All plots](../plots), [your own axes](../plot), and [insights](../insights): common questions with their answers.',
  ])
  expect(html({ plots: [PLOT] })).toContain('property="og:image" content="../plots/a-plot.png"')
  expect(section('plots')).toBeUndefined()
  expect(html()).not.toContain('og:image')
})

test('programs find their addresses', () => {
  const ways = section('ways')!
  expect(ways).toContain(
    'All data on one planet as a file: [JSON](../exoplanets/A%20b.json), [CSV](../exoplanets/A%20b.csv); [whole tables](../data/).',
  )
  expect(ways).toContain('AI agents: the Model Context Protocol at mcp, [llms.txt](../llms.txt), [skill](../skill.md).')
  expect(ways.slice(-2)).toEqual(['Example requests', '[Nearest](../rest/insights/nearest)'])
  expect(section('ways', {}, FAKE_MANIFEST, false)).toContain(
    'AI agents: [llms.txt](../llms.txt), [skill](../skill.md).',
  )
})

test('endpoints that can be opened are links', () => {
  const shown = lines()
  expect(shown.slice(-3)).toEqual(['All endpoints of the API', '[GET /health](../health) State', 'POST /mcp Agents'])
})

test('further tables are listed', () => {
  expect(section('further')).toBeUndefined()
  const furtherTables = { ml: { rows: 2, date: '2026-01-01', columns: [] } }
  expect(section('further', {}, { ...FAKE_MANIFEST, furtherTables } as unknown as typeof FAKE_MANIFEST)).toHaveLength(2)
})

test('the citation is a link, not an address', () => {
  const text = section('citing')!.join(' ')
  expect(text).toContain('[Acknowledging the archive](https://')
  expect(text.match(/https:/g)).toHaveLength(1)
})
