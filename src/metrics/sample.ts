import { DEFINITIONS, type MetricName } from './definitions.ts'

/** One value of a metric. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
  /** For histograms: the series that this value belongs to. */
  readonly suffix?: '_bucket' | '_sum' | '_count'
}

/** The values of one process by metric; every metric is included, even without values. */
export type Samples = Readonly<Record<MetricName, readonly Sample[]>>

/**
 * A metric in the form that `prom-client` aggregates and writes; plain data, so that one process can send it to
 * another.
 */
export interface ExportedMetric {
  readonly name: string
  readonly help: string
  readonly type: string
  readonly aggregator: string
  readonly values: readonly {
    readonly labels: Readonly<Record<string, string>>
    readonly value: number
    readonly metricName?: string
  }[]
}

/** A value without labels. */
export function single(value: number): readonly Sample[] {
  return [{ labels: {}, value }]
}

/** One value per value of a label. */
export function byLabel(label: string, values: Readonly<Record<string, number>>): readonly Sample[] {
  return Object.entries(values).map(([word, value]) => ({ labels: { [label]: word }, value }))
}

export function exportMetrics(samples: Samples): ExportedMetric[] {
  return Object.entries(DEFINITIONS).map(([name, definition]) => ({
    name,
    ...definition,
    values: samples[name as MetricName].map(({ labels, value, suffix }) =>
      suffix === undefined ? { labels, value } : { labels, value, metricName: `${name}${suffix}` },
    ),
  }))
}
