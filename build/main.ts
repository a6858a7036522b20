import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { DEFAULT_DATA_DIR } from '../src/settings.ts'
import { ArchiveError } from './archive/archive.ts'
import { LockedError } from './data-folder/lock.ts'
import { build, buildIfMissing } from './pipeline/choose-archive.ts'
import { consoleEffects } from './terminal/console-effects.ts'
import { describeFailure } from './terminal/failure.ts'

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
      dataDir: resolve(values.data || env.DATA_DIR || DEFAULT_DATA_DIR),
      onlyIfMissing: values['if-missing'] ?? false,
      wantsHelp: values.help ?? false,
    }
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n\n${USAGE}`)
  }
}

try {
  const { archiveDir, dataDir, onlyIfMissing, wantsHelp } = readConfig(process.argv.slice(2), process.env)
  if (wantsHelp) process.stdout.write(`${USAGE}\n`)
  else await (onlyIfMissing ? buildIfMissing : build)(archiveDir, dataDir, consoleEffects())
} catch (error) {
  process.stderr.write(`Build failed: ${describeFailure(error, [ArchiveError, LockedError, UsageError])}\n`)
  process.exitCode = 1
}
