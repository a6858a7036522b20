import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PLOTS } from '../../build/plots/definitions/index.ts'
import type { PlotResult } from '../../src/core/answers/insight.ts'
import type { Catalog } from '../../src/core/catalog/catalog.ts'
import { createCatalog } from '../../src/core/catalog/create-catalog.ts'
import type { SqlRunner } from '../../src/core/ports.ts'
import { type Chart, withoutLegend } from '../../src/plots/charts/chart.ts'
import { createSqlPool } from '../../src/sql/pool/pool.ts'
import { openSnapshot } from '../../src/store/open-snapshot.ts'
import { buildGallerySnapshot } from '../fixtures/plots/gallery-snapshot.ts'
import { readSvg } from '../fixtures/plots/read-svg.ts'
import { fakeApp } from '../fixtures/servers/fake-app.ts'

let dataDir: string
let runner: SqlRunner
let catalog: Catalog

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'exoplanet-plot-sql-'))
  await buildGallerySnapshot(dataDir)
  const snapshot = await openSnapshot(dataDir)
  runner = createSqlPool({
    catalogPath: snapshot.catalogPath,
    processes: 1,
    queue: PLOTS.length,
    timeoutMs: 30_000,
    memoryMb: 256,
  })
  catalog = createCatalog(snapshot, runner)
})

afterAll(async () => {
  await runner?.close()
  await rm(dataDir, { recursive: true, force: true })
})

const decode = <Value>(bytes: Uint8Array): Value => JSON.parse(new TextDecoder().decode(bytes))

test('the archive of this test gives every plot', () => {
  expect([...catalog.manifest.files.plotList.omitted]).toEqual([])
  expect(decode<{ slug: string }[]>(catalog.plotList().body()).map(({ slug }) => slug)).toEqual(
    PLOTS.map(({ slug }) => slug),
  )
})

test.each(PLOTS.map(({ slug }) => slug))('the SQL of %s gives its rows, and each has a mark', async (slug) => {
  const { meta, data, rows, columns } = decode<PlotResult>(catalog.plot(slug).body())
  const response = await fakeApp(catalog).get(`/rest/query?limit=10000&sql=${encodeURIComponent(meta.sql)}`)
  expect(await response.json()).toEqual({ data, rows, columns, query: meta.sql, truncated: false })
  expect(rows).toBeGreaterThan(0)

  const chart = decode<Chart>(catalog.plotChart(slug))
  const { recipe } = PLOTS.find((plot) => plot.slug === slug)!
  const elements = readSvg(chart.svg)
  const titles = elements.filter(({ name }) => name === 'title')
  if (recipe.kind === 'bars') {
    // The title of the picture, and one for each part of a bar that counts something.
    const parts = data.flatMap((row) => recipe.series.map(({ column }) => Number(row[column])))
    expect(titles).toHaveLength(1 + parts.filter((count) => count > 0).length)
    return
  }
  const axes = recipe.kind === 'scatter' ? [recipe.x, recipe.y] : []
  const placed = data.filter((row) =>
    axes.every(({ column, domain, scale }) => {
      const value = row[column]
      if (typeof value !== 'number' || (scale === 'log' && value <= 0)) return false
      return domain === undefined || (value >= domain[0] && value <= domain[1])
    }),
  )
  expect(chart).toMatchObject({ drawn: placed.length, leftOut: data.length - placed.length })
  expect(titles).toHaveLength(1 + placed.length)
  const links = elements.filter(({ name }) => name === 'a').map(({ attributes }) => attributes.href)
  const folder = recipe.kind === 'scatter' && recipe.name.kind === 'host' ? 'stellarhosts' : 'exoplanets'
  const names = placed.map((row) => `../${folder}/${encodeURIComponent(String(row[columns[0]!]))}`)
  expect(links.sort()).toEqual(names.sort())
})

test.each(PLOTS.map(({ slug }) => slug))(
  'the chart of %s says what its axes are, and can be shown without its legend',
  (slug) => {
    const chart = decode<Chart>(catalog.plotChart(slug))
    const elements = readSvg(withoutLegend(chart))
    const { recipe } = PLOTS.find((plot) => plot.slug === slug)!
    expect(elements[0]!.attributes.viewBox).toMatch(new RegExp(`^-?\\d+ 0 7\\d\\d ${chart.plotHeight}$`))
    const words = elements.filter(({ name }) => name === 'text').map(({ text }) => text)
    if (recipe.kind === 'scatter')
      for (const { title } of [recipe.x, recipe.y]) expect(words.some((text) => text.startsWith(title))).toBe(true)
    expect(elements.find(({ name }) => name === 'desc')!.text).toBe(chart.description)
  },
)
