import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { INSIGHTS } from '../../../../build/insights/definitions/index.ts'
import { PLOTS } from '../../../../build/plots/definitions/index.ts'
import { LARGE_FONT, LETTER } from '../../../../src/plots/charts/frame.ts'
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

test('labels of densities and of planets of the solar system do not cover each other in letters as large as on a phone', () => {
  const { recipe, title } = PLOTS.find(({ slug }) => slug === 'mass-radius')!
  const columns = ['pl_name', 'pl_bmasse', 'pl_rade', 'pl_eqt'].map((name) => ({ name }))
  const between = (min: number, max: number) => fc.double({ min, max, noNaN: true })
  fc.assert(
    fc.property(
      between(0.01, 0.9),
      between(300, 20_000),
      between(0.2, 0.9),
      between(12, 80),
      (lightest, heaviest, smallest, largest) => {
        const rows = [
          { pl_name: 'small', pl_bmasse: lightest, pl_rade: smallest, pl_eqt: 300 },
          { pl_name: 'large', pl_bmasse: heaviest, pl_rade: largest, pl_eqt: 1000 },
        ]
        const { svg } = drawRecipe(recipe, { columns, rows }, { id: 'm', title, href })
        const boxes = readSvg(svg)
          .filter(({ attributes }) => attributes.class === 'plot-note')
          .map(({ attributes, text }) => {
            const width = text.length * LETTER * LARGE_FONT
            const x = Number(attributes.x)
            const left = attributes['text-anchor'] === 'end' ? x - width : x
            const y = Number(attributes.y)
            return { text, left, right: left + width, top: y - 0.7 * LARGE_FONT, bottom: y + 0.2 * LARGE_FONT }
          })
        expect(boxes.map(({ text }) => text)).toContain('Earth')
        expect(boxes.filter(({ text }) => text.endsWith('g/cm³')).length).toBeGreaterThan(1)
        for (const [at, a] of boxes.entries())
          for (const b of boxes.slice(at + 1)) {
            const isApart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top
            expect(isApart, `${a.text} and ${b.text}`).toBe(true)
          }
      },
    ),
    { numRuns: 250 },
  )
})
