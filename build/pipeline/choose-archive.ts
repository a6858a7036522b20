import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isSystemError } from '../../src/command-line/run-command.ts'
import type { Manifest } from '../../src/format/manifest.ts'
import { ArchiveError } from '../archive/archive.ts'
import { type ReadOptions, readArchive } from '../archive/read-archive.ts'
import { LockedError } from '../data-folder/lock.ts'
import { publishedManifest } from '../data-folder/publish.ts'
import type { BuildEffects } from '../terminal/effects.ts'
import { buildSnapshot } from './compile.ts'
import { isBuiltFrom } from './is-current.ts'
import { summaryLines } from './summary.ts'

const ROOT = join(import.meta.dir, '../..')
/** Where the fetch stores its downloads. */
const FETCHED_ARCHIVE = join(ROOT, 'archive/nasa')
/** The small archive that ships with the project. */
const SAMPLE_ARCHIVE = join(ROOT, 'archive/sample')

const TABLE_FILE = /^(?:exoplanets|ps|pscomppars|stellarhosts)/i

/** The archive that is named or was fetched; undefined if only the sample is left. */
async function givenArchive(named: string | undefined): Promise<string | undefined> {
  if (named !== undefined) return named
  const fetched = await readdir(FETCHED_ARCHIVE).catch(() => [])
  return fetched.some((name) => TABLE_FILE.test(name)) ? FETCHED_ARCHIVE : undefined
}

/** Builds a snapshot in `dataDir` from the named archive, otherwise from the fetched one, otherwise from the sample. */
export async function build(
  named: string | undefined,
  dataDir: string,
  effects: BuildEffects,
  options: ReadOptions = {},
): Promise<void> {
  const given = await givenArchive(named)
  if (given === undefined)
    effects.log(
      'No archive is given and none has been fetched: building from the sample archive that ships with the project.',
    )
  const archiveDir = given ?? SAMPLE_ARCHIVE
  const start = effects.nowMs()
  const result = await buildSnapshot((read) => readArchive(archiveDir, effects, read, options), dataDir, effects)
  for (const line of summaryLines(result, effects.nowMs() - start)) effects.log(line)
}

/**
 * Builds if `dataDir` has no complete snapshot of that archive. If a complete snapshot exists and a new one is only preferred, an
 * unusable archive or data folder is logged and the existing snapshot is kept.
 */
export async function buildIfMissing(
  named: string | undefined,
  dataDir: string,
  effects: BuildEffects,
  options: ReadOptions = {},
): Promise<void> {
  const former = await publishedManifest(dataDir, effects.log)
  try {
    if (former !== undefined && (await isWanted(former, await givenArchive(named), effects))) return
    await build(named, dataDir, effects, options)
  } catch (error) {
    const isOfSurroundings = error instanceof ArchiveError || error instanceof LockedError || isSystemError(error)
    if (former === undefined || !isOfSurroundings) throw error
    effects.log(`No new snapshot: ${error.message} Keeping snapshot ${former.snapshotId}.`)
  }
}

async function isWanted(manifest: Manifest, given: string | undefined, effects: BuildEffects): Promise<boolean> {
  // A server that runs on a snapshot alone, without the archive it came from, must not get the sample instead.
  if (given === undefined || (await isBuiltFrom(manifest, given))) return true
  effects.log(`Snapshot ${manifest.snapshotId} was built from another archive: building a new one.`)
  return false
}
