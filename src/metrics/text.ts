import { checkFreeFiles } from '../files/free-files.ts'
import type { ExportedMetric } from './sample.ts'

let isLoaded = false

/** The metrics of several server processes as one text. */
export async function metricsText(processes: readonly (readonly ExportedMetric[])[]): Promise<string> {
  if (!isLoaded) checkFreeFiles()
  // Loaded with the first scrape: a service that nobody watches does without.
  const { AggregatorRegistry } = await import('prom-client')
  isLoaded = true
  return AggregatorRegistry.aggregate(processes as unknown as object[]).metrics()
}
