import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { StallLimits } from './stall-timeout.ts'

/** The archive's synchronous TAP endpoint. */
const ARCHIVE_TAP_URL = 'https://exoplanetarchive.ipac.caltech.edu/TAP/sync'

/** One setting of the fetch: its environment variable, and what the help and README say of it. */
export interface FetchSetting {
  readonly name: string
  readonly default: string
  readonly range: string
  readonly help: string
}

/** Every setting of the fetch, in the order in which the help and README list them. */
export const FETCH_SETTINGS = {
  tapUrl: {
    name: 'ARCHIVE_TAP_URL',
    default: ARCHIVE_TAP_URL,
    range: 'http or https address',
    help: 'Synchronous endpoint of the TAP service; parameters in it are sent along',
  },
  tables: {
    name: 'FETCH_TABLES',
    default: 'ps,stellarhosts',
    range: 'comma-separated',
    help: 'Tables to fetch: one of ps, pscomppars and exoplanets, and stellarhosts; a schema may precede a name',
  },
  firstByteS: {
    name: 'FETCH_FIRST_BYTE_S',
    default: '300',
    range: 'seconds, 1 to 86400',
    help: 'How long the service may take until a table begins to arrive',
  },
  idleS: {
    name: 'FETCH_IDLE_S',
    default: '60',
    range: 'seconds, 1 to 86400',
    help: 'Longest silence while a table arrives, and longest wait for a row count',
  },
  minRate: {
    name: 'FETCH_MIN_RATE',
    default: '100',
    range: 'bytes per second, 0 to 100000',
    help: 'Slowest that a table may arrive, measured as sent over FETCH_IDLE_S; 0 is as slow as it likes',
  },
  timeoutS: {
    name: 'FETCH_TIMEOUT_S',
    default: '3600',
    range: 'seconds, 1 to 86400',
    help: 'How long one table may take as a whole',
  },
  attempts: {
    name: 'FETCH_ATTEMPTS',
    default: '4',
    range: 'tries, 1 to 20',
    help: 'How often a request is tried where the failure may pass',
  },
} as const satisfies Record<string, FetchSetting>

/** What a fetch is to do. */
export interface FetchConfig {
  readonly tapUrl: string
  /** As the service names them, for example `ps` or `exo.ps`. */
  readonly tables: readonly string[]
  readonly firstByteMs: number
  readonly stall: StallLimits
  readonly totalMs: number
  readonly attempts: number
  /** The archive folder to fill, absolute. */
  readonly outDir: string
}

/** A command line or a setting that cannot be used; the message is a sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

type Env = Readonly<Record<string, string | undefined>>

/** Kinds of table by the last part of the service's name for them; an archive folder has one file of each. */
const KIND_OF_TABLE: ReadonlyMap<string, string> = new Map([
  ['ps', 'planets'],
  ['pscomppars', 'planets'],
  ['exoplanets', 'planets'],
  ['stellarhosts', 'hosts'],
])

function wrong({ name }: FetchSetting, wanted: string, value: string): UsageError {
  return new UsageError(`${name} must be ${wanted}, but it is ${JSON.stringify(value)}.`)
}

function readInteger(setting: FetchSetting, env: Env, most: number, least = 1): number {
  const value = env[setting.name]?.trim() || setting.default
  const number = Number(value)
  if (!/^\d{1,6}$/.test(value) || number < least || number > most)
    throw wrong(setting, `a whole number from ${least} to ${most}`, value)
  return number
}

function readUrl(setting: FetchSetting, env: Env): string {
  const value = env[setting.name]?.trim() || setting.default
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '' || url.hash !== '')
    throw wrong(setting, `an http or https address such as ${ARCHIVE_TAP_URL}`, value)
  return url.href
}

/** The last part of a table's name, which is what the archive's own files are called. */
export function baseName(table: string): string {
  return table.slice(table.lastIndexOf('.') + 1)
}

function readTables(setting: FetchSetting, env: Env): readonly string[] {
  const value = env[setting.name]?.trim() || setting.default
  const tables = value.split(',').map((name) => name.trim()).filter((name) => name !== '') // biome-ignore format: one chain
  const kinds = tables.map((table) => {
    const kind = KIND_OF_TABLE.get(baseName(table))
    if (kind === undefined || !/^(?:[A-Za-z_]\w*\.){0,2}[a-z]+$/.test(table))
      throw wrong(setting, `a list of tables among ${[...KIND_OF_TABLE.keys()].join(', ')}`, value)
    return kind
  })
  if (tables.length === 0 || new Set(kinds).size !== kinds.length)
    throw wrong(setting, 'a list with at most one table of planets and one of hosts', value)
  return tables
}

/** Reads the settings of a fetch; `out` is the flag's value, else the folder is `archive/nasa` below `root`. */
export function readFetchConfig(env: Env, out: string | undefined, root: string): FetchConfig {
  const settings = FETCH_SETTINGS
  return {
    tapUrl: readUrl(settings.tapUrl, env),
    tables: readTables(settings.tables, env),
    firstByteMs: readInteger(settings.firstByteS, env, 86_400) * 1000,
    stall: {
      idleMs: readInteger(settings.idleS, env, 86_400) * 1000,
      leastBytesPerS: readInteger(settings.minRate, env, 100_000, 0),
    },
    totalMs: readInteger(settings.timeoutS, env, 86_400) * 1000,
    attempts: readInteger(settings.attempts, env, 20),
    outDir: resolve(out || join(root, 'archive/nasa')),
  }
}

/** Flags of a command; `spec` lists those that take a value and those that do not. */
export function readFlags(
  args: readonly string[],
  spec: { readonly values: readonly string[]; readonly switches: readonly string[] },
): Readonly<Record<string, string | boolean | undefined>> {
  const options = Object.fromEntries([
    ...spec.values.map((name) => [name, { type: 'string' as const }]),
    ...spec.switches.map((name) => [name, { type: 'boolean' as const }]),
  ]) as Readonly<Record<string, { type: 'string' | 'boolean' }>>
  try {
    const { values } = parseArgs({ args: [...args], options })
    return values as Readonly<Record<string, string | boolean | undefined>>
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

/** The settings as a help text lists them. */
export function fetchSettingsHelp(): string {
  return Object.values(FETCH_SETTINGS)
    .map(({ name, help, range, default: fallback }) => `  ${name}\n      ${help} (${range}; default: ${fallback}).`)
    .join('\n')
}
