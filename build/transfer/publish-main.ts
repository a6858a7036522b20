import { resolve } from 'node:path'
import { dataDirSetting } from '../../src/command-line/data-dir.ts'
import { readFlags } from '../../src/command-line/flags.ts'
import { type Command, runCommand } from '../../src/command-line/run-command.ts'
import { type Env, flagsOf, integer, readSettings, settingsHelp } from '../../src/command-line/setting.ts'
import { PUBLISH_TO } from '../../src/command-line/storage-address.ts'
import { UsageError } from '../../src/command-line/usage-error.ts'
import { SnapshotError } from '../../src/store/snapshot-error.ts'
import { openStorage } from '../storage/open-storage.ts'
import { StorageError } from '../storage/storage.ts'
import { consoleEffects } from '../terminal/effects.ts'
import { formatBytes } from '../terminal/format.ts'
import { CREDENTIALS_HELP } from './credentials-help.ts'
import { type Publication, publishSnapshot } from './publish.ts'

const SETTINGS = {
  to: PUBLISH_TO,
  dataDir: dataDirSetting('data', 'Folder with the snapshot'),
  keep: integer(
    'PUBLISH_KEEP',
    3,
    [1, 1_000, 'snapshots'],
    'Number of snapshots that stay in the storage, including the new one; older ones are removed',
  ),
}

const REWRITE_FLAG = 'rewrite'

function summary({ manifest, written, skipped, removed, isNew }: Publication, address: string): string[] {
  const sent = `${written.files} files written (${formatBytes(written.bytes)}), ${skipped} already present`
  const lines = [
    isNew
      ? `Snapshot ${manifest.snapshotId} is published at ${address}: ${sent}.`
      : `Snapshot ${manifest.snapshotId} was published at ${address} before: ${sent}.`,
  ]
  if (removed === undefined) lines.push('Another publish is running; the next one removes the old snapshots.')
  else if (removed.snapshots.length + removed.files > 0)
    lines.push(`${removed.snapshots.length} old snapshots are removed (${removed.files} files).`)
  return lines
}

async function run(args: readonly string[], env: Env): Promise<undefined> {
  const flags = readFlags(args, { values: flagsOf(SETTINGS), switches: [REWRITE_FLAG] })
  const { to, dataDir, keep } = readSettings(SETTINGS, flags, env)
  if (to === undefined)
    throw new UsageError('--to is missing: name an address such as s3://bucket/prefix, or a folder.')
  const { log } = consoleEffects()
  const config = { dataDir: resolve(dataDir), keep, rewritesAll: flags.isGiven(REWRITE_FLAG) }
  const publication = await publishSnapshot(openStorage(to, env), config, { log, sleep: (ms) => Bun.sleep(ms) })
  for (const line of summary(publication, to.address)) log(line)
}

const COMMAND: Command = {
  failure: 'Publishing failed',
  help: () => `Usage: bun run publish --to ADDRESS [flags]

Copies the snapshot of the data folder to an object storage or a folder, from which "bun run pull" and servers with PULL_FROM
read it: first the files that are not there yet, then the manifest. If it is interrupted, start it again: it continues where it
stopped. Unless the exit code is 0, the snapshot published before stays the current one. Settings are flags or environment
variables:

  --${REWRITE_FLAG}
      Also write the files that the storage already has, for example because they are damaged.
${settingsHelp(SETTINGS)}
${CREDENTIALS_HELP}`,
  success: 'the snapshot is published',
  outcomes: [
    { exitCode: 3, meaning: 'the data folder has no snapshot that can be published', errors: [SnapshotError] },
    { exitCode: 4, meaning: 'the storage cannot be used', errors: [StorageError] },
  ],
  run,
}

process.exitCode = await runCommand(COMMAND, process.argv.slice(2), process.env)
