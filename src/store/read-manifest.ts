import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { deserializeManifest, filesOf, MANIFEST_FILE, type Manifest, ManifestError } from '../format/manifest.ts'
import { PUBLICATION_FILE, publishedAt } from '../format/publication.ts'
import { SnapshotError } from './snapshot-error.ts'

/**
 * Names of letters, digits, `_`, `-` and `.` between slashes, none of which begins with a dot: no such path leads out of
 * the folder.
 */
const INSIDE_PATH = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/

/** A new build with this program would only replace the snapshot of a later version. */
const UPGRADE = 'It was created by a later version of this program: upgrade this program to that version.'

function unseal(text: string, path: string, remedy: string): Manifest {
  try {
    return deserializeManifest(text)
  } catch (fault) {
    if (!(fault instanceof ManifestError)) throw fault
    const advice = fault.isNewer ? UPGRADE : remedy
    throw new SnapshotError(`Manifest ${path} ${fault.message}. ${advice}`, { cause: fault })
  }
}

/** Parses the text of a manifest file. Throws a SnapshotError with the `path` and the `remedy` if the manifest cannot be served. */
export function parseManifest(text: string, path: string, remedy = 'Run the build again.'): Manifest {
  const manifest = unseal(text, path, remedy)
  // The checksum detects damage, not malicious paths, so every path is checked.
  for (const { path: named } of filesOf(manifest))
    if (!INSIDE_PATH.test(named))
      throw new SnapshotError(`Manifest ${path} names the file "${named}", which is not inside the data folder.`)
  return manifest
}

/** The manifest of a data folder. Throws a SnapshotError with the remedy if there is none that can be served. */
export async function readManifest(dataDir: string): Promise<Manifest> {
  const path = join(dataDir, MANIFEST_FILE)
  const file = Bun.file(path)
  if (!(await file.exists())) throw new SnapshotError(`There is no snapshot: ${path} is missing. Run the build first.`)
  return parseManifest(await file.text(), path)
}

/** Publication time of the snapshot with this manifest in this data folder. */
export async function publicationMoment(dataDir: string, { snapshotId }: Manifest): Promise<Date> {
  const neighbor = await Bun.file(join(dataDir, PUBLICATION_FILE))
    .text()
    .catch(() => undefined)
  return publishedAt(snapshotId, neighbor, await stat(join(dataDir, MANIFEST_FILE)))
}
