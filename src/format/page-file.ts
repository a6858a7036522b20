/**
 * The page file of one table: dictionary-coded columns with values stored as JSON, and the row order of every column.
 *
 * Layout, little-endian: 8 bytes magic, u32 length of the JSON header, the header (UTF-8), then sections at the offsets
 * that the header names, counted from the start of the file, each aligned to 8 bytes. A reader maps the file and views
 * the sections in place.
 *
 * For a column with `distinct` different non-null values, sorted ascending (numbers by value, text by Unicode code point):
 * - `codes`    rows × `codeWidth`: the rank of each row's value, in snapshot order; `distinct` means null, so null sorts last
 * - `order`    rows × u32: row numbers sorted by code, ties in snapshot order
 * - `starts`   (distinct + 2) × u32: rows with code c are order[starts[c] .. starts[c + 1])
 * - `offsets`  (distinct + 2) × u32: the JSON text of code c is fragments[offsets[c] .. offsets[c + 1]); the last one is `null`
 * - `fragments` UTF-8 bytes
 *
 * Descending order needs no section: the groups of `starts` are read from the last non-null to the first, with the rows
 * of a group in snapshot order and the null group last.
 *
 * `defaultRows` are whole row objects of the default columns in snapshot order, each followed by a comma, so that a
 * page in snapshot order is one slice. `defaultLines` are the same rows as lines of CSV, without the header line.
 */
export const PAGE_FILE_MAGIC = 'EXOPAGE1'

export interface PageColumnHeader {
  readonly name: string
  readonly distinct: number
  /** Number of rows with a value other than null. */
  readonly nonNull: number
  readonly codeWidth: 1 | 2 | 4
  readonly codes: number
  readonly order: number
  readonly starts: number
  readonly offsets: number
  readonly fragments: number
  readonly fragmentsBytes: number
}

/** Precomputed rows, in snapshot order. */
export interface ReadyRowsHeader {
  /** (rows + 1) × u32, relative to `bytes`. */
  readonly offsets: number
  readonly bytes: number
  readonly bytesLength: number
}

export interface PageFileHeader {
  readonly table: string
  readonly rows: number
  readonly columns: readonly PageColumnHeader[]
  readonly defaultRows: ReadyRowsHeader & { readonly columns: readonly string[] }
  readonly defaultLines: ReadyRowsHeader
}
