import { z } from 'zod'
import type { Immutable } from './immutable.ts'
import { type InsightResult, insightDescriptorSchema, insightResultSchema } from './insight.ts'

/** A plot of the gallery as the list and its own answer describe it. */
export const plotDescriptorSchema = insightDescriptorSchema
  .omit({ category: true, kind: true })
  .describe('Description of a plot.')
export type PlotDescriptor = Immutable<z.output<typeof plotDescriptorSchema>>

export const plotListSchema = z.array(plotDescriptorSchema).describe('Every plot of the gallery.')

/** A plot with the rows that it shows. */
export const plotResultSchema = insightResultSchema
  .extend({ meta: plotDescriptorSchema })
  .describe('A plot with the rows that it shows.')

/** A plot's rows as the build computes them and writes them as JSON. */
export type PlotResult = Omit<InsightResult, 'meta'> & { readonly meta: PlotDescriptor }
