import type { Observe } from '../observe.ts'
import type { Settings } from '../settings.ts'
import { createJobService, type JobService } from '../tap/jobs/job-service.ts'
import { type JobsFolderSettings, jobsFolder } from './jobs-folder.ts'

/** Jobs, with the function that closes them. */
export interface OpenJobs {
  readonly service: JobService
  /** Releases running jobs; other processes take them over, or this service does after a restart. */
  close(): Promise<void>
}

const BYTES_PER_MB = 1_048_576

/** Opens the jobs folder; undefined if there is none, which is logged unless jobs are turned off. */
export async function openJobs(
  settings: JobsFolderSettings & Pick<Settings, 'jobsMax' | 'jobsMb' | 'jobsKeepS' | 'jobsTimeoutS' | 'sqlProcesses'>,
  observe: Observe,
): Promise<OpenJobs | undefined> {
  try {
    const folder = await jobsFolder(settings)
    if (folder === undefined) return undefined
    const service = await createJobService({
      dir: folder.dir,
      limits: {
        maxJobs: settings.jobsMax,
        maxBytes: settings.jobsMb * BYTES_PER_MB,
        keepS: settings.jobsKeepS,
        timeoutS: settings.jobsTimeoutS,
      },
      most: settings.sqlProcesses,
      onFault: (error) => observe({ kind: 'job_fault', error }),
    })
    return {
      service,
      async close() {
        await service.stop()
        await folder.remove()
      },
    }
  } catch (error) {
    observe({ kind: 'jobs_unavailable', detail: error instanceof Error ? error.message : String(error) })
    return undefined
  }
}
