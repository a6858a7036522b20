import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import type { Manifest } from '../../src/format/manifest.ts'
import { TABLE_NAMES, type TableName } from '../../src/format/table.ts'
import { quoteName } from '../catalog/write-catalog.ts'
import type { FetchedFile } from '../fetch/fetch-table.ts'

/** The flag with which a refresh publishes whatever has been lost. */
export const ALLOW_LOSS_FLAG = 'allow-loss'

/** What arrived is a whole archive, but not one that should replace what is served. */
export class RefusedArchiveError extends Error {
  override readonly name = 'RefusedArchiveError'
}

export interface LossLimits {
  /** Where the former snapshot must come from: one of something else, such as the sample, says nothing of what to expect. */
  readonly tapUrl: string
  /** Percent of its rows that a table, and of its values that a column, may lose before the archive is taken for broken. */
  readonly maxLossPercent: number
  /** True to publish whatever has been lost. */
  readonly allowsLoss: boolean
}

const TABLE_OF_FILE: readonly (readonly [RegExp, TableName])[] = [
  [/^(?:ps|pscomppars|exoplanets)\./, 'exoplanets'],
  [/^stellarhosts\./, 'stellarhosts'],
]

/** A column of a few values may lose one or two of them, whatever share that is, but not all. */
const MAX_LOST_OF_FEW = 2
/** Columns that a message names. */
const SHOWN_COLUMNS = 5

const REMEDY = `If the archive did lose them, run the refresh once with --${ALLOW_LOSS_FLAG}, or raise REFRESH_MAX_LOSS_PERCENT.`

function hasLost(before: number, after: number, { maxLossPercent }: LossLimits): boolean {
  return after < before * (1 - maxLossPercent / 100)
}

/** Throws a RefusedArchiveError if a table has lost too many rows: overnight, an archive is more likely broken than smaller. */
export function checkRows(files: readonly FetchedFile[], before: Manifest, limits: LossLimits): void {
  if (limits.allowsLoss || before.source !== limits.tapUrl) return
  for (const { name, rows } of files) {
    const table = TABLE_OF_FILE.find(([pattern]) => pattern.test(name))?.[1]
    if (table === undefined) continue
    const had = before.tables[table].rows
    if (hasLost(had, rows, limits))
      throw new RefusedArchiveError(
        `${name} has ${rows.toLocaleString('en')} rows where the snapshot has ${had.toLocaleString('en')}. ${REMEDY}`,
      )
  }
}

/** How many values each column has. */
function countValues(database: Database, table: TableName, columns: readonly string[]): Map<string, number> {
  const counts = columns.map((column) => `count(${quoteName(column)})`).join(', ')
  const [row = []] = database.query(`SELECT ${counts} FROM ${table}`).values()
  return new Map(columns.map((column, index) => [column, Number(row[index])]))
}

function countAll(dataDir: string, { files, tables }: Manifest): Readonly<Record<TableName, Map<string, number>>> {
  using database = new Database(join(dataDir, files.catalog.path), { readonly: true })
  const ofTable = (table: TableName) =>
    countValues(
      database,
      table,
      tables[table].columns.map(({ name }) => name),
    )
  return { exoplanets: ofTable('exoplanets'), stellarhosts: ofTable('stellarhosts') }
}

/** False only for a table that marks default rows and has none. */
function hasDefaultRows(dataDir: string, { files, tables }: Manifest): boolean {
  if (!tables.exoplanets.columns.some(({ name }) => name === 'default_flag')) return true
  using database = new Database(join(dataDir, files.catalog.path), { readonly: true })
  return database.query('SELECT 1 FROM exoplanets WHERE default_flag = 1 LIMIT 1').get() !== null
}

function lostColumns(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  limits: LossLimits,
): string[] {
  return [...before].flatMap(([column, had]) => {
    const has = after.get(column) ?? 0
    const isLost = hasLost(had, has, limits) && (has === 0 || had - has > MAX_LOST_OF_FEW)
    return isLost ? [`${column} (${had.toLocaleString('en')} before, ${has.toLocaleString('en')} now)`] : []
  })
}

/**
 * Throws a RefusedArchiveError if no row of `after`, which is prepared in the data folder, is the default one of its planet, or
 * if columns have lost too many of the values that they have in `before`. A column that is gone has lost all.
 */
export function checkValues(before: Manifest | undefined, after: Manifest, dataDir: string, limits: LossLimits): void {
  if (limits.allowsLoss) return
  if (!hasDefaultRows(dataDir, after))
    throw new RefusedArchiveError(
      `default_flag is 1 in no row of exoplanets, so that no planet would have a default row. If that is so in the archive, run the refresh once with --${ALLOW_LOSS_FLAG}.`,
    )
  if (before === undefined || before.source !== limits.tapUrl) return
  const [old, current] = [countAll(dataDir, before), countAll(dataDir, after)]
  for (const table of TABLE_NAMES) {
    const lost = lostColumns(old[table], current[table], limits)
    if (lost.length === 0) continue
    const rest = lost.length > SHOWN_COLUMNS ? ` and ${lost.length - SHOWN_COLUMNS} more` : ''
    throw new RefusedArchiveError(
      `${table} has lost more than ${limits.maxLossPercent} % of the values of ${lost.slice(0, SHOWN_COLUMNS).join(', ')}${rest}. ${REMEDY}`,
    )
  }
}
