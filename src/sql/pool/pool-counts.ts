/** Counters of query events since the start. */
export interface PoolCounts {
  /** Pauses of a query that continued later. */
  paused: number
  /** Queries ended to make room and restarted later. */
  begunAnew: number
  /** Queries repeated because their process was lost. */
  askedAgain: number
  /** Queries that ended without an answer, by reason. */
  readonly ended: {
    /** Its client disconnected. */
    cancelled: number
    timeout: number
    /** Its process exceeded the memory limit. */
    memory: number
    /** Too many queries were queued. */
    refused: number
    /** No process could be started. */
    unavailable: number
    /** Its process was lost, twice. */
    lost: number
    /** The service stopped, or its snapshot was replaced. */
    stopped: number
  }
  /** Processes that ended, by reason. */
  readonly processesEnded: {
    /** Its query's client disconnected. */
    cancelled: number
    timeout: number
    /** Its query exceeded the memory limit. */
    memory: number
    /** To make room; its query restarts. */
    room: number
    /** A query used much memory, which the process would have retained. */
    grown: number
    /** More processes than needed. */
    surplus: number
    stopped: number
    /** By itself, or ended from outside. */
    failed: number
  }
}

export function createPoolCounts(): PoolCounts {
  const ended = { cancelled: 0, timeout: 0, memory: 0, refused: 0, unavailable: 0, lost: 0, stopped: 0 }
  const processesEnded = { cancelled: 0, timeout: 0, memory: 0, room: 0, grown: 0, surplus: 0, stopped: 0, failed: 0 }
  return { paused: 0, begunAnew: 0, askedAgain: 0, ended, processesEnded }
}

/** Current state of a pool, in queries and processes. */
export interface PoolState {
  readonly running: number
  readonly paused: number
  readonly waiting: number
  /** Processes that are ready for a query. */
  readonly idle: number
  /** All processes, including those that are starting. */
  readonly processes: number
  /** Private bytes of the processes, as far as the system reports them. */
  readonly memoryBytes: number
}
