import { isTableName } from '../../src/format/table.ts'
import type { ReadTable } from '../archive/read-archive.ts'
import type { ArchiveTable } from '../table/archive-table.ts'
import type { BuildEffects } from '../terminal/effects.ts'
import { type ColumnFiles, writeColumnFiles } from './column-files.ts'
import { createGate } from './gate.ts'
import { inlineTableJob, type TableJob } from './table-job.ts'
import { threadedTableJob } from './threaded-table-job.ts'

/** Files smaller than this, compressed or not, are read before a thread for them would have started. */
const THREADED_BYTES = 2_000_000

/** Maximum number of further tables read or written concurrently: there can be many, and each thread has separate memory. */
const FURTHER_AT_A_TIME = 2

/** An estimate; measured on the full-size archive: 4.4 and 3.3 for its tables. */
const UNPACKED_BYTES_PER_PACKED_BYTE = 4

/** The jobs of all tables. */
export interface TableJobs {
  /** Reads one table into snapshot order: a small file in this thread, a larger one in another. */
  readonly read: ReadTable
  /** Resolves to the table as soon as it has been read; never settles if it is not read through this object. */
  tableRead(name: string): Promise<ArchiveTable>
  /** Approximate total size, decompressed, of the files that are being read or have been read. */
  inputBytes(): number
  /**
   * Writes the page file and the statistics of a table in snapshot order; if a job has read the table, writing has already
   * started.
   */
  writeColumnFiles(table: ArchiveTable): Promise<ColumnFiles>
  /** Starts no further work, waits for the work in progress, and ends the jobs, whose memory is freed. */
  close(): Promise<void>
}

/** Starts the jobs of one build; `close` them at its end. */
export function startTableJobs(dataDir: string, effects: BuildEffects): TableJobs {
  const jobs = new Map<string, TableJob>()
  const tables = new Map<string, PromiseWithResolvers<ArchiveTable>>()
  const pages = new Map<string, Promise<ColumnFiles>>()
  const readings: Promise<unknown>[] = []
  const enter = createGate(FURTHER_AT_A_TIME)
  let inputBytes = 0
  let isClosing = false
  const tableNamed = (name: string): PromiseWithResolvers<ArchiveTable> => {
    const known = tables.get(name) ?? Promise.withResolvers<ArchiveTable>()
    tables.set(name, known)
    return known
  }
  const onColumn = ({ name }: ArchiveTable) => {
    return (done: number, total: number) => effects.progress(`pages of ${name}`, done, total)
  }
  return {
    async read(file, metadata, onProgress = () => {}) {
      const { size } = Bun.file(file.path)
      inputBytes += /\.gz$/i.test(file.name) ? size * UNPACKED_BYTES_PER_PACKED_BYTE : size
      const isFurther = !isTableName(file.table)
      const leave = isFurther ? await enter() : () => {}
      const job = size < THREADED_BYTES ? inlineTableJob() : threadedTableJob()
      jobs.set(file.table, job)
      const inProgress = job.read(file, metadata, onProgress)
      inProgress.catch(leave)
      readings.push(inProgress)
      const reading = await inProgress
      if (isClosing) {
        leave()
        return reading
      }
      // Give the thread work before anything else: this thread will be busy with the table for a while.
      const written = job.writeColumnFiles(dataDir, onColumn(reading.table))
      // A failure is reported to the caller that requests the file. A thread that has ended makes room for others.
      written
        .catch(() => {})
        .then(() => {
          job.close()
          leave()
        })
      pages.set(file.table, written)
      tableNamed(file.table).resolve(reading.table)
      return reading
    },
    tableRead: (name) => tableNamed(name).promise,
    inputBytes: () => inputBytes,
    writeColumnFiles: (table) => pages.get(table.name) ?? writeColumnFiles(table, dataDir, onColumn(table)),
    async close() {
      isClosing = true
      await Promise.allSettled(readings)
      await Promise.allSettled(pages.values())
      for (const job of jobs.values()) job.close()
      jobs.clear()
      pages.clear()
    },
  }
}
