/** The origin of the rows, as stated in a file with an entire table. */
export interface TableFacts {
  readonly snapshotId: string
  /** Text or a URL, never a path. */
  readonly source: string
  /** `YYYY-MM-DD`, or null if the archive does not state it. */
  readonly date: string | null
}
