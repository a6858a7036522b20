import { ArchiveError } from '../archive.ts'

/** Suffix that the archive's web pages append to a table name: date and time of the download. */
const DOWNLOADED = /_\d{4}\.\d{2}\.\d{2}[\d._]*$/

const PLAIN_NAME = /^[a-z][a-z0-9_]{0,59}$/

/** Words that cannot be used as a table name in SQL or in ADQL queries. */
const WORDS: ReadonlySet<string> = new Set(
  `add all alter and as autoincrement between by case cast check collate commit constraint create cross current_date
  current_time current_timestamp default deferrable delete distinct drop else end escape except exists foreign from full
  group having if ilike in index inner insert intersect into is isnull join left like limit minus natural not nothing notnull
  null offset on or order primary raise references returning right select set table then to transaction union unique update
  using values when where with`.split(/\s+/),
)

/** Names that already have a meaning: other tables and table-valued functions, schemas, and indexes. */
const TAKEN =
  /^(?:ps|dual|tap_schema|exo_tap|public|tap|schemas|tables|columns|keys|key_columns|json_each|json_tree|dbstat|fts\d.*|bytecode|tables_used|generate_series|csv|rtree.*|sqlite_.*|pragma_.*|exoplanets|stellarhosts|(?:exoplanets|stellarhosts)_(?:covering|uncertainties|transits|pl_name))$/

/**
 * Returns the name of the table in a file that is not one of the two tables: the file's own name without extension and date, in
 * lower case. A name that queries cannot use causes an ArchiveError.
 */
export function tableNameOf(file: string, stem: string): string {
  const name = stem.replace(DOWNLOADED, '').toLowerCase()
  const fault = !PLAIN_NAME.test(name)
    ? 'which is not a valid name: it must start with a letter and have only letters, digits and _, at most 60 characters'
    : WORDS.has(name)
      ? 'which is a reserved word of SQL or ADQL'
      : TAKEN.test(name)
        ? 'which is already the name of something else'
        : undefined
  if (fault === undefined) return name
  throw new ArchiveError(
    `${file} would be the table "${name}", ${fault}. Rename the file, or move it out of the archive folder.`,
    { file, value: name },
  )
}
