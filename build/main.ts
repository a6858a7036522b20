import { resolve } from 'node:path'
import { dataDirSetting } from '../src/command-line/data-dir.ts'
import { readFlags } from '../src/command-line/flags.ts'
import { type Command, runCommand } from '../src/command-line/run-command.ts'
import { type Env, flagsOf, readSettings, type Setting, settingsHelp } from '../src/command-line/setting.ts'
import { build, buildIfMissing } from './pipeline/choose-archive.ts'
import { ARCHIVE_OUTCOMES } from './pipeline/outcomes.ts'
import { consoleEffects } from './terminal/effects.ts'

const SETTINGS = {
  archiveDir: {
    name: 'ARCHIVE_DIR',
    flag: 'archive',
    default: '',
    defaultInWords: 'archive/nasa if it holds tables, else archive/sample',
    range: 'text',
    help: 'The archive folder to build from',
    parse: (value) => value || undefined,
  } satisfies Setting<string | undefined>,
  dataDir: dataDirSetting('data', 'Folder for the snapshot'),
}

const IF_MISSING_FLAG = 'if-missing'
const STRICT_FLAG = 'strict'

const COMMAND: Command = {
  failure: 'Build failed',
  help: () => `Usage: bun run build [flags]

Compiles an archive into a snapshot, which a server then serves. Settings are flags or environment variables:

${settingsHelp(SETTINGS)}  --${IF_MISSING_FLAG}
      Do nothing if the data folder already holds a complete snapshot of that archive, and keep the existing snapshot if
      the archive cannot be used.
  --${STRICT_FLAG}
      Reject an archive with a column that is text only because of cells such as nan, inf, null or a typographic minus.
  --help
      This text.`,
  success: 'a snapshot was published, or there was nothing to do',
  outcomes: ARCHIVE_OUTCOMES,
  async run(args: readonly string[], env: Env) {
    const flags = readFlags(args, { values: flagsOf(SETTINGS), switches: [IF_MISSING_FLAG, STRICT_FLAG] })
    const { archiveDir, dataDir } = readSettings(SETTINGS, flags, env)
    const compile = flags.isGiven(IF_MISSING_FLAG) ? buildIfMissing : build
    await compile(archiveDir, resolve(dataDir), consoleEffects(), { isStrict: flags.isGiven(STRICT_FLAG) })
    return 0
  },
}

process.exitCode = await runCommand(COMMAND, process.argv.slice(2), process.env)
