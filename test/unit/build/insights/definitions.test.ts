import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { INSIGHTS } from '../../../../build/insights/definitions/index.ts'
import { planInsight } from '../../../../build/insights/describe.ts'
import { DATA_TYPES } from '../../../../src/format/column.ts'
import { INSIGHT_CATEGORIES, INSIGHT_KINDS } from '../../../../src/format/insight.ts'
import { TABLE_NAMES } from '../../../../src/format/table.ts'
import { insightArchive } from '../../../fixtures/archives/insight-archive.ts'
import type { Tables } from '../../../fixtures/archives/plain-archive.ts'
import { section, tableRows } from '../../../fixtures/docs/docs.ts'
import { askedColumns, catalogOf } from '../../../fixtures/insights/check-insight.ts'

const ROOT = join(import.meta.dir, '../../../..')

/** What is published: slug, title, category and kind never change without a reader noticing. */
const PUBLISHED = [
  ['nearest-planets', 'Nearest confirmed planets', 'exoplanets', 'ranking'],
  ['habitable-zone-candidates', 'Small planets with Earth-like insolation', 'exoplanets', 'ranking'],
  ['radius-valley', 'Radius distribution of small planets (the radius valley)', 'population', 'histogram'],
  ['discoveries-by-year-and-method', 'Discoveries per year by method', 'population', 'timeseries'],
  ['discovery-methods', 'Planets per discovery method', 'population', 'distribution'],
  ['transmission-spectroscopy-targets', 'Best transmission-spectroscopy targets (TSM)', 'exoplanets', 'ranking'],
  ['smallest-exoplanets-radius', 'Smallest measured planets', 'exoplanets', 'ranking'],
  ['largest-exoplanets-radius', 'Largest measured planets', 'exoplanets', 'ranking'],
  ['hottest-planets', 'Hottest planets by equilibrium temperature', 'exoplanets', 'ranking'],
  ['ultra-short-period-planets', 'Planets with years shorter than one day', 'exoplanets', 'ranking'],
  ['systems-with-most-planets', 'Systems with the most planets', 'stellarhosts', 'ranking'],
  ['near-resonant-pairs', 'Neighboring planets near 2:1 or 3:2 period ratios', 'systems', 'relationship'],
  ['nearest-multi-planet-systems', 'Nearest multi-planet systems', 'stellarhosts', 'ranking'],
  ['densest-small-planets', 'Densest small planets', 'exoplanets', 'ranking'],
  ['super-puffs', 'Lowest-density planets', 'exoplanets', 'ranking'],
  ['largest-planet-to-host-ratios', 'Largest planet-to-star radius ratios', 'relationships', 'ranking'],
  ['most-eccentric-orbits', 'Most eccentric orbits', 'exoplanets', 'ranking'],
  ['circumbinary-planets', 'Planets orbiting two stars', 'systems', 'list'],
  ['directly-imaged-planets', 'Directly imaged planets', 'exoplanets', 'list'],
  ['retrograde-and-polar-orbits', 'Strongly misaligned orbits', 'exoplanets', 'ranking'],
  ['hottest-stellar-hosts', 'Hottest planet-hosting stars', 'stellarhosts', 'ranking'],
  ['brightest-transit-hosts', 'Brightest stars with transiting planets', 'exoplanets', 'ranking'],
  ['most-disputed-masses', 'Planets whose published masses disagree most', 'provenance', 'ranking'],
  ['controversial-planets', 'Planets flagged controversial', 'provenance', 'list'],
  ['recently-added-planets', 'Most recently released planets', 'provenance', 'list'],
  ['most-equal-star-planet-pairs', 'Most equal star-planet radius pairs', 'relationships', 'ranking'],
  ['most-distant-exoplanets', 'Most distant exoplanets', 'exoplanets', 'ranking'],
  ['nearest-stellar-hosts', 'Nearest stellar hosts', 'stellarhosts', 'ranking'],
  ['binary-star-systems', 'Multi-star systems that host planets', 'stellarhosts', 'ranking'],
]

const TABLES = insightArchive(11)
const withUnits: Tables = {
  exoplanets: {
    ...TABLES.exoplanets,
    columns: TABLES.exoplanets.columns.map((column) =>
      column.name === 'sy_dist' ? { ...column, unit: 'pc', description: 'Distance', sourceDatatype: 'double' } : column,
    ),
  },
  stellarhosts: TABLES.stellarhosts,
}
const PLANS = INSIGHTS.map((definition) => ({
  slug: definition.slug,
  limit: definition.limit,
  ...planInsight(definition, catalogOf(withUnits)),
}))

test('the insights are the published ones, in their order', () => {
  expect(INSIGHTS.map(({ slug, title, category, kind }) => [slug, title, category, kind])).toEqual(PUBLISHED)
})

test('each insight is defined in the file of its slug', async () => {
  for (const { slug } of INSIGHTS)
    expect(await Bun.file(join(ROOT, `build/insights/definitions/${slug}.ts`)).text()).toContain(`slug: '${slug}'`)
})

test('the documentation names every insight, with its title and row limit', () => {
  const rows = tableRows(section('Insights')).map(([slug, title, limit]) => [slug, title, Number(limit)])
  expect(rows).toEqual(INSIGHTS.map(({ slug, title, limit }) => [`\`${slug}\``, title, limit]))
})

describe.each(PLANS)('the plan of $slug', (meta) => {
  test('has a category, a kind and words of the published sets', () => {
    const { category, kind, title, description, whenEmpty } = meta.definition
    expect(INSIGHT_CATEGORIES).toContain(category)
    expect(INSIGHT_KINDS).toContain(kind)
    for (const words of [title, description, whenEmpty]) expect(words.trim().length).toBeGreaterThan(10)
    expect(description).toEndWith('.')
    // It stands inside a sentence.
    expect(whenEmpty).not.toMatch(/^[A-Z]|[.]$/)
  })

  test('judges rows by conditions that the published SQL has', () => {
    for (const { condition, reason } of meta.rules) {
      expect(meta.sql).toContain(condition)
      if (reason !== undefined) expect(reason).toMatch(/^[a-z].*\(.*\)$/)
    }
  })

  test('names every result column once, computed ones with a description', () => {
    const names = meta.columns.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const column of meta.columns) {
      expect(Object.values(DATA_TYPES)).toContain(column.data_type)
      const isShown = INSIGHTS.find(({ slug }) => slug === meta.slug)!.columns.some(
        (candidate) => candidate.name === column.name && 'table' in candidate,
      )
      if (!isShown) expect(column.description).toBeString()
    }
  })

  test('has one SELECT that ends in its own limit and fits into a request', () => {
    expect(Number.isInteger(meta.limit) && meta.limit > 0).toBe(true)
    expect(meta.sql).toEndWith(`\nLIMIT ${meta.limit}`)
    expect(meta.sql.match(/\bLIMIT\b/g)).toHaveLength(1)
    expect(meta.sql).toMatch(/^(SELECT|WITH) /)
    expect(meta.sql).toBe(meta.sql.trim())
    expect(meta.sql).not.toContain(';')
    expect(meta.sql).not.toMatch(/undefined|NaN|\[object/)
    expect(Buffer.byteLength(meta.sql)).toBeLessThan(16_384)
    // A request without `limit` gives a thousand rows.
    expect(meta.limit).toBeLessThanOrEqual(1_000)
  })
})

test('no definition names a column twice: shown ones are needed, and needed ones are not only used where they are there', () => {
  for (const definition of INSIGHTS)
    for (const table of TABLE_NAMES) {
      const names = askedColumns(definition, table)
      expect({ slug: definition.slug, names: [...new Set(names)] }).toEqual({
        slug: definition.slug,
        names: [...names],
      })
    }
})

test('a result column that shows an archive column has its type, unit and description', () => {
  expect(PLANS[0]!.columns[2]).toEqual({
    name: 'sy_dist',
    data_type: 'Float64',
    description: 'Distance',
    unit: 'pc',
    source_datatype: 'double',
  })
})
