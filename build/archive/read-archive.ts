import { eachTable, TABLE_NAMES, type TableName } from '../../src/format/table.ts'
import { newestDate } from '../../src/format/table-dates.ts'
import type { ArchiveTable } from '../table/archive-table.ts'
import type { BuildEffects } from '../terminal/effects.ts'
import type { Archive } from './archive.ts'
import { readDate } from './files/date.ts'
import { archiveFolders, findAliases, findColumns, findTables } from './files/find-files.ts'
import { type Provenance, readProvenance } from './files/provenance.ts'
import {
  type ColumnCatalogReading,
  readAliases,
  readColumnCatalog,
  readTable,
  type TableReading,
} from './read-table.ts'
import { checkMisfits, remarksOn } from './remarks.ts'

/** Columns with the date on which the archive last changed a row. */
const DATE_COLUMNS: readonly string[] = ['rowupdate', 'releasedate']

/** Reads one table file; `readTable` does so in this thread, and a build can do so in another. */
export type ReadTable = typeof readTable

export interface ReadOptions {
  /** True to reject an archive with a column that is text only because of cells such as `nan` or `−1`. */
  readonly isStrict?: boolean
}

/**
 * Reads an archive: all tables, their column catalogs and their origin. `archiveDir` is one folder, or several separated as in
 * PATH; each table comes from the first folder that has it. All tables are read concurrently. Throws an ArchiveError for anything
 * doubtful; if several tables have errors, that of the first one.
 */
export async function readArchive(
  archiveDir: string,
  effects: BuildEffects,
  read: ReadTable = readTable,
  { isStrict = false }: ReadOptions = {},
): Promise<Archive> {
  const folders = await archiveFolders(archiveDir)
  const files = await findTables(folders)
  const aliasFile = await findAliases(folders)
  const catalogs = new Map<string, ColumnCatalogReading>()
  const provenances = new Map<string, Provenance>()
  const inProgress: Promise<TableReading>[] = []
  const inOrder = [...TABLE_NAMES.map((table) => files[table]), ...files.further]
  for (const file of inOrder) {
    const columns = await findColumns(file.folder)
    if (columns !== undefined && !catalogs.has(columns.path))
      catalogs.set(columns.path, await readColumnCatalog(columns))
    const provenance = provenances.has(file.folder) ? undefined : await readProvenance(file.folder)
    if (provenance !== undefined) provenances.set(file.folder, provenance)
    const metadata = catalogs.get(columns?.path ?? '')?.catalog.columnsFor(file.name, file.table) ?? new Map()
    const reading = read(file, metadata, (done, total) => effects.progress(`read ${file.table}`, done, total))
    // A failure is reported when its turn comes; until then it must not be reported as unhandled.
    reading.catch(() => {})
    inProgress.push(reading)
  }
  const aliases = aliasFile === undefined ? undefined : await readAliases(aliasFile)
  const outcomes = await Promise.allSettled(inProgress)
  const readings = outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  })
  for (const reading of readings) effects.log(describeReading(reading))
  if (isStrict) for (const reading of readings) checkMisfits(reading)
  const ofTwo = readings.slice(0, TABLE_NAMES.length)
  return {
    tables: byName(ofTwo),
    further: readings.slice(TABLE_NAMES.length).map((reading, index) => {
      const { folder, name } = files.further[index]!
      const ofFolder = provenances.get(folder)
      // A file that a user has added to those of a fetch does not have the provenance of the fetch.
      const provenance = ofFolder?.files?.has(name) === false ? undefined : ofFolder
      const source = archiveSource(provenance === undefined ? [] : [provenance], [reading])
      return { table: reading.table, date: tableDate(provenance, reading), source }
    }),
    aliases: aliases?.aliases ?? [],
    inputs: [
      ...readings,
      ...catalogs.values(),
      ...(aliases === undefined ? [] : [aliases]),
      ...provenances.values(),
    ].map(({ input }) => input),
    tableDates: eachTable((name) =>
      tableDate(provenances.get(files[name].folder), readings[TABLE_NAMES.indexOf(name)]!),
    ),
    source: archiveSource(
      TABLE_NAMES.flatMap((name) => provenances.get(files[name].folder) ?? []),
      ofTwo,
    ),
    remarks: readings.flatMap(remarksOn),
  }
}

function byName(readings: readonly TableReading[]): Readonly<Record<TableName, ArchiveTable>> {
  const [exoplanets, stellarhosts] = readings
  return { exoplanets: exoplanets!.table, stellarhosts: stellarhosts!.table }
}

function describeReading({ table, input }: TableReading): string {
  const undeclared = table.columns.filter(({ sourceDatatype }) => sourceDatatype === undefined).length
  const inferred = undeclared === 0 ? '' : `, ${undeclared} of them with types taken from their values`
  return `${table.name}: ${table.rows} rows, ${table.columns.length} columns${inferred}, from ${input.name}`
}

/**
 * Returns the date of a table: that of its folder's fetch, otherwise that of its file's header, otherwise the newest date of a
 * row, otherwise null. Never the current time.
 */
function tableDate(provenance: Provenance | undefined, { facts, table }: TableReading): string | null {
  return provenance?.date ?? facts.date ?? newestDate(rowDates(table))
}

function rowDates(table: ArchiveTable): string[] {
  return table.columns.flatMap(({ name }, index) => {
    const cells = table.cells[index]!
    if (!DATE_COLUMNS.includes(name) || cells.kind !== 'text') return []
    return cells.values.flatMap((value) => readDate(value) ?? [])
  })
}

/** Returns the origin of the data: as recorded by the fetch, otherwise as stated in the files, otherwise the file names. */
function archiveSource(provenances: readonly Provenance[], readings: readonly TableReading[]): string {
  const stated = provenances.map(({ source }) => source)
  const produced = readings.flatMap(({ facts }) => facts.producer ?? [])
  const words = stated.length > 0 ? stated : produced
  if (words.length > 0) return [...new Set(words)].join('; ')
  const [only, ...others] = readings
  if (only !== undefined && others.length === 0) return `the file ${only.input.name}`
  return `the files ${readings.map(({ input }) => input.name).join(' and ')}`
}
