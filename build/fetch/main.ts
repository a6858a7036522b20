import { join } from 'node:path'
import { LockedError } from '../data-folder/lock.ts'
import { describeFailure } from '../terminal/failure.ts'
import { consoleFetchEffects } from './console-fetch-effects.ts'
import { fetchAndReplace } from './fetch-archive.ts'
import { FetchError } from './fetch-error.ts'
import { fetchSettingsHelp, readFetchConfig, readFlags, UsageError } from './fetch-settings.ts'
import { userAgent } from './user-agent.ts'

const ROOT = join(import.meta.dir, '../..')

const USAGE = `Usage: bun run fetch [--out DIR]

Downloads the tables of the NASA Exoplanet Archive into an archive folder, which a build then reads.

  --out DIR   the folder to fill; default: archive/nasa

Settings (environment variables):
${fetchSettingsHelp()}

Exit codes: 0 fetched; 1 a fault of this program or machine; 2 a flag or setting that cannot be used;
3 the service did not deliver, and the folder is as it was; 5 another fetch is at work.`

/** What a failure ends the process with. */
function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return 2
  if (error instanceof FetchError) return 3
  return error instanceof LockedError ? 5 : 1
}

try {
  const flags = readFlags(process.argv.slice(2), { values: ['out'], switches: ['help'] })
  if (flags.help === true) process.stdout.write(`${USAGE}\n`)
  else {
    const config = readFetchConfig(process.env, typeof flags.out === 'string' ? flags.out : undefined, ROOT)
    await fetchAndReplace(config, await userAgent(), consoleFetchEffects())
  }
} catch (error) {
  const usage = error instanceof UsageError ? `\n\n${USAGE}` : ''
  process.stderr.write(`Fetch failed: ${describeFailure(error, [UsageError, FetchError, LockedError])}${usage}\n`)
  process.exitCode = exitCodeOf(error)
}
