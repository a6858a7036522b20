import { ArchiveError } from '../archive.ts'

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/

/** As many columns as SQLite can hold in one table. */
const MAX_COLUMNS = 2000

/** What SQLite calls the position of a row: a column of such a name would hide it. */
const ROW_IDS: ReadonlySet<string> = new Set(['rowid', 'oid', '_rowid_'])

/**
 * Checks column names: not too many, each an identifier and none that SQL has taken, no two alike. SQLite takes `ra` and
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
    const place = { file, line, column: name, value: name }
    if (!IDENTIFIER.test(name))
      throw new ArchiveError(
        `${file}, line ${line}: column ${index + 1} of the header is ${JSON.stringify(shorten(name))}, which is no column name.`,
        place,
      )
    if (ROW_IDS.has(name.toLowerCase()))
      throw new ArchiveError(
        `${file}, line ${line}: ${name} cannot be the name of a column, since SQL calls the position of a row so. Rename the column.`,
        place,
      )
    const twin = seen.get(name.toLowerCase())
    if (twin !== undefined)
      throw new ArchiveError(
        twin === name
          ? `${file}, line ${line}: the column ${name} occurs twice in the header.`
          : `${file}, line ${line}: the columns ${twin} and ${name} differ in case only, which SQL does not tell apart.`,
        place,
      )
    seen.set(name.toLowerCase(), name)
  }
}

/** A cell as a message quotes it: not longer than a line of a terminal. */
export function shorten(value: string): string {
  return value.length <= 80 ? value : `${value.slice(0, 77)}...`
}
