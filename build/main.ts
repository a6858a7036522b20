import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Manifest } from '../src/format/manifest.ts'
import { ArchiveError } from './archive.ts'
import { buildSnapshot } from './build.ts'
import { isBuiltFrom } from './built-from.ts'
import { consoleEffects } from './console-effects.ts'
import type { BuildEffects } from './effects.ts'
import { describeFailure, isSystemError } from './failure.ts'
import { LockedError } from './lock.ts'
import { publishedManifest } from './publish.ts'
import { readArchive } from './read/archive.ts'
import { summaryLines } from './summary.ts'

const ROOT = join(import.meta.dir, '..')
/** Where the fetch puts what it downloads. */
const FETCHED_ARCHIVE = join(ROOT, 'archive/nasa')
/** The small archive that ships with the project. */
const SAMPLE_ARCHIVE = join(ROOT, 'archive/sample')

const USAGE = `Usage: bun build/main.ts [--if-missing] [--archive DIR] [--data DIR]

  --archive DIR   the archive to build from (or ARCHIVE_DIR); default: archive/nasa if it holds tables, else archive/sample
  --data DIR      where to write the snapshot (or DATA_DIR); default: dist-data
  --if-missing    do nothing where the data folder already holds a complete snapshot of that archive, and keep the
                  snapshot that is there where the archive cannot be used
  --help          this text`

/** What the command line and the environment ask for. */
interface BuildConfig {
  /** Undefined: whichever of the fetched and the sample archive there is. */
  readonly archiveDir: string | undefined
  readonly dataDir: string
  readonly onlyIfMissing: boolean
  readonly wantsHelp: boolean
}

class UsageError extends Error {}

function readConfig(args: readonly string[], env: Readonly<Record<string, string | undefined>>): BuildConfig {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        'if-missing': { type: 'boolean' },
        archive: { type: 'string' },
        data: { type: 'string' },
        help: { type: 'boolean' },
      },
    })
    return {
      archiveDir: values.archive || env.ARCHIVE_DIR || undefined,
      dataDir: resolve(values.data || env.DATA_DIR || join(ROOT, 'dist-data')),
      onlyIfMissing: values['if-missing'] ?? false,
      wantsHelp: values.help ?? false,
    }
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n\n${USAGE}`)
  }
}

const TABLE_FILE = /^(?:exoplanets|ps|pscomppars|stellarhosts)/i

/** The archive that is given or was fetched; undefined where only the sample is left. */
async function givenArchive({ archiveDir }: BuildConfig): Promise<string | undefined> {
  if (archiveDir !== undefined) return archiveDir
  const fetched = await readdir(FETCHED_ARCHIVE).catch(() => [])
  return fetched.some((name) => TABLE_FILE.test(name)) ? FETCHED_ARCHIVE : undefined
}

/**
 * Builds, but where a whole snapshot is there already and another is only wanted, an archive or a data folder that cannot be
 * used costs no more than a line.
 */
async function buildIfMissing(config: BuildConfig, archiveDir: string | undefined, effects: BuildEffects) {
  const former = await publishedManifest(config.dataDir, effects.log)
  try {
    if (former !== undefined && (await isWanted(former, archiveDir, effects))) return
    await build(config, archiveDir, effects)
  } catch (error) {
    const isOfSurroundings = error instanceof ArchiveError || error instanceof LockedError || isSystemError(error)
    if (former === undefined || !isOfSurroundings) throw error
    effects.log(`No new snapshot: ${error.message} Snapshot ${former.snapshotId} stays.`)
  }
}

async function isWanted(manifest: Manifest, archiveDir: string | undefined, effects: BuildEffects): Promise<boolean> {
  // Whoever runs a server on a snapshot alone, without the archive it came from, must not get the sample instead.
  if (archiveDir === undefined || (await isBuiltFrom(manifest, archiveDir))) return true
  effects.log(`Snapshot ${manifest.snapshotId} was built from another archive: building a new one.`)
  return false
}

async function build({ dataDir }: BuildConfig, given: string | undefined, effects: BuildEffects): Promise<void> {
  if (given === undefined)
    effects.log(
      'No archive is given and none has been fetched: building from the sample archive that ships with the project.',
    )
  const archiveDir = given ?? SAMPLE_ARCHIVE
  const start = effects.nowMs()
  const result = await buildSnapshot((read) => readArchive(archiveDir, effects, read), dataDir, effects)
  for (const line of summaryLines(result, effects.nowMs() - start)) effects.log(line)
}

async function run(config: BuildConfig, effects: BuildEffects): Promise<void> {
  const given = await givenArchive(config)
  await (config.onlyIfMissing ? buildIfMissing : build)(config, given, effects)
}

try {
  const config = readConfig(process.argv.slice(2), process.env)
  if (config.wantsHelp) process.stdout.write(`${USAGE}\n`)
  else await run(config, consoleEffects())
} catch (error) {
  process.stderr.write(`Build failed: ${describeFailure(error, [ArchiveError, LockedError, UsageError])}\n`)
  process.exitCode = 1
}
