import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { filesOf, MANIFEST_FILE, type Manifest, ManifestFault, unsealManifest } from '../format/manifest.ts'
import { PUBLICATION_FILE, publishedAt } from '../format/publication.ts'
import { SnapshotError } from './snapshot-error.ts'

/**
 * Names of letters, digits, `_`, `-` and `.` between slashes, none of which begins with a dot: nothing leads out of the
 * folder.
 */
const INSIDE_PATH = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/

/** Building again with this program would only take the place of what a later one made. */
const UPGRADE = 'A later version of this program made it: upgrade this one to that version.'

function unseal(text: string, path: string, remedy: string): Manifest {
  try {
    return unsealManifest(text)
  } catch (fault) {
    if (!(fault instanceof ManifestFault)) throw fault
    const advice = fault.isNewer ? UPGRADE : remedy
    throw new SnapshotError(`Manifest ${path} ${fault.message}. ${advice}`, { cause: fault })
  }
}

/**
 * The manifest in the text of a manifest file. Throws a SnapshotError where it cannot be served, with the `path` and the
 * `remedy` in its message.
 */
export function parseManifest(text: string, path: string, remedy = 'Run the build again.'): Manifest {
  const manifest = unseal(text, path, remedy)
  // The seal tells that a build's words arrived, not that the builder meant well.
  for (const { path: named } of filesOf(manifest))
    if (!INSIDE_PATH.test(named))
      throw new SnapshotError(`Manifest ${path} names the file "${named}", which is not inside the data folder.`)
  return manifest
}

/** The manifest of a data folder. Throws a SnapshotError that says what to do where there is none to be served. */
export async function readManifest(dataDir: string): Promise<Manifest> {
  const path = join(dataDir, MANIFEST_FILE)
  const file = Bun.file(path)
  if (!(await file.exists())) throw new SnapshotError(`There is no snapshot: ${path} is missing. Run the build first.`)
  return parseManifest(await file.text(), path)
}

/** When the snapshot of a manifest in this data folder was published. */
export async function publicationMoment(dataDir: string, { snapshotId }: Manifest): Promise<Date> {
  const neighbor = await Bun.file(join(dataDir, PUBLICATION_FILE))
    .text()
    .catch(() => undefined)
  return publishedAt(snapshotId, neighbor, await stat(join(dataDir, MANIFEST_FILE)))
}
