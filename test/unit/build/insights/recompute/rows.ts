import type { PlainArchive, PlainRow } from '../../../../fixtures/archives/plain-archive.ts'

/** What a recomputation gives: the rows of an insight, in order, its columns by name. */
export type ResultRow = Record<string, string | number | null>

/** How an insight is recomputed from plain rows, and the row limit it is published with. */
export interface Recomputation {
  readonly limit: number
  rows(archive: PlainArchive): ResultRow[]
}

export function num(row: PlainRow, column: string): number | null {
  const value = row[column] ?? null
  if (typeof value === 'string') throw new Error(`${column} is text: "${value}"`)
  return value
}

export function text(row: PlainRow, column: string): string | null {
  const value = row[column] ?? null
  if (typeof value === 'number') throw new Error(`${column} is a number: ${value}`)
  return value
}

/** The value where it is no limit, else null. */
export function measured(row: PlainRow, column: string): number | null {
  return (num(row, `${column}lim`) ?? 0) === 0 ? num(row, column) : null
}

/** The columns of these names as they are. */
export function pick(row: PlainRow, ...columns: readonly string[]): ResultRow {
  return Object.fromEntries(columns.map((column) => [column, row[column] ?? null]))
}

/** One row per named planet that is not disputed; every row of one that no row disputes where the archive chooses none. */
export function planets(archive: PlainArchive): PlainRow[] {
  if (!archive.hasDefaultFlag) return undisputedReferences(archive)
  return namedRows(archive.exoplanets, 'pl_name').filter((row) => row.default_flag === 1 && row.pl_controv_flag !== 1)
}

/** How many planets these rows of `planets` are. */
export function countPlanets(archive: PlainArchive, rows: readonly PlainRow[]): number {
  return archive.hasDefaultFlag ? rows.length : new Set(rows.map((row) => row.pl_name)).size
}

/** The rows that have a name in each of these columns. */
export function namedRows(rows: readonly PlainRow[], ...columns: readonly string[]): PlainRow[] {
  return rows.filter((row) => columns.every((column) => text(row, column) !== null))
}

/** All rows of the planets of which no row is disputed. */
export function undisputedReferences(archive: PlainArchive): PlainRow[] {
  const disputed = new Set(archive.exoplanets.filter((row) => row.pl_controv_flag === 1).map((row) => row.pl_name))
  return namedRows(archive.exoplanets, 'pl_name').filter((row) => !disputed.has(row.pl_name ?? null))
}

/** Orders by code point; null after everything. */
export function compareText(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}

/** Orders ascending, or descending by `sign` -1; null after everything in both. */
export function compareNumber(a: number | null, b: number | null, sign: 1 | -1 = 1): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return sign * (a - b)
}

/** Sorts by each key in turn; `-column` descends. Array sort is stable, so that ties keep snapshot order. */
export function sortBy(rows: readonly ResultRow[], ...keys: readonly string[]): ResultRow[] {
  return [...rows].sort((a, b) => {
    for (const key of keys) {
      const column = key.replace('-', '')
      const [left, right] = [a[column] ?? null, b[column] ?? null]
      const order =
        typeof (left ?? right) === 'string'
          ? compareText(left as string | null, right as string | null)
          : compareNumber(left as number | null, right as number | null, key.startsWith('-') ? -1 : 1)
      if (order !== 0) return order
    }
    return 0
  })
}

export function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}

export function groupBy<T>(rows: readonly T[], key: (row: T) => string | null): Map<string | null, T[]> {
  const groups = new Map<string | null, T[]>()
  for (const row of rows) {
    const group = groups.get(key(row))
    if (group === undefined) groups.set(key(row), [row])
    else group.push(row)
  }
  return groups
}

/** Without the columns that only served to sort. */
export function without(rows: readonly ResultRow[], ...columns: readonly string[]): ResultRow[] {
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !columns.includes(name))))
}

export function known(values: readonly (number | null)[]): number[] {
  return values.filter((value) => value !== null)
}

export function smallest(values: readonly (number | null)[]): number | null {
  return known(values).reduce<number | null>((best, value) => (best === null || value < best ? value : best), null)
}

export function largest(values: readonly (number | null)[]): number | null {
  return known(values).reduce<number | null>((best, value) => (best === null || value > best ? value : best), null)
}
