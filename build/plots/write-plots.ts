import type { Database } from 'sql.js'
import type { InsightResult, PlotResult } from '../../src/core/answers/insight.ts'
import { exactJson } from '../../src/format/exact-json.ts'
import type { FileRef, InsightListRef, PlotFiles } from '../../src/format/manifest.ts'
import type { TableDates } from '../../src/format/table-dates.ts'
import { type GalleryChart, withoutLegend } from '../../src/plots/charts/chart.ts'
import { drawRecipe } from '../../src/plots/recipes/draw-recipe.ts'
import { objectLinks } from '../../src/plots/recipes/links.ts'
import { writeArtifact } from '../data-folder/artifact-file.ts'
import { planInsight } from '../insights/describe.ts'
import { knownArchive } from '../insights/known-archive.ts'
import type { ColumnCatalog } from '../insights/parts/archive-columns.ts'
import { reasonsToOmit } from '../insights/parts/archive-columns.ts'
import type { InsightDefinition } from '../insights/parts/definition.ts'
import { runInsight } from '../insights/run.ts'
import type { BuildEffects } from '../terminal/effects.ts'
import { settleAll } from '../workers/settle-all.ts'
import type { PlotDefinition } from './definition.ts'
import { PLOTS } from './definitions/index.ts'

/** The snapshot from which plots are made. */
export interface PlotsInput {
  /** The tables that the queries read, for example those of `openQueryTables`. */
  readonly database: Database
  readonly columns: ColumnCatalog
  readonly dates: TableDates
  readonly dataDir: string
  readonly effects: Pick<BuildEffects, 'log' | 'progress'>
}

export interface WrittenPlots {
  readonly list: InsightListRef
  /** By slug, in gallery order. */
  readonly plots: Readonly<Record<string, PlotFiles>>
}

/** Relative path to the root from a plot page, which is one level below it. */
const ROOT = '../'

interface Made {
  readonly result: PlotResult
  readonly chart: GalleryChart
}

/**
 * Runs the gallery's queries on the snapshot, and writes the rows and the chart of each plot. If the archive lacks a column of a
 * plot, the plot is omitted and logged.
 */
export async function writePlots(input: PlotsInput): Promise<WrittenPlots> {
  const { dataDir } = input
  const { made, omitted } = await drawPlots(input)
  const files = await settleAll(
    made.map(async ({ result, chart }): Promise<PlotFiles> => {
      const { slug } = result.meta
      const [rows, drawn] = await settleAll([
        writeJson(dataDir, `plots/${slug}`, result),
        writeJson(dataDir, `plots/${slug}-chart`, chart),
      ])
      return { rows, chart: drawn }
    }),
  )
  const metas = made.map(({ result }) => result.meta)
  return {
    list: { ...(await writeJson(dataDir, 'plots/list', metas)), omitted },
    plots: Object.fromEntries(metas.map(({ slug }, index) => [slug, files[index]!])),
  }
}

async function drawPlots({ database, columns, dates, effects }: PlotsInput): Promise<{
  readonly made: readonly Made[]
  readonly omitted: InsightListRef['omitted']
}> {
  const { known, facts, isEmpty, isComposite } = knownArchive(database, columns, dates)
  const omitted: InsightListRef['omitted'][number][] = []
  const made: Made[] = []
  for (const [index, plot] of PLOTS.entries()) {
    const definition = asInsight(plot)
    const reasons = reasonsToOmit(definition, known, isEmpty)
    if (reasons.length > 0) {
      omitted.push({ slug: plot.slug, reasons })
      effects.log(`plot ${plot.slug} omitted: ${reasons.join(', ')}`)
      continue
    }
    const result = plotResult(runInsight(database, planInsight(definition, known, isComposite), facts))
    const rows = { columns: result.meta.columns, rows: result.data }
    const options = { id: plot.slug, title: result.meta.title, href: objectLinks(ROOT) }
    const small = drawRecipe(plot.recipe, rows, { ...options, id: `${plot.slug}-small`, isThumbnail: true })
    const chart = { ...drawRecipe(plot.recipe, rows, options), thumbnail: withoutLegend(small) }
    made.push({ result, chart })
    effects.progress('plots', index + 1, PLOTS.length)
    // Other threads write the pages of the tables in the meantime; their messages are processed while this thread yields.
    await Bun.sleep(0)
  }
  return { made, omitted }
}

/**
 * Adds the fields that only insights have: category and kind, which sort insights, and a rank, which is empty because plots rank
 * nothing.
 */
function asInsight({ recipe: _recipe, ...query }: PlotDefinition): InsightDefinition {
  return { ...query, category: 'population', kind: 'list', rank: [] }
}

function plotResult({ meta, ...rest }: InsightResult): PlotResult {
  const { category: _category, kind: _kind, ...described } = meta
  return { meta: described, ...rest }
}

function writeJson(dataDir: string, stem: string, value: unknown): Promise<FileRef> {
  return writeArtifact(dataDir, stem, 'json', new TextEncoder().encode(exactJson(value)))
}
