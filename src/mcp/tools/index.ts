import type { Tool } from '../results/tool.ts'
import { describeCatalog } from './describe-catalog.ts'
import { downloadDetail } from './download-detail.ts'
import { health } from './health.ts'
import { listFunctions } from './list-functions.ts'
import { listInsights } from './list-insights.ts'
import { queryCatalog } from './query-catalog.ts'
import { runInsight } from './run-insight.ts'

/** Every tool of the endpoint, in the order in which an agent should think of them. */
export const TOOLS: readonly Tool[] = [
  describeCatalog,
  queryCatalog,
  listInsights,
  runInsight,
  downloadDetail,
  listFunctions,
  health,
]
