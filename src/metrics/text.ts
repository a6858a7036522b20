import { checkFreeFiles } from '../files/free-files.ts'
import type { ExportedMetric } from './sample.ts'

let isLoaded = false

/** Combines the metrics of several server processes into one text. */
export async function metricsText(processes: readonly (readonly ExportedMetric[])[]): Promise<string> {
  if (!isLoaded) checkFreeFiles()
  // Loaded by the first scrape: an unmonitored service does not need it.
  const { AggregatorRegistry } = await import('prom-client')
  isLoaded = true
  return AggregatorRegistry.aggregate(processes as unknown as object[]).metrics()
}
