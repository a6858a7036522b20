import type { Catalog } from '../../core/catalog/catalog.ts'
import type { Observe } from '../../observe.ts'
import type { Settings } from '../../settings.ts'
import type { JobService } from '../../tap/jobs/job-service.ts'
import type { Sender } from './sender.ts'

/** What every resource works with. */
export interface HttpContext {
  /** The catalog of the moment. A handler asks once, so that one answer never mixes two snapshots. */
  readonly catalog: () => Catalog
  readonly settings: Settings
  readonly observe: Observe
  /** Who sends a request: the same text for all requests of one client. */
  readonly clientOf: (request: Request) => string
  /** True from the first sign of the end: new work should go elsewhere. */
  readonly isStopping: () => boolean
  /** The address that it listens on, without a slash at the end; undefined where nothing listens. */
  readonly address: () => string | undefined
  /** Told when the body of a request has arrived: from then on the client waits for the answer. */
  readonly onReceived?: (request: Request) => void
  /** Queries that run for their clients while these do something else; absent where they cannot be kept. */
  readonly jobs?: JobService
  /** True where `/mcp` is served, so that every listing names it. */
  readonly hasMcp: boolean
  readonly sender: Sender
}
