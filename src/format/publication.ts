/**
 * The manifest's neighbor in the data folder: when its snapshot was published. That is not in the manifest, so that the
 * same archive gives the same one. It is written before the manifest.
 */
export const PUBLICATION_FILE = 'publication.json'

/** The times of the manifest file, in milliseconds since 1970. */
export interface ManifestTimes {
  /** When its content was written. */
  readonly mtimeMs: number
  /** When it was last put in place, on this machine. */
  readonly ctimeMs: number
}

const SECOND_MS = 1_000

/** The text of a publication file. */
export function publicationText(snapshotId: string, publishedAt: Date): string {
  return `${JSON.stringify({ snapshotId, publishedAt: publishedAt.toISOString() }, null, 2)}\n`
}

interface Publication {
  readonly snapshotId: unknown
  readonly ms: number
}

function readPublication(text: string | undefined): Publication | undefined {
  try {
    const { snapshotId, publishedAt } = JSON.parse(text ?? '')
    const ms = Date.parse(publishedAt)
    return Number.isNaN(ms) ? undefined : { snapshotId, ms }
  } catch {
    return undefined
  }
}

function wholeSecond(ms: number): Date {
  return new Date(Math.ceil(ms / SECOND_MS) * SECOND_MS)
}

/**
 * When the snapshot of a manifest was published: as its neighbor says, or later, where the manifest was copied here later.
 * Where the neighbor is missing or speaks of another snapshot, somebody put the manifest in place by hand, and that is the
 * moment. Whole seconds, as HTTP has them, rounded up: what was sent before has an earlier date.
 */
export function publishedAt(snapshotId: string, neighbor: string | undefined, manifest: ManifestTimes): Date {
  const publication = readPublication(neighbor)
  const isOfSnapshot = publication?.snapshotId === snapshotId
  return wholeSecond(Math.max(manifest.mtimeMs, isOfSnapshot ? publication.ms : manifest.ctimeMs))
}

/** The moment of a publication now, later by a second or more than that of every snapshot before, whatever the clock says. */
export function nextPublication(nowMs: number, before: readonly Date[]): Date {
  return wholeSecond(Math.max(nowMs, ...before.map((date) => date.getTime() + SECOND_MS)))
}

/** The moment that a publication file names, of whatever snapshot; undefined where it names none. */
export function namedMoment(neighbor: string | undefined): Date | undefined {
  const publication = readPublication(neighbor)
  return publication === undefined ? undefined : new Date(publication.ms)
}

/** When a publication file says that this snapshot was published; undefined where it is about another one. */
export function publicationOf(snapshotId: string, neighbor: string | undefined): Date | undefined {
  const publication = readPublication(neighbor)
  return publication?.snapshotId === snapshotId ? new Date(publication.ms) : undefined
}
