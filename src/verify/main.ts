import { dataDirSetting } from '../command-line/data-dir.ts'
import { readFlags } from '../command-line/flags.ts'
import { type Command, runCommand } from '../command-line/run-command.ts'
import { flagsOf, integer, readSettings, settingsHelp } from '../command-line/setting.ts'
import { terminalLine } from '../command-line/terminal-line.ts'
import { SnapshotError } from '../store/snapshot-error.ts'
import { groupedDigits } from '../units/typeset-numbers.ts'
import type { CheckResult } from './check-result.ts'
import { verifySnapshot } from './verify.ts'

const DIFFERS = 3

const SETTINGS = {
  dataDir: dataDirSetting('data', 'Folder with the snapshot'),
  pages: {
    ...integer('VERIFY_PAGES', 200, [0, 999_999, 'pages'], 'Random pages of each table to compare with SQL'),
    flag: 'pages',
  },
}

/** Checks the snapshot, prints each result, and returns the exit code. */
async function run(dataDir: string, pages: number): Promise<number> {
  let differing = 0
  const { log, progress } = terminalLine(process.stdout)
  const onFinding = (finding: CheckResult): void => {
    differing += finding.differing
    const verdict = finding.differing === 0 ? 'ok' : `${groupedDigits(finding.differing)} differ`
    log(`${finding.check}: ${verdict} (${finding.figures})`)
    for (const difference of finding.differences) log(`  ${difference}`)
  }
  const startMs = performance.now()
  const { snapshotId } = await verifySnapshot({ dataDir, pages, onFinding, onProgress: progress })
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1)
  const verdict = differing === 0 ? 'is sound' : 'differs from SQL'
  log(`Snapshot ${snapshotId} ${verdict}; checked in ${seconds} s`)
  return differing === 0 ? 0 : DIFFERS
}

const COMMAND: Command = {
  failure: 'Verification failed',
  help: () => `Usage: bun run verify [flags]

Checks a snapshot: every file by its hash, and every column, order, export and insight against SQL over the catalog.
Settings are flags or environment variables:

${settingsHelp(SETTINGS)}`,
  success: 'the snapshot is sound',
  outcomes: [
    {
      exitCode: DIFFERS,
      meaning: 'something differs, or the snapshot cannot be opened',
      errors: [SnapshotError],
    },
  ],
  async run(args, env) {
    const flags = readFlags(args, { values: flagsOf(SETTINGS), switches: [] })
    const { dataDir, pages } = readSettings(SETTINGS, flags, env)
    return run(dataDir, pages)
  },
}

process.exitCode = await runCommand(COMMAND, process.argv.slice(2), process.env)
