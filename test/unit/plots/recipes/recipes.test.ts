import { expect, test } from 'bun:test'
import { INSIGHTS } from '../../../../build/insights/definitions/index.ts'
import { drawRecipe } from '../../../../src/plots/recipes/draw-recipe.ts'
import { INSIGHT_RECIPES } from '../../../../src/plots/recipes/insight-recipes.ts'
import { objectLinks } from '../../../../src/plots/recipes/links.ts'
import { readSvg } from '../../../fixtures/plots/read-svg.ts'

const href = objectLinks('../')

test('every recipe is of an insight, and draws columns that the insight has', () => {
  const bySlug = new Map(INSIGHTS.map((insight) => [insight.slug, insight]))
  for (const [slug, recipe] of Object.entries(INSIGHT_RECIPES)) {
    const insight = bySlug.get(slug)
    expect(insight, slug).toBeDefined()
    const columns = insight!.columns.map(({ name }) => ({ name }))
    const rows = [1, 2, 3].map((number) =>
      Object.fromEntries(columns.map(({ name }) => [name, /name$|method$/.test(name) ? `N ${number}` : number])),
    )
    const chart = drawRecipe(recipe, { columns, rows }, { id: slug, title: insight!.title, href })
    expect(chart.drawn, slug).toBe(3)
    readSvg(chart.svg)
  }
})

test('links lead to pages of planets and hosts from any depth', () => {
  expect(objectLinks('../')('planet', '51 Peg b')).toBe('../exoplanets/51%20Peg%20b')
  expect(objectLinks('./')('host', 'a/b?#\ud800')).toBe('./stellarhosts/a%2Fb%3F%23%EF%BF%BD')
})
