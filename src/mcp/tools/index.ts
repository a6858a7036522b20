import type { Tool } from '../results/tool.ts'
import { describeCatalog } from './describe-catalog.ts'
import { describeColumn } from './describe-column.ts'
import { downloadDetail } from './download-detail.ts'
import { getPlanet } from './get-planet.ts'
import { getStar } from './get-star.ts'
import { health } from './health.ts'
import { listFunctions } from './list-functions.ts'
import { listInsights } from './list-insights.ts'
import { queryCatalog } from './query-catalog.ts'
import { resolveName } from './resolve-name.ts'
import { runInsight } from './run-insight.ts'

/** Every tool of the endpoint, in the order in which an agent should consider them. */
export const TOOLS: readonly Tool[] = [
  describeCatalog,
  describeColumn,
  queryCatalog,
  listInsights,
  runInsight,
  resolveName,
  getPlanet,
  getStar,
  downloadDetail,
  listFunctions,
  health,
]
