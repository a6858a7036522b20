import { ended, isFinished, type Job, PHASES, type Phase } from './job.ts'
import type { JobFolder } from './job-folder.ts'
import { type JobRunner, MAX_ATTEMPTS, resultName } from './job-runner.ts'
import type { Presence } from './presence.ts'

export interface JobSweepOptions {
  readonly folder: JobFolder
  readonly presence: Presence
  /** Maximum time in seconds after which a job is deleted. */
  readonly keepS: number
  /** The runner of this process; undefined while it takes no jobs. */
  readonly runner: () => JobRunner | undefined
  /** Called when a job has changed. */
  readonly onChange: (id: string) => void
}

/** The jobs that remain after a sweep, and their number by phase. */
export interface Swept {
  readonly jobs: readonly Job[]
  readonly phases: Readonly<Record<Phase, number>>
}

export function noPhases(): Record<Phase, number> {
  return Object.fromEntries(PHASES.map((phase) => [phase, 0])) as Record<Phase, number>
}

/** Creates a function that takes over jobs whose process has ended, and removes expired jobs. */
export function createJobSweep({ folder, presence, keepS, runner, onChange }: JobSweepOptions): () => Promise<Swept> {
  const server = presence.id

  async function destroyIfOver(id: string): Promise<void> {
    // Read again, because its destruction time may have changed.
    const job = await folder.read(id)
    if (job !== undefined && job.destructionMs <= Date.now()) await folder.remove(id)
  }

  async function adopt({ id, server: former, attempts }: Job): Promise<void> {
    const taken = await folder.change(id, (job) => {
      if (job.server !== former || isFinished(job) || job.phase === 'PENDING') return undefined
      if (job.phase === 'QUEUED' || job.attempts < MAX_ATTEMPTS) return { ...job, phase: 'QUEUED', server }
      const message = 'The server process that ran the job has ended, and so has the one before it.'
      return ended(job, 'ERROR', { error: { message, isTransient: true } })
    })
    onChange(id)
    if (taken === undefined) return
    // The output of the former process.
    await folder.removeFile(id, resultName(former, attempts))
    if (taken.phase === 'QUEUED') runner()?.add(taken)
  }

  return async () => {
    await presence.tell()
    const jobs = await folder.all(true)
    const now = Date.now()
    const alive = new Map<string, boolean>()
    const phases = noPhases()
    for (const job of jobs) {
      if (job.destructionMs <= now) {
        await destroyIfOver(job.id)
        continue
      }
      phases[job.phase] += 1
      // The clock has been set back, or differs in another process.
      const latestMs = now + 1_000 * keepS
      if (job.destructionMs > latestMs + 60_000)
        await folder.change(job.id, (found) => ({ ...found, destructionMs: Math.min(found.destructionMs, latestMs) }))
      if (runner() === undefined || (job.phase !== 'QUEUED' && job.phase !== 'EXECUTING')) continue
      const other = job.server
      if (other !== undefined && !alive.has(other)) alive.set(other, await presence.isThere(other))
      if (other === undefined || alive.get(other) === false) await adopt(job)
    }
    return { jobs, phases }
  }
}
