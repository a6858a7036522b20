import type { Catalog } from '../../core/catalog/catalog.ts'
import type { Observe } from '../../observe.ts'
import type { Settings } from '../../settings.ts'
import type { JobService } from '../../tap/jobs/job-service.ts'
import type { Sender } from './sender.ts'

/** The context of every resource. */
export interface HttpContext {
  /** The current catalog. Each handler calls this once, so that one response never mixes two snapshots. */
  readonly catalog: () => Catalog
  readonly settings: Settings
  readonly observe: Observe
  /** Identifies the client of a request: the same text for all requests of one client. */
  readonly clientOf: (request: Request) => string
  /** True from the start of the shutdown: new work should go elsewhere. */
  readonly isStopping: () => boolean
  /** The URL of the listener, without a slash at the end; undefined if nothing listens. */
  readonly address: () => string | undefined
  /** Called when the body of a request has arrived: from then on the client waits for the response. */
  readonly onReceived?: (request: Request) => void
  /** Queries that run asynchronously for their clients; absent if jobs are not available. */
  readonly jobs?: JobService
  /** True if `/mcp` is served, so that every list names it. */
  readonly hasMcp: boolean
  readonly sender: Sender
}
