import { resolve } from 'node:path'
import { dataDirSetting } from '../../src/command-line/data-dir.ts'
import { readFlags } from '../../src/command-line/flags.ts'
import { type Command, EXIT_LOCKED, runCommand } from '../../src/command-line/run-command.ts'
import { type Env, flagsOf, readSettings, type Setting, settingsHelp } from '../../src/command-line/setting.ts'
import { PULL_FROM } from '../../src/command-line/storage-address.ts'
import { UsageError } from '../../src/command-line/usage-error.ts'
import { SnapshotError } from '../../src/store/snapshot-error.ts'
import { LockedError } from '../data-folder/lock.ts'
import { recordRun } from '../data-folder/record-run.ts'
import { openReadableStorage } from '../storage/open-storage.ts'
import { StorageError } from '../storage/storage.ts'
import { consoleEffects } from '../terminal/effects.ts'
import { formatBytes } from '../terminal/format.ts'
import { CREDENTIALS_HELP } from './credentials-help.ts'
import { pullSnapshot } from './pull.ts'
import { PullError } from './receive-file.ts'

const SETTINGS = {
  from: PULL_FROM,
  dataDir: dataDirSetting('data', 'Folder for the snapshot'),
  snapshotId: {
    name: 'PULL_SNAPSHOT',
    flag: 'snapshot',
    default: '',
    defaultInWords: 'the current one',
    range: '16 hexadecimal digits',
    help: 'ID of the snapshot to pull, one of those that the storage still has',
    parse(value) {
      if (value !== '' && !/^[0-9a-f]{16}$/.test(value)) throw new Error('16 hexadecimal digits')
      return value === '' ? undefined : value
    },
  } satisfies Setting<string | undefined>,
}

async function run(args: readonly string[], env: Env): Promise<undefined> {
  const flags = readFlags(args, { values: flagsOf(SETTINGS), switches: [] })
  const { from, dataDir, snapshotId } = readSettings(SETTINGS, flags, env)
  if (from === undefined)
    throw new UsageError('--from is missing: name an address such as s3://bucket/prefix, or a folder.')
  const folder = resolve(dataDir)
  const { log } = consoleEffects()
  const { kind, manifest, received } = await recordRun(folder, 'pull', () =>
    pullSnapshot(
      openReadableStorage(from, env),
      { dataDir: folder, snapshotId },
      { log, sleep: (ms) => Bun.sleep(ms) },
    ),
  )
  log(
    kind === 'unchanged'
      ? `Nothing has changed: keeping snapshot ${manifest.snapshotId}.`
      : `Snapshot ${manifest.snapshotId} is in ${folder}: ${received.files} files received (${formatBytes(received.bytes)}).`,
  )
}

const COMMAND: Command = {
  failure: 'Pull failed',
  help: () => `Usage: bun run pull --from ADDRESS [flags]

Copies a published snapshot into the data folder: first the files that are not there yet, each checked by its hash, then the
manifest, which replaces the former one in one step. Running servers switch to the snapshot by themselves. If it is interrupted,
start it again: it continues where it stopped. Unless the exit code is 0, the snapshot of the data folder is unchanged. Settings
are flags or environment variables:

${settingsHelp(SETTINGS)}
${CREDENTIALS_HELP}`,
  success: 'the snapshot is in the data folder',
  outcomes: [
    {
      exitCode: 4,
      meaning: 'the storage cannot be used, or its snapshot cannot be received or served',
      errors: [StorageError, PullError, SnapshotError],
    },
    { exitCode: EXIT_LOCKED, meaning: 'another pull, build or refresh is running', errors: [LockedError] },
  ],
  run,
}

process.exitCode = await runCommand(COMMAND, process.argv.slice(2), process.env)
