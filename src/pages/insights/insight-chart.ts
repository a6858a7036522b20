import type { InsightResult } from '../../core/answers/insight.ts'
import { drawRecipe } from '../../plots/recipes/draw-recipe.ts'
import { INSIGHT_RECIPES } from '../../plots/recipes/insight-recipes.ts'
import { objectLinks } from '../../plots/recipes/links.ts'

/** The chart of an insight; undefined if its table shows as much. `root` is the URL of the service, for links. */
export function insightChart(
  { meta, data, rows }: InsightResult,
  root: string,
): ReturnType<typeof drawRecipe> | undefined {
  const recipe = INSIGHT_RECIPES[meta.slug]
  if (recipe === undefined || rows === 0) return undefined
  const result = { columns: meta.columns, rows: data }
  return drawRecipe(recipe, result, { id: meta.slug, title: meta.title, href: objectLinks(root) })
}
