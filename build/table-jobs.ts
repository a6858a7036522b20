import type { FileRef } from '../src/format/manifest.ts'
import type { TableName } from '../src/format/table.ts'
import { TABLE_NAMES } from '../src/format/table.ts'
import type { ArchiveTable } from './archive-table.ts'
import type { BuildEffects } from './effects.ts'
import type { ReadTable } from './read/archive.ts'
import { inlineTableJob, type TableJob } from './table-job.ts'
import { threadedTableJob } from './threaded-table-job.ts'
import { writePages } from './write-pages.ts'

/** Files smaller than this, packed or not, are read before a thread for them would have started. */
const THREADED_BYTES = 2_000_000

/** The jobs of both tables. */
export interface TableJobs {
  /** Reads one table into snapshot order: a small file in this thread, a larger one beside it. */
  readonly read: ReadTable
  /** Writes the page files of both tables, which are in snapshot order; beside this thread where a job has read them. */
  writePages(tables: Readonly<Record<TableName, ArchiveTable>>, dataDir: string): Promise<Record<TableName, FileRef>>
  close(): void
}

/** Jobs for one build; `close` them at its end. */
export function startTableJobs(effects: BuildEffects): TableJobs {
  const jobs = new Map<TableName, TableJob>()
  const write = (table: ArchiveTable, dataDir: string) => {
    const onProgress = (done: number) => effects.progress(`pages of ${table.name}`, done, table.columns.length)
    return jobs.get(table.name)?.writePages(dataDir, onProgress) ?? writePages(table, dataDir, onProgress)
  }
  return {
    async read(file, metadata, onProgress = () => {}) {
      const isSmall = Bun.file(file.path).size < THREADED_BYTES
      const job = isSmall ? inlineTableJob() : threadedTableJob()
      jobs.set(file.table, job)
      return job.read(file, metadata, onProgress)
    },
    async writePages(tables, dataDir) {
      const [exoplanets, stellarhosts] = await Promise.all(TABLE_NAMES.map((name) => write(tables[name], dataDir)))
      return { exoplanets: exoplanets!, stellarhosts: stellarhosts! }
    },
    close() {
      for (const job of jobs.values()) job.close()
    },
  }
}
