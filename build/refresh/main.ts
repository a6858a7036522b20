import { join, resolve } from 'node:path'
import { dataDirSetting } from '../../src/command-line/data-dir.ts'
import { type Flags, readFlags } from '../../src/command-line/flags.ts'
import { type Command, EXIT_LOCKED, runCommand } from '../../src/command-line/run-command.ts'
import { type Env, flagsOf, integer, readSettings, settingsHelp } from '../../src/command-line/setting.ts'
import { ArchiveError } from '../archive/archive.ts'
import { LockedError } from '../data-folder/lock.ts'
import { recordRun } from '../data-folder/record-run.ts'
import { consoleFetchEffects } from '../fetch/effects.ts'
import { userAgent } from '../fetch/fetch-archive.ts'
import { FetchError } from '../fetch/fetch-error.ts'
import { FETCH_SETTINGS, OUT_FLAG, readFetchConfig } from '../fetch/fetch-settings.ts'
import { consoleEffects } from '../terminal/effects.ts'
import { reportLines } from './change-report.ts'
import { ALLOW_LOSS_FLAG, RefusedArchiveError } from './check-loss.ts'
import { refresh } from './refresh.ts'
import { CHANGES_FILE } from './report-file.ts'

const ROOT = join(import.meta.dir, '../..')

const SETTINGS = {
  dataDir: dataDirSetting('data', 'Folder with the snapshot'),
  maxLossPercent: integer(
    'REFRESH_MAX_LOSS_PERCENT',
    10,
    [0, 100, 'percent'],
    'Maximum share of its rows that a table, and of its values that a column, can lose; beyond it, the archive is considered broken',
  ),
}

const STRICT_FLAG = 'strict'

async function run(flags: Flags, env: Env): Promise<void> {
  const { dataDir, maxLossPercent } = readSettings(SETTINGS, flags, env)
  const isStrict = flags.isGiven(STRICT_FLAG)
  const allowsLoss = flags.isGiven(ALLOW_LOSS_FLAG)
  const config = {
    ...readFetchConfig(flags, env, ROOT),
    dataDir: resolve(dataDir),
    maxLossPercent,
    allowsLoss,
    isStrict,
  }
  const build = consoleEffects()
  const effects = { fetch: consoleFetchEffects(), build }
  const outcome = await recordRun(config.dataDir, 'refresh', async () => refresh(config, await userAgent(), effects))
  if (outcome.kind === 'unchanged') {
    build.log(`Nothing has changed: keeping snapshot ${outcome.manifest.snapshotId}.`)
    return
  }
  for (const line of reportLines(outcome.report)) build.log(line)
  build.log(
    `Snapshot ${outcome.manifest.snapshotId} is published; ${join(config.dataDir, CHANGES_FILE)} lists the changes.`,
  )
}

const COMMAND: Command = {
  failure: 'Refresh failed',
  help: () => `Usage: bun run refresh [flags]

Fetches the archive and, if it has changed, publishes a new snapshot. Intended for a timer: running servers switch to the
snapshot by themselves, and ${CHANGES_FILE} next to the manifest lists the changes. Unless the exit code is 0, the
snapshot and the archive folder are unchanged. Settings are flags or environment variables:

  --${OUT_FLAG}
      The archive folder to fill (default: archive/nasa).
  --${ALLOW_LOSS_FLAG}
      Publish the archive even if rows, values of a column or all default rows are lost.
  --${STRICT_FLAG}
      Reject an archive with a column that is text only because of cells such as nan, inf, null or a typographic minus.
${settingsHelp(SETTINGS)}${settingsHelp(FETCH_SETTINGS)}`,
  success: 'a snapshot was published, or nothing has changed',
  outcomes: [
    { exitCode: 3, meaning: 'fetching from the service failed', errors: [FetchError] },
    {
      exitCode: 4,
      meaning: 'the fetched tables cannot be built or have lost too much',
      errors: [ArchiveError, RefusedArchiveError],
    },
    { exitCode: EXIT_LOCKED, meaning: 'another refresh, fetch or build is running', errors: [LockedError] },
  ],
  async run(args, env) {
    const values = [OUT_FLAG, ...flagsOf(SETTINGS), ...flagsOf(FETCH_SETTINGS)]
    await run(readFlags(args, { values, switches: [ALLOW_LOSS_FLAG, STRICT_FLAG] }), env)
    return 0
  },
}

process.exitCode = await runCommand(COMMAND, process.argv.slice(2), process.env)
