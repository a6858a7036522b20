import { ArchiveError } from '../archive.ts'

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/

/** Maximum number of columns in a SQLite table. */
const MAX_COLUMNS = 2000

/** SQLite's names for the row ID: a column with such a name would hide it. */
const ROW_IDS: ReadonlySet<string> = new Set(['rowid', 'oid', '_rowid_'])

/** Names of a row number column: from the archive's page downloads, from pandas, or empty. */
const ROW_NUMBERS = /^(?:rowid|_rowid_|oid|unnamed: 0|)$/i

/** Whether a column with this name can be left out if it only numbers the rows, and is invalid otherwise. */
export function isRowNumberName(name: string): boolean {
  return ROW_NUMBERS.test(name)
}

/** The error for an invalid column name; `index` counts the columns from 0. */
export function columnNameError(file: string, line: number, index: number, name: string): ArchiveError {
  const reason = ROW_IDS.has(name.toLowerCase())
    ? `${name} cannot be the name of a column, because SQL uses it for the position of a row. Rename the column.`
    : `column ${index + 1} of the header is ${JSON.stringify(shorten(name))}, which is not a valid column name.`
  return new ArchiveError(`${file}, line ${line}: ${reason}`, { file, line, column: name, value: name })
}

/**
 * Checks column names: not too many, each an identifier or a row number name, no two alike. SQLite treats `ra` and `RA` as one
 * column, so case is ignored here as well.
 */
export function checkHeaderNames(file: string, line: number, names: readonly string[]): void {
  if (names.length > MAX_COLUMNS)
    throw new ArchiveError(
      `${file}, line ${line}: the header has ${names.length} columns, but a table can hold at most ${MAX_COLUMNS}.`,
      { file, line },
    )
  const seen = new Map<string, string>()
  for (const [index, name] of names.entries()) {
    if (!IDENTIFIER.test(name) && !isRowNumberName(name)) throw columnNameError(file, line, index, name)
    const twin = seen.get(name.toLowerCase())
    if (twin !== undefined)
      throw new ArchiveError(
        twin === name
          ? `${file}, line ${line}: the column ${name} occurs twice in the header.`
          : `${file}, line ${line}: the columns ${twin} and ${name} differ in case only, which SQL does not tell apart.`,
        { file, line, column: name, value: name },
      )
    seen.set(name.toLowerCase(), name)
  }
}

/** Shortens a cell for a message to at most one line of a terminal. */
export function shorten(value: string): string {
  return value.length <= 80 ? value : `${value.slice(0, 77)}...`
}
