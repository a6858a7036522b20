import { join } from 'node:path'
import { type FileRef, FORMAT_VERSION, MANIFEST_FILE, type Manifest } from '../format/manifest.ts'
import { TABLE_NAMES } from '../format/table.ts'
import { SnapshotError } from './snapshot-error.ts'

/** Names of letters, digits, `_`, `-` and `.` between slashes, none of which begins with a dot: nothing leads out of the folder. */
const INSIDE_PATH = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function checkFileRef(value: unknown, what: string, path: string): void {
  if (
    !isRecord(value) ||
    typeof value.path !== 'string' ||
    !Number.isSafeInteger(value.bytes) ||
    typeof value.sha256 !== 'string'
  )
    throw new SnapshotError(`Manifest ${path} does not say which file holds ${what}.`)
  if (!INSIDE_PATH.test(value.path))
    throw new SnapshotError(`Manifest ${path} names the file "${value.path}", which is not inside the data folder.`)
}

/** Checks what the store itself relies on; the files' hashes vouch for the rest. */
function checkManifest(value: unknown, path: string): asserts value is Manifest {
  if (!isRecord(value)) throw new SnapshotError(`Manifest ${path} is not a JSON object.`)
  if (value.formatVersion !== FORMAT_VERSION)
    throw new SnapshotError(
      `The snapshot of ${path} has format version ${JSON.stringify(value.formatVersion) ?? 'none'}, but this server reads ${FORMAT_VERSION}. Run the build again.`,
    )
  const { tables, files } = value
  if (typeof value.snapshotId !== 'string' || typeof value.source !== 'string' || !isRecord(tables) || !isRecord(files))
    throw new SnapshotError(`Manifest ${path} is incomplete. Run the build again.`)
  for (const name of TABLE_NAMES) {
    const table = tables[name]
    if (!isRecord(table) || !Array.isArray(table.columns) || !Array.isArray(table.defaultColumns))
      throw new SnapshotError(`Manifest ${path} does not describe table "${name}". Run the build again.`)
  }
  checkFileRef(files.catalog, 'the SQL catalogue', path)
  checkFileRef(files.insightList, 'the list of insights', path)
  if (!isRecord(files.insights)) throw new SnapshotError(`Manifest ${path} does not list the insights.`)
  for (const [slug, ref] of Object.entries(files.insights)) checkFileRef(ref, `insight ${slug}`, path)
  for (const name of TABLE_NAMES)
    for (const kind of ['pages', 'exports'] as const) {
      const refs = files[kind]
      checkFileRef(isRecord(refs) && refs[name], `the ${kind} of ${name}`, path)
    }
}

/** Every file that a manifest names. */
export function filesOf({ files }: Manifest): readonly FileRef[] {
  return [
    files.catalog,
    files.insightList,
    ...Object.values(files.pages),
    ...Object.values(files.insights),
    ...Object.values(files.exports),
  ]
}

/** The manifest of a data folder. Throws a SnapshotError that says what to do where there is none to be served. */
export async function readManifest(dataDir: string): Promise<Manifest> {
  const path = join(dataDir, MANIFEST_FILE)
  const file = Bun.file(path)
  if (!(await file.exists())) throw new SnapshotError(`There is no snapshot: ${path} is missing. Run the build first.`)
  let manifest: unknown
  try {
    manifest = JSON.parse(await file.text())
  } catch (cause) {
    throw new SnapshotError(`Manifest ${path} cannot be read as JSON. Run the build again.`, { cause })
  }
  checkManifest(manifest, path)
  return manifest
}
