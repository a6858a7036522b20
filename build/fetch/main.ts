import { join } from 'node:path'
import { readFlags } from '../../src/command-line/flags.ts'
import { type Command, EXIT_LOCKED, runCommand } from '../../src/command-line/run-command.ts'
import { flagsOf, settingsHelp } from '../../src/command-line/setting.ts'
import { LockedError } from '../data-folder/lock.ts'
import { consoleFetchEffects } from './effects.ts'
import { fetchAndReplace, userAgent } from './fetch-archive.ts'
import { FetchError } from './fetch-error.ts'
import { FETCH_SETTINGS, OUT_FLAG, readFetchConfig } from './fetch-settings.ts'

const ROOT = join(import.meta.dir, '../..')

const COMMAND: Command = {
  failure: 'Fetch failed',
  help: () => `Usage: bun run fetch [flags]

Downloads the tables of the NASA Exoplanet Archive into an archive folder, which a build then reads. Settings are flags or
environment variables:

  --${OUT_FLAG}
      The folder to fill (default: archive/nasa).
${settingsHelp(FETCH_SETTINGS)}`,
  success: 'the archive was fetched',
  outcomes: [
    { exitCode: 3, meaning: 'fetching from the service failed; the folder is unchanged', errors: [FetchError] },
    { exitCode: EXIT_LOCKED, meaning: 'another fetch is running', errors: [LockedError] },
  ],
  async run(args, env) {
    const flags = readFlags(args, { values: [OUT_FLAG, ...flagsOf(FETCH_SETTINGS)], switches: [] })
    await fetchAndReplace(readFetchConfig(flags, env, ROOT), await userAgent(), consoleFetchEffects())
    return 0
  },
}

process.exitCode = await runCommand(COMMAND, process.argv.slice(2), process.env)
