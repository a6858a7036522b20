import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { LOG_LEVELS, type LogLevel } from './observe.ts'

/** One setting of the server: the environment variable, how its text is read, and what the help says of it. */
export interface Setting<Value> {
  /** The environment variable; the flag is the same in lower case with dashes, `PORT` and `--port`. */
  readonly name: string
  /** The text that an absent or empty value stands for. */
  readonly default: string
  /** The default in words, where the text depends on the machine or is empty. */
  readonly defaultInWords?: string
  /** Unit and range, or the allowed words. */
  readonly range: string
  readonly help: string
  /** Throws an Error whose message completes the sentence "NAME must be …". */
  parse(text: string): Value
}

/** A setting that cannot be used; `message` is one sentence that names it and the value. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

/** The fault of an address that cannot be listened on. */
export function cannotListen(host: string, port: number, cause: unknown): SettingsError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new SettingsError(`it cannot listen on HOST "${host}", PORT ${port}: ${reason}`, { cause })
}

/** Where the build writes unless told otherwise: beside `src`, wherever the server is started from. */
export const DEFAULT_DATA_DIR = join(import.meta.dir, '../dist-data')

const DEFAULT_SQL_PROCESSES = Math.min(4, Math.max(2, availableParallelism()))

function text(name: string, fallback: string, help: string, defaultInWords?: string): Setting<string> {
  return {
    name,
    default: fallback,
    ...(defaultInWords === undefined ? {} : { defaultInWords }),
    range: 'text',
    help,
    parse: (value) => value,
  }
}

function integer(
  name: string,
  fallback: number,
  [least, most, unit]: readonly [number, number, string],
  help: string,
  defaultInWords?: string,
): Setting<number> {
  const range = unit === '' ? `${least} to ${most}` : `${unit}, ${least} to ${most}`
  return {
    name,
    default: String(fallback),
    ...(defaultInWords === undefined ? {} : { defaultInWords }),
    range,
    help,
    parse(value) {
      const number = Number(value)
      if (!/^[0-9]{1,15}$/.test(value) || number < least || number > most)
        throw new Error(`a whole number from ${least} to ${most}${unit === '' ? '' : ` (${unit})`}`)
      return number
    },
  }
}

/** Comma-separated; blanks around a name are dropped, empty entries are skipped. */
function list(name: string, help: string, defaultInWords: string, check: (entry: string) => string): Setting<string[]> {
  return {
    name,
    default: '',
    defaultInWords,
    range: 'comma-separated',
    help,
    parse: (value) =>
      value
        .split(',')
        .map((entry) => entry.trim())
        .filter((entry) => entry !== '')
        .map(check),
  }
}

function publicAddress(value: string): string | undefined {
  if (value === '') return undefined
  const url = URL.canParse(value) ? new URL(value) : undefined
  const isBare = url !== undefined && url.username === '' && url.password === '' && !/[?#]/.test(value)
  if (!isBare || !/^https?:$/.test(url.protocol))
    throw new Error('an http or https address without a query, such as https://example.org/catalog')
  return url.href.replace(/\/+$/, '')
}

function origin(entry: string): string {
  if (!URL.canParse(entry) || new URL(entry).origin !== entry)
    throw new Error('a list of origins, such as https://example.org')
  return entry
}

function hostName(entry: string): string {
  if (!/^(\[[0-9a-fA-F:.]+\]|[^\s/:[\]@?#]+)$/.test(entry))
    throw new Error('a list of host names without port, such as example.org')
  return entry.toLowerCase()
}

/** Every setting of the server, in the order in which the help and README list them. */
export const SETTINGS = {
  dataDir: text('DATA_DIR', DEFAULT_DATA_DIR, 'Folder with the compiled snapshot', 'dist-data'),
  host: text('HOST', '127.0.0.1', 'Address to listen on'),
  port: integer('PORT', 3000, [0, 65_535, ''], 'Port to listen on; 0 takes a free one'),
  servers: integer(
    'SERVERS',
    1,
    [1, 64, 'processes'],
    'Server processes that share the port; each has its own cache and SQL processes',
  ),
  baseUrl: {
    name: 'BASE_URL',
    default: '',
    defaultInWords: 'the address it listens on',
    range: 'http or https address',
    help: 'Public address of the service, for links',
    parse: publicAddress,
  } satisfies Setting<string | undefined>,
  sqlTimeoutMs: integer('SQL_TIMEOUT_MS', 30_000, [50, 600_000, 'milliseconds'], 'Time that one SQL query may run'),
  sqlProcesses: integer(
    'SQL_PROCESSES',
    DEFAULT_SQL_PROCESSES,
    [1, 64, 'processes'],
    'SQL queries that may run at the same time',
    'the number of cores, at least 2 and at most 4',
  ),
  sqlQueue: integer('SQL_QUEUE', 64, [0, 10_000, 'queries'], 'SQL queries that may wait; one more gets 503'),
  sqlMemoryMb: integer('SQL_MEMORY_MB', 512, [64, 3_500, 'MiB'], 'Memory that one SQL query may use'),
  cacheMb: integer('CACHE_MB', 128, [1, 65_536, 'MiB'], 'Memory for finished answers'),
  cacheMaxAgeS: integer(
    'CACHE_MAX_AGE_S',
    300,
    [0, 31_536_000, 'seconds'],
    'How long a client may use an answer without asking again',
  ),
  exportMaxAgeS: integer(
    'EXPORT_MAX_AGE_S',
    86_400,
    [0, 31_536_000, 'seconds'],
    'How long a client or CDN may use an export file without asking again',
  ),
  logLevel: {
    name: 'LOG_LEVEL',
    default: 'info',
    range: LOG_LEVELS.join(', '),
    help: 'Least level that is logged; debug has one line for each request',
    parse(value): LogLevel {
      const level = LOG_LEVELS.find((candidate) => candidate === value.toLowerCase())
      if (level === undefined) throw new Error(`one of ${LOG_LEVELS.join(', ')}`)
      return level
    },
  } satisfies Setting<LogLevel>,
  allowedOrigins: list(
    'ALLOWED_ORIGINS',
    'Origins of web pages that may use /mcp',
    'pages on this machine and on the host of BASE_URL',
    origin,
  ),
  allowedHosts: list(
    'ALLOWED_HOSTS',
    'Host names under which /mcp may be addressed',
    'loopback names and the host of BASE_URL',
    hostName,
  ),
} as const

/** The parsed settings; meaning, unit and range of each are in SETTINGS. */
export type Settings = { readonly [K in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[K]['parse']> }

const KEYS = Object.keys(SETTINGS) as (keyof Settings)[]

function flagOf(name: string): string {
  return name.toLowerCase().replaceAll('_', '-')
}

/** Given by the package script: whoever started the server owns it. */
export const EXIT_WITH_PARENT_FLAG = 'exit-with-parent'
/** Given to a server process by the one that started it, beside the port. */
export const SHARED_PORT_FLAG = 'shared-port'

function readFlags(args: readonly string[]): Readonly<Record<string, string | boolean | undefined>> {
  const options = Object.fromEntries(KEYS.map((key) => [flagOf(SETTINGS[key].name), { type: 'string' } as const]))
  try {
    return parseArgs({
      args: [...args],
      options: {
        ...options,
        help: { type: 'boolean' },
        [EXIT_WITH_PARENT_FLAG]: { type: 'boolean' },
        [SHARED_PORT_FLAG]: { type: 'boolean' },
      },
    }).values
  } catch (cause) {
    const message = cause instanceof Error ? cause.message.replace(/\.? To specify.*$/s, '') : String(cause)
    throw new SettingsError(`${message.replace(/\.$/, '')}; --help lists the flags.`, { cause })
  }
}

/** What the command line asks for: to serve with these settings, or for the help text. */
export interface CommandLine {
  readonly settings: Settings
  readonly wantsHelp: boolean
  /** True when the process that started this one owns it: when that goes, this one stops too. */
  readonly exitsWithParent: boolean
  /** True for one of several server processes, which listen on the same port and report to the one that started them. */
  readonly sharesPort: boolean
}

/** Reads settings from flags, else environment variables, else defaults. Throws SettingsError at the first bad one. */
export function readCommandLine(
  env: Readonly<Record<string, string | undefined>>,
  args: readonly string[],
): CommandLine {
  const flags = readFlags(args)
  const read = (key: keyof Settings): unknown => {
    const setting: Setting<unknown> = SETTINGS[key]
    const flag = flags[flagOf(setting.name)]
    const value = (typeof flag === 'string' ? flag : env[setting.name])?.trim() || setting.default
    try {
      return setting.parse(value)
    } catch (cause) {
      const wanted = cause instanceof Error ? cause.message : String(cause)
      const source = typeof flag === 'string' ? `--${flagOf(setting.name)}` : setting.name
      throw new SettingsError(`${source} must be ${wanted}, but it is ${JSON.stringify(value)}.`, { cause })
    }
  }
  return {
    settings: Object.fromEntries(KEYS.map((key) => [key, read(key)])) as unknown as Settings,
    wantsHelp: flags.help === true,
    exitsWithParent: flags[EXIT_WITH_PARENT_FLAG] === true,
    sharesPort: flags[SHARED_PORT_FLAG] === true,
  }
}

/** The help text of the server, one setting a paragraph. */
export function helpText(): string {
  const paragraphs = KEYS.map((key) => {
    const setting: Setting<unknown> = SETTINGS[key]
    const fallback = setting.defaultInWords ?? setting.default
    return `  --${flagOf(setting.name)}, ${setting.name}\n      ${setting.help} (${setting.range}; default: ${fallback}).`
  })
  return ['Serves the compiled catalogue. Settings are flags or environment variables:', '', ...paragraphs, ''].join(
    '\n',
  )
}
