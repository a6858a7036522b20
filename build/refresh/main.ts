import { join, resolve } from 'node:path'
import { ArchiveError } from '../archive/archive.ts'
import { LockedError } from '../data-folder/lock.ts'
import { consoleFetchEffects } from '../fetch/console-fetch-effects.ts'
import { FetchError } from '../fetch/fetch-error.ts'
import { fetchSettingsHelp, readFetchConfig, readFlags, UsageError } from '../fetch/fetch-settings.ts'
import { userAgent } from '../fetch/user-agent.ts'
import { consoleEffects } from '../terminal/console-effects.ts'
import { describeFailure } from '../terminal/failure.ts'
import { reportLines } from './change-report.ts'
import { RefusedArchiveError, refresh } from './refresh.ts'
import { CHANGES_FILE } from './report-file.ts'

const ROOT = join(import.meta.dir, '../..')

const DEFAULT_MAX_LOSS_PERCENT = '10'

const USAGE = `Usage: bun run refresh [--out DIR] [--data DIR]

Fetches the archive and, if it has changed, publishes a new snapshot. Made to be run by a timer: running servers switch to
the snapshot by themselves, and what changed is kept in ${CHANGES_FILE} beside the manifest.

  --out DIR    the archive folder to fill; default: archive/nasa
  --data DIR   where the snapshot is (or DATA_DIR); default: dist-data

Settings (environment variables):
${fetchSettingsHelp()}
  REFRESH_MAX_LOSS_PERCENT
      Percent of its rows that a table may lose before the archive is taken for broken (0 to 100; default: ${DEFAULT_MAX_LOSS_PERCENT}).

Exit codes: 0 published, or nothing has changed; 1 a fault of this program or machine; 2 a flag or setting that cannot be used;
3 the service did not deliver; 4 what it delivered cannot be built or has lost too many rows; 5 another refresh, fetch or
build is at work. But for 0 the snapshot and the archive folder are as they were.`

type Env = Readonly<Record<string, string | undefined>>

function readPercent(env: Env): number {
  const value = env.REFRESH_MAX_LOSS_PERCENT?.trim() || DEFAULT_MAX_LOSS_PERCENT
  if (!/^\d{1,3}$/.test(value) || Number(value) > 100)
    throw new UsageError(`REFRESH_MAX_LOSS_PERCENT must be a whole number from 0 to 100, but it is "${value}".`)
  return Number(value)
}

const EXPECTED = [UsageError, FetchError, ArchiveError, RefusedArchiveError, LockedError]

function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return 2
  if (error instanceof FetchError) return 3
  if (error instanceof ArchiveError || error instanceof RefusedArchiveError) return 4
  return error instanceof LockedError ? 5 : 1
}

async function run(flags: ReturnType<typeof readFlags>, env: Env): Promise<void> {
  const text = (name: string): string | undefined => {
    const value = flags[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const config = {
    ...readFetchConfig(env, text('out'), ROOT),
    dataDir: resolve(text('data') ?? (env.DATA_DIR || join(ROOT, 'dist-data'))),
    maxLossPercent: readPercent(env),
  }
  const build = consoleEffects()
  const outcome = await refresh(config, await userAgent(), { fetch: consoleFetchEffects(), build })
  if (outcome.kind === 'unchanged') {
    build.log(`Nothing has changed: snapshot ${outcome.manifest.snapshotId} stays.`)
    return
  }
  for (const line of reportLines(outcome.report)) build.log(line)
  build.log(
    `Snapshot ${outcome.manifest.snapshotId} is published; ${join(config.dataDir, CHANGES_FILE)} tells what changed.`,
  )
}

try {
  const flags = readFlags(process.argv.slice(2), { values: ['out', 'data'], switches: ['help'] })
  if (flags.help === true) process.stdout.write(`${USAGE}\n`)
  else await run(flags, process.env)
} catch (error) {
  const usage = error instanceof UsageError ? `\n\n${USAGE}` : ''
  process.stderr.write(`Refresh failed: ${describeFailure(error, EXPECTED)}${usage}\n`)
  process.exitCode = exitCodeOf(error)
}
