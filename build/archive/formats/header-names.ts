import { ArchiveError } from '../archive.ts'

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/

/** As many columns as SQLite can hold in one table. */
const MAX_COLUMNS = 2000

/** What SQLite calls the position of a row: a column of such a name would hide it. */
const ROW_IDS: ReadonlySet<string> = new Set(['rowid', 'oid', '_rowid_'])

/** How the column of row numbers is called: by the archive's page downloads, by pandas, and by nobody. */
const ROW_NUMBERS = /^(?:rowid|_rowid_|oid|unnamed: 0|)$/i

/** True for the name of a column that may be left out if it only numbers the rows, and cannot be a column else. */
export function isRowNumberName(name: string): boolean {
  return ROW_NUMBERS.test(name)
}

/** Why a name cannot be that of a column; `index` counts the columns from 0. */
export function columnNameError(file: string, line: number, index: number, name: string): ArchiveError {
  const reason = ROW_IDS.has(name.toLowerCase())
    ? `${name} cannot be the name of a column, since SQL calls the position of a row so. Rename the column.`
    : `column ${index + 1} of the header is ${JSON.stringify(shorten(name))}, which is no column name.`
  return new ArchiveError(`${file}, line ${line}: ${reason}`, { file, line, column: name, value: name })
}

/**
 * Checks column names: not too many, each an identifier or a name of row numbers, no two alike. SQLite takes `ra` and
 * `RA` for one column, so case does not make a difference here either.
 */
export function checkHeaderNames(file: string, line: number, names: readonly string[]): void {
  if (names.length > MAX_COLUMNS)
    throw new ArchiveError(
      `${file}, line ${line}: the header has ${names.length} columns, and a table can hold ${MAX_COLUMNS}.`,
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

/** A cell as a message quotes it: not longer than a line of a terminal. */
export function shorten(value: string): string {
  return value.length <= 80 ? value : `${value.slice(0, 77)}...`
}
