import type { Recipe } from '../../src/plots/recipes/recipe.ts'
import type { InsightDefinition } from '../insights/parts/definition.ts'

/** A plot of the gallery: a query as insights have it, and how its result is drawn. */
export interface PlotDefinition extends Omit<InsightDefinition, 'category' | 'kind' | 'rank'> {
  readonly recipe: Recipe
}

/** The row limit of plots whose rows are planets or hosts: what one query of a client may return. */
export const ALL_OBJECTS = 10_000
