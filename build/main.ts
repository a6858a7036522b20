import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ArchiveError } from './archive.ts'
import { buildSnapshot } from './build.ts'
import { consoleEffects } from './console-effects.ts'
import type { BuildEffects } from './effects.ts'
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
  --if-missing    do nothing where the data folder already holds a complete snapshot`

/** What the command line and the environment ask for. */
interface BuildConfig {
  /** Undefined: whichever of the fetched and the sample archive there is. */
  readonly archiveDir: string | undefined
  readonly dataDir: string
  readonly onlyIfMissing: boolean
}

class UsageError extends Error {}

function readConfig(args: readonly string[], env: Readonly<Record<string, string | undefined>>): BuildConfig {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { 'if-missing': { type: 'boolean' }, archive: { type: 'string' }, data: { type: 'string' } },
    })
    return {
      archiveDir: values.archive || env.ARCHIVE_DIR || undefined,
      dataDir: resolve(values.data || env.DATA_DIR || join(ROOT, 'dist-data')),
      onlyIfMissing: values['if-missing'] ?? false,
    }
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n\n${USAGE}`)
  }
}

async function chooseArchive({ archiveDir }: BuildConfig, effects: BuildEffects): Promise<string> {
  if (archiveDir !== undefined) return archiveDir
  const fetched = await readdir(FETCHED_ARCHIVE).catch(() => [])
  if (fetched.length > 0) return FETCHED_ARCHIVE
  effects.log(
    'No archive is given and none has been fetched: building from the sample archive that ships with the project.',
  )
  return SAMPLE_ARCHIVE
}

async function run(config: BuildConfig, effects: BuildEffects): Promise<void> {
  if (config.onlyIfMissing && (await publishedManifest(config.dataDir)) !== undefined) return
  const archiveDir = await chooseArchive(config, effects)
  const start = effects.nowMs()
  const result = await buildSnapshot((read) => readArchive(archiveDir, effects, read), config.dataDir, effects)
  for (const line of summaryLines(result, effects.nowMs() - start)) effects.log(line)
}

/** A fault of the archive or the surroundings is one message; anything else is a fault of the build and keeps its stack. */
function describeFailure(error: unknown): string {
  if (error instanceof ArchiveError || error instanceof LockedError || error instanceof UsageError) return error.message
  if (error instanceof Error && 'syscall' in error) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

try {
  await run(readConfig(process.argv.slice(2), process.env), consoleEffects())
} catch (error) {
  process.stderr.write(`Build failed: ${describeFailure(error)}\n`)
  process.exitCode = 1
}
