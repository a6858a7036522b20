import type { ExportedMetric } from './sample.ts'

/** The metrics of several server processes as one text. */
export async function metricsText(processes: readonly (readonly ExportedMetric[])[]): Promise<string> {
  // Loaded with the first scrape: a service that nobody watches does without.
  const { AggregatorRegistry } = await import('prom-client')
  return AggregatorRegistry.aggregate(processes as unknown as object[]).metrics()
}
