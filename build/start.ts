import { resolve } from 'node:path'
import { wantsHelp } from '../src/command-line/flags.ts'
import { runCommand } from '../src/command-line/run-command.ts'
import { UsageError } from '../src/command-line/usage-error.ts'
import { helpText, readCommandLine, type Settings } from '../src/settings.ts'
import { buildIfMissing } from './pipeline/choose-archive.ts'
import { ARCHIVE_OUTCOMES } from './pipeline/outcomes.ts'
import { consoleEffects } from './terminal/effects.ts'

const args = process.argv.slice(2)

/** Undefined if the server will not serve: it reports the reason when it gets the same flags. */
function readServerSettings(): Settings | undefined {
  try {
    return readCommandLine(process.env, args).settings
  } catch (error) {
    if (error instanceof UsageError) return undefined
    throw error
  }
}

// Before `bun run start` serves: build if the server's data folder has no complete snapshot of the archive.
if (!wantsHelp(args))
  process.exitCode = await runCommand(
    {
      failure: 'Build failed',
      help: helpText,
      success: 'the server can start',
      outcomes: ARCHIVE_OUTCOMES,
      async run(_, env) {
        const settings = readServerSettings()
        // A server that pulls its snapshots does not build one.
        if (settings === undefined || settings.pullFrom !== undefined) return 0
        await buildIfMissing(env.ARCHIVE_DIR?.trim() || undefined, resolve(settings.dataDir), consoleEffects())
        return 0
      },
    },
    args,
    process.env,
  )
