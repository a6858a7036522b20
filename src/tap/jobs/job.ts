/** The job phases (UWS 1.1, 2.1.3) used here. */
export const PHASES = ['PENDING', 'QUEUED', 'EXECUTING', 'COMPLETED', 'ERROR', 'ABORTED'] as const
export type Phase = (typeof PHASES)[number]

/** The result file of a finished job. */
export interface JobResult {
  /** Name within the job's folder. */
  readonly file: string
  readonly bytes: number
  readonly mediaType: string
  readonly snapshotId: string
}

/** A stored job. Times are milliseconds since 1970. */
export interface Job {
  readonly id: string
  readonly phase: Phase
  readonly createdMs: number
  readonly startedMs?: number
  readonly endedMs?: number
  /** Time at which it is deleted. */
  readonly destructionMs: number
  /** Maximum running time, in seconds. */
  readonly executionS: number
  /** Label chosen by the client. */
  readonly runId?: string
  /** Parameters of the query, with names in upper case. */
  readonly parameters: readonly (readonly [name: string, value: string])[]
  /** Client that created the job: the same text for all requests of one client. */
  readonly client: string
  /** The server process to which the job is assigned while it is queued or running. */
  readonly server?: string
  /** Number of times that it has begun to run. */
  readonly attempts: number
  readonly error?: { readonly message: string; readonly isTransient: boolean }
  readonly result?: JobResult
}

/** Job settings that a client can change. */
export interface JobWish {
  readonly parameters?: readonly (readonly [name: string, value: string])[]
  readonly runId?: string
  readonly destructionMs?: number
  readonly executionS?: number
}

/** Filter of a job list. */
export interface JobFilter {
  /** Client that created the jobs. */
  readonly client: string
  readonly phases?: ReadonlySet<string>
  /** Only jobs created after this time. */
  readonly afterMs?: number
  /** Maximum number of jobs, latest first. */
  readonly last?: number
}

export function isFinished({ phase }: Pick<Job, 'phase'>): boolean {
  return phase === 'COMPLETED' || phase === 'ERROR' || phase === 'ABORTED'
}

/** Creates an id that cannot be guessed: 128 random bits. */
export function newJobId(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('hex')
}

/** Whether a text has the form of an id; only such texts are used in paths. */
export function isJobId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text)
}

/** The job in its final state, not assigned to any process. */
export function ended(job: Job, phase: Phase, more: Pick<Partial<Job>, 'error' | 'result'> = {}): Job {
  const { server: _, ...rest } = job
  return { ...rest, ...more, phase, endedMs: Date.now() }
}
