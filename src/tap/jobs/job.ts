/** The phases of a job (UWS 1.1, 2.1.3) that occur here. */
export const PHASES = ['PENDING', 'QUEUED', 'EXECUTING', 'COMPLETED', 'ERROR', 'ABORTED'] as const
export type Phase = (typeof PHASES)[number]

/** The file that a finished job gives. */
export interface JobResult {
  /** Name within the folder of the job. */
  readonly file: string
  readonly bytes: number
  readonly mediaType: string
  readonly snapshotId: string
}

/** A job as it is kept. Times are milliseconds since 1970. */
export interface Job {
  readonly id: string
  readonly phase: Phase
  readonly createdMs: number
  readonly startedMs?: number
  readonly endedMs?: number
  /** When it is deleted. */
  readonly destructionMs: number
  /** Seconds that it may run. */
  readonly executionS: number
  /** Text of the client's own. */
  readonly runId?: string
  /** Parameters of the query, by their names in upper case. */
  readonly parameters: readonly (readonly [name: string, value: string])[]
  /** Who made it: the same text for all requests of one client. */
  readonly client: string
  /** The server process that has it, while it is queued or runs. */
  readonly server?: string
  /** How often it has begun to run. */
  readonly attempts: number
  readonly error?: { readonly message: string; readonly isTransient: boolean }
  readonly result?: JobResult
}

export function isFinished({ phase }: Pick<Job, 'phase'>): boolean {
  return phase === 'COMPLETED' || phase === 'ERROR' || phase === 'ABORTED'
}

/** An id that nobody can guess: 128 random bits. */
export function newJobId(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('hex')
}

/** Whether a text can be an id, so that nothing else is ever part of a path. */
export function isJobId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text)
}

/** The job at its end, which no process has any more. */
export function ended(job: Job, phase: Phase, more: Pick<Partial<Job>, 'error' | 'result'> = {}): Job {
  const { server: _, ...rest } = job
  return { ...rest, ...more, phase, endedMs: Date.now() }
}
