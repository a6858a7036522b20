/** What a file of a whole table says of where its rows come from. */
export interface TableFacts {
  readonly snapshotId: string
  /** Words or a URL, never a path. */
  readonly source: string
  /** `YYYY-MM-DD`, or null where the archive does not tell. */
  readonly date: string | null
}
