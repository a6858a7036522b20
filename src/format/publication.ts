/**
 * The file next to the manifest that states when its snapshot was published. The time is not in the manifest, so that the same
 * archive always results in the same manifest. It is written before the manifest.
 */
export const PUBLICATION_FILE = 'publication.json'

/** The times of the manifest file, in milliseconds since 1970. */
export interface ManifestTimes {
  /** Last change of its content. */
  readonly mtimeMs: number
  /** When the file was last put in place on this machine. */
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
 * When the snapshot of a manifest was published: the time in the publication file, or a later time if the manifest was copied
 * here later. If the publication file is missing or is about another snapshot, the manifest was put in place by hand, at that
 * time. Rounded up to whole seconds, as in HTTP dates, so that earlier responses have an earlier date.
 */
export function publishedAt(snapshotId: string, neighbor: string | undefined, manifest: ManifestTimes): Date {
  const publication = readPublication(neighbor)
  const isOfSnapshot = publication?.snapshotId === snapshotId
  return wholeSecond(Math.max(manifest.mtimeMs, isOfSnapshot ? publication.ms : manifest.ctimeMs))
}

/** The time of a new publication: at least a second later than that of every previous snapshot, whatever the clock shows. */
export function nextPublication(nowMs: number, before: readonly Date[]): Date {
  return wholeSecond(Math.max(nowMs, ...before.map((date) => date.getTime() + SECOND_MS)))
}

/** The time in a publication file, for any snapshot; undefined if it contains none. */
export function namedMoment(neighbor: string | undefined): Date | undefined {
  const publication = readPublication(neighbor)
  return publication === undefined ? undefined : new Date(publication.ms)
}

/** The time at which a publication file states that this snapshot was published; undefined if it is about another one. */
export function publicationOf(snapshotId: string, neighbor: string | undefined): Date | undefined {
  const publication = readPublication(neighbor)
  return publication?.snapshotId === snapshotId ? new Date(publication.ms) : undefined
}
