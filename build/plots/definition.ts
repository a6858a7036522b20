import type { Recipe } from '../../src/plots/recipes/recipe.ts'
import type { InsightDefinition } from '../insights/parts/definition.ts'

/** A plot of the gallery: a query as in insights, and the recipe for drawing its result. */
export interface PlotDefinition extends Omit<InsightDefinition, 'category' | 'kind' | 'rank'> {
  readonly recipe: Recipe
}

/** The row limit of plots with one row per planet or host: the maximum that a client's query can return. */
export const ALL_OBJECTS = 10_000
