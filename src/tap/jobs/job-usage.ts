import type { Job } from './job.ts'
import type { JobFolder } from './job-folder.ts'
import { resultName } from './job-runner.ts'

/** Time for which the cached size of all results is used, in milliseconds. */
const USAGE_MS = 1_000

/** The space that the results of all jobs take. */
export interface JobUsage {
  /** Bytes of all results, at most a second old; counted at once if `jobs`, all of them, are given. */
  bytes(jobs?: readonly Job[]): Promise<number>
  /** Counts bytes that this process writes before the next count: in a second, a result can grow by tens of megabytes. */
  take(bytes: number): void
}

export function createJobUsage(folder: JobFolder): JobUsage {
  let counted = 0
  let countedMs = Number.NEGATIVE_INFINITY

  async function bytesOf(job: Job): Promise<number> {
    if (job.result !== undefined) return job.result.bytes
    if (job.phase !== 'EXECUTING') return 0
    return folder.bytesOf(job.id, resultName(job.server, job.attempts))
  }

  return {
    async bytes(jobs) {
      if (jobs === undefined && performance.now() - countedMs < USAGE_MS) return counted
      let bytes = 0
      for (const job of jobs ?? (await folder.all(true))) bytes += await bytesOf(job)
      counted = bytes
      countedMs = performance.now()
      return bytes
    },
    take(bytes) {
      counted += bytes
    },
  }
}
