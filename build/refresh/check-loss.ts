import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { quotedName } from '../../src/core/text/sql-quoting.ts'
import { allTables, type Manifest, originOf, type TableFacts } from '../../src/format/manifest.ts'
import { isTableName } from '../../src/format/table.ts'
import { groupedDigits } from '../../src/units/typeset-numbers.ts'
import type { FetchedFile } from '../fetch/fetch-table.ts'

/** The flag with which a refresh publishes despite any loss. */
export const ALLOW_LOSS_FLAG = 'allow-loss'

/** The fetched archive is complete, but must not replace the one that is served. */
export class RefusedArchiveError extends Error {
  override readonly name = 'RefusedArchiveError'
}

export interface LossLimits {
  /** Origin required of the former snapshot: one from elsewhere, such as the sample, is not a basis for comparison. */
  readonly tapUrl: string
  /** Maximum percentage of rows that a table, or of values that a column, can lose before the archive is treated as broken. */
  readonly maxLossPercent: number
  /** True to publish despite any loss. */
  readonly allowsLoss: boolean
}

/** The tables of fetched files, by file name, named as in a build; none for the column catalog. */
function tablesOf(files: readonly FetchedFile[]): ReadonlyMap<string, string> {
  const stems = files.map(({ name }) => name.replace(/\..*$/, ''))
  const planets = ['exoplanets', 'ps', 'pscomppars'].find((name) => stems.includes(name))
  return new Map(
    stems.flatMap((stem, place) => {
      if (stem === 'columns') return []
      return [[files[place]!.name, stem === planets ? 'exoplanets' : stem]]
    }),
  )
}

/** A column with few values can lose one or two of them, whatever the percentage, but not all. */
const MAX_LOST_OF_FEW = 2
/** Maximum number of columns that a message names. */
const SHOWN_COLUMNS = 5

const REMEDY = `If the archive did lose them, run the refresh once with --${ALLOW_LOSS_FLAG}, or raise REFRESH_MAX_LOSS_PERCENT.`

function hasLost(before: number, after: number, { maxLossPercent }: LossLimits): boolean {
  // In whole numbers: as fractions, 41 of 100 are more than 41 %.
  return (before - after) * 100 > before * maxLossPercent
}

/** Throws a RefusedArchiveError if a table has lost too many rows: overnight, an archive is more likely broken than smaller. */
export function checkRows(files: readonly FetchedFile[], before: Manifest, limits: LossLimits): void {
  if (limits.allowsLoss) return
  const fetched = tablesOf(files)
  const comparable = comparableTables(before, limits)
  for (const { name, rows } of files) {
    const had = comparable.get(fetched.get(name) ?? '')?.rows ?? 0
    if (hasLost(had, rows, limits))
      throw new RefusedArchiveError(
        `${name} has ${groupedDigits(rows)} rows, but the snapshot has ${groupedDigits(had)}. ${REMEDY}`,
      )
  }
  const names = new Set(fetched.values())
  for (const [table, { rows }] of comparable)
    if (!isTableName(table) && !names.has(table))
      throw new RefusedArchiveError(
        `The table ${table}, with ${groupedDigits(rows)} rows in the snapshot, is no longer fetched. Name it in FETCH_FURTHER_TABLES or --tables, or run the refresh once with --${ALLOW_LOSS_FLAG} to go on without it.`,
      )
}

/** The tables of a snapshot that come from the same service: others are not a basis for comparison. */
function comparableTables(manifest: Manifest, { tapUrl }: LossLimits): ReadonlyMap<string, TableFacts> {
  return new Map([...allTables(manifest)].filter(([name]) => originOf(manifest, name).source === tapUrl))
}

/** Returns the number of values of each column. */
function countValues(database: Database, table: string, columns: readonly string[]): Map<string, number> {
  const counts = columns.map((column) => `count(${quotedName(column)})`).join(', ')
  const [row = []] = database.query(`SELECT ${counts} FROM ${table}`).values()
  return new Map(columns.map((column, index) => [column, Number(row[index])]))
}

function countAll(
  dataDir: string,
  { files }: Manifest,
  tables: ReadonlyMap<string, TableFacts>,
): ReadonlyMap<string, ReadonlyMap<string, number>> {
  using database = new Database(join(dataDir, files.catalog.path), { readonly: true })
  return new Map(
    [...tables].map(([table, { columns }]) => {
      const names = columns.map(({ name }) => name)
      return [table, countValues(database, table, names)]
    }),
  )
}

/** False only for a table that has a `default_flag` column and no default rows. */
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
    return isLost ? [`${column} (${groupedDigits(had)} before, ${groupedDigits(has)} now)`] : []
  })
}

/**
 * Throws a RefusedArchiveError if no row of `after`, which is prepared in the data folder, is the default row of its planet, or
 * if columns have lost too many of the values that they have in `before`. A missing column has lost all its values.
 */
export function checkValues(before: Manifest | undefined, after: Manifest, dataDir: string, limits: LossLimits): void {
  if (limits.allowsLoss) return
  if (!hasDefaultRows(dataDir, after))
    throw new RefusedArchiveError(
      `default_flag is 1 in no row of exoplanets, so no planet would have a default row. If the archive is like this, run the refresh once with --${ALLOW_LOSS_FLAG}.`,
    )
  if (before === undefined) return
  const now = allTables(after)
  const old = countAll(dataDir, before, comparableTables(before, limits))
  const current = countAll(dataDir, after, new Map([...now].filter(([table]) => old.has(table))))
  for (const [table, counts] of old) {
    const lost = lostColumns(counts, current.get(table) ?? new Map(), limits)
    if (lost.length === 0) continue
    const rest = lost.length > SHOWN_COLUMNS ? ` and ${lost.length - SHOWN_COLUMNS} more` : ''
    throw new RefusedArchiveError(
      `${table} has lost more than ${limits.maxLossPercent} % of the values of ${lost.slice(0, SHOWN_COLUMNS).join(', ')}${rest}. ${REMEDY}`,
    )
  }
}
