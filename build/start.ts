import { resolve } from 'node:path'
import { type CommandLine, readCommandLine, SettingsError } from '../src/settings.ts'
import { ArchiveError } from './archive/archive.ts'
import { LockedError } from './data-folder/lock.ts'
import { buildIfMissing } from './pipeline/choose-archive.ts'
import { consoleEffects } from './terminal/console-effects.ts'
import { describeFailure } from './terminal/failure.ts'

/** Undefined where the server is not going to serve: it says why, or gives its help, when it gets the same flags. */
function readServerFlags(): CommandLine | undefined {
  try {
    const commandLine = readCommandLine(process.env, process.argv.slice(2))
    return commandLine.wantsHelp ? undefined : commandLine
  } catch (error) {
    if (error instanceof SettingsError) return undefined
    throw error
  }
}

// What `bun run start` does before it serves: it builds where the server's data folder has no whole snapshot of the archive.
try {
  const commandLine = readServerFlags()
  if (commandLine !== undefined)
    await buildIfMissing(process.env.ARCHIVE_DIR || undefined, resolve(commandLine.settings.dataDir), consoleEffects())
} catch (error) {
  process.stderr.write(`Build failed: ${describeFailure(error, [ArchiveError, LockedError])}\n`)
  process.exitCode = 1
}
