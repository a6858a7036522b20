import { availableParallelism } from 'node:os'
import type { PageTable } from '../../src/core/ports.ts'
import { EXPORTED_TABLES, type FileRef, snapshotFacts } from '../../src/format/manifest.ts'
import { TABLE_NAMES, type TableName } from '../../src/format/table.ts'
import type { ArchiveTable } from '../table/archive-table.ts'
import type { BuildEffects } from '../terminal/effects.ts'
import type { CompressedExport } from '../workers/compress-export.ts'
import { type CompressPool, inlineCompressPool, threadedCompressPool } from '../workers/compress-pool.ts'
import { csvExport } from './export-csv.ts'
import { jsonExport } from './export-json.ts'
import { type ExportedName, exportedNames, planetsOfHost } from './export-names.ts'
import { createExportPackWriter, type ExportPackWriter } from './export-pack-writer.ts'

export interface ExportInput {
  /** Both tables, rows already in snapshot order. */
  readonly tables: Readonly<Record<TableName, ArchiveTable>>
  /** The page files of both tables. */
  readonly pages: Readonly<Record<TableName, PageTable>>
  /** Snapshot facts in every export. */
  readonly snapshot: Parameters<typeof snapshotFacts>[0]
  readonly dataDir: string
  readonly effects: BuildEffects
}

/** Bytes of uncompressed files that are passed to a thread at a time. */
const BATCH_BYTES = 4_000_000
/** Below this number of cells, a build compresses in its own thread. */
const THREADED_CELLS = 300_000

/** Writes every detail export of both tables, JSON and CSV, compressed: one pack per table. */
export async function writeExports(input: ExportInput): Promise<Record<TableName, FileRef>> {
  const cells = TABLE_NAMES.reduce((sum, name) => sum + input.tables[name].rows * input.tables[name].columns.length, 0)
  const pool = cells < THREADED_CELLS ? inlineCompressPool() : threadedCompressPool(Math.min(4, availableParallelism()))
  try {
    return {
      exoplanets: await writePack('exoplanets', input, pool),
      stellarhosts: await writePack('stellarhosts', input, pool),
    }
  } finally {
    pool.close()
  }
}

async function writePack(tableName: TableName, input: ExportInput, pool: CompressPool): Promise<FileRef> {
  const writer = await createExportPackWriter(input.dataDir, `exports/${tableName}`)
  try {
    await writeFiles(tableName, input, pool, writer)
    return await writer.finish()
  } catch (error) {
    await writer.abandon()
    throw error
  }
}

interface Batch {
  readonly names: readonly string[]
  /** The JSON file followed by the CSV file of each name. */
  readonly files: Promise<readonly CompressedExport[]>
}

/**
 * Renders in this thread while the pool compresses the previous batches; batches are added to the pack in the order of the
 * names.
 */
async function writeFiles(
  tableName: TableName,
  input: ExportInput,
  pool: CompressPool,
  writer: ExportPackWriter,
): Promise<void> {
  const { tables, effects } = input
  const all = exportedNames(tables[tableName])
  const inProgress: Batch[] = []
  let done = 0
  const takeOldest = async (): Promise<void> => {
    const batch = inProgress.shift()
    if (batch === undefined) return
    const files = await batch.files
    for (const [number, name] of batch.names.entries())
      writer.add(name, { json: files[number * 2]!, csv: files[number * 2 + 1]! })
    await writer.flush()
    done += batch.names.length
    effects.progress(`exports of ${tableName}`, done, all.length)
  }
  for (const { names, files } of renderBatches(tableName, input, all)) {
    if (inProgress.length >= pool.slots) await takeOldest()
    const compressed = pool.compress(files)
    // A failure is reported when the batch's turn comes; until then it must not be reported as unhandled.
    compressed.catch(() => {})
    inProgress.push({ names, files: compressed })
  }
  while (inProgress.length > 0) await takeOldest()
}

function* renderBatches(
  tableName: TableName,
  { tables, pages, snapshot }: ExportInput,
  all: readonly ExportedName[],
): Generator<{ names: string[]; files: Uint8Array<ArrayBuffer>[] }> {
  const { columns } = tables[tableName]
  const json = jsonExport(pages[tableName], columns, snapshotFacts(snapshot, EXPORTED_TABLES[tableName]))
  const csv = csvExport(pages[tableName], columns)
  const planets = tableName === 'stellarhosts' ? planetsOfHost(tables.exoplanets, pages.exoplanets) : undefined
  let names: string[] = []
  let files: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  for (const { name, rows: numbers } of all) {
    const rows = Uint32Array.from(numbers)
    const detail = planets === undefined ? { name, rows } : { name, rows, planets: planets(name) }
    const pair = [json(detail), csv(rows)]
    names.push(name)
    files.push(...pair)
    bytes += pair.reduce((sum, file) => sum + file.byteLength, 0)
    if (bytes < BATCH_BYTES) continue
    yield { names, files }
    names = []
    files = []
    bytes = 0
  }
  if (names.length > 0) yield { names, files }
}
