import type { Chart } from '../../plots/charts/chart.ts'
import { pngSize } from '../../plots/png/png-size.ts'
import type { PageProps } from '../frame/page.tsx'

/** The picture that other sites show with a link to a chart's page: the chart as a PNG, which has this path. */
export function chartPreview(
  path: string,
  chart: Pick<Chart, 'width' | 'height'>,
): Required<Pick<PageProps, 'picture'>> {
  return { picture: { path, ...pngSize(chart) } }
}
