/** What has happened to queries since the start; only grows. */
export interface PoolCounts {
  /** How often a query was stopped where it was, to go on later. */
  paused: number
  /** How often a query was ended to make room, to begin anew later. */
  begunAnew: number
  /** How often a query was asked again because its process was lost. */
  askedAgain: number
  /** Queries that ended without their answer, by reason. */
  readonly ended: {
    /** Its client left. */
    cancelled: number
    timeout: number
    /** Its process took more memory than one may. */
    memory: number
    /** There were too many. */
    refused: number
    /** No process could be started. */
    unavailable: number
    /** Its process was lost, twice. */
    lost: number
    /** The service, or its snapshot, went. */
    stopped: number
  }
  /** Processes that ended, by reason. */
  readonly processesEnded: {
    /** With the query of a client that left. */
    cancelled: number
    timeout: number
    /** With a query that took more memory than one may. */
    memory: number
    /** To make room; its query begins anew. */
    room: number
    /** It needed much memory for a query, and would have kept it. */
    grown: number
    /** There were more than are needed. */
    surplus: number
    stopped: number
    /** By itself, or from outside. */
    failed: number
  }
}

export function createPoolCounts(): PoolCounts {
  const ended = { cancelled: 0, timeout: 0, memory: 0, refused: 0, unavailable: 0, lost: 0, stopped: 0 }
  const processesEnded = { cancelled: 0, timeout: 0, memory: 0, room: 0, grown: 0, surplus: 0, stopped: 0, failed: 0 }
  return { paused: 0, begunAnew: 0, askedAgain: 0, ended, processesEnded }
}

/** What a pool is doing at the moment, in queries and processes. */
export interface PoolState {
  readonly running: number
  readonly paused: number
  readonly waiting: number
  /** Processes that are ready for a query. */
  readonly idle: number
  /** All processes, those that are starting included. */
  readonly processes: number
  /** Bytes that the processes have for themselves, as far as the system tells. */
  readonly memoryBytes: number
}
