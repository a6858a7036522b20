import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { isNetwork } from './clients/network.ts'
import { dataDirSetting } from './command-line/data-dir.ts'
import { readFlags } from './command-line/flags.ts'
import {
  type Env,
  flagsOf,
  integer,
  list,
  readSettings,
  type Setting,
  type SettingValues,
  settingsHelp,
  text,
} from './command-line/setting.ts'
import { PULL_FROM } from './command-line/storage-address.ts'
import { UsageError } from './command-line/usage-error.ts'
import { LOG_LEVELS, type LogLevel } from './observe.ts'

/** The listening address is already in use. */
export class PortInUseError extends Error {
  override readonly name = 'PortInUseError'
}

/** Whether `host` is an IP address or a name that resolves to one. */
async function isResolved(host: string): Promise<boolean> {
  if (isIP(host.replace(/^\[(.*)\]$/, '$1')) !== 0) return true
  return lookup(host).then(
    () => true,
    () => false,
  )
}

/**
 * The error for an unusable listening address: it is in use, or HOST or PORT is not usable on this machine. Bun (1.4.5)
 * reports a host that does not resolve as an address in use.
 */
export async function listenError(host: string, port: number, cause: unknown): Promise<PortInUseError | UsageError> {
  const place = `it cannot listen on HOST "${host}", PORT ${port}`
  if (!(await isResolved(host))) return new UsageError(`${place}: the host has no address. Correct HOST.`, { cause })
  if (cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE')
    return new PortInUseError(
      `${place}: the port is in use, or HOST is not an address of this machine. Choose another PORT or HOST.`,
      { cause },
    )
  return new UsageError(`${place}: ${cause instanceof Error ? cause.message : cause}`, { cause })
}

const DEFAULT_SQL_PROCESSES = Math.min(4, Math.max(2, availableParallelism()))

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

function network(entry: string): string {
  if (!isNetwork(entry)) throw new Error('a list of addresses or networks, such as 127.0.0.1 or 10.0.0.0/8')
  return entry
}

/** All settings of the server, in the order of the help text and the docs. */
export const SETTINGS = {
  dataDir: dataDirSetting('data-dir', 'Folder with the compiled snapshot'),
  pullFrom: {
    ...PULL_FROM,
    flag: 'pull-from',
    defaultInWords: 'none',
    help: 'Address from which the server pulls new snapshots into DATA_DIR, such as s3://bucket/prefix',
  },
  pollS: integer(
    'POLL_S',
    60,
    [0, 86_400, 'seconds'],
    'Interval at which the server looks for new snapshots there; 0: only when it starts',
  ),
  host: text('HOST', '127.0.0.1', 'Address to listen on'),
  port: integer('PORT', 3000, [0, 65_535, ''], 'Port to listen on; 0 selects a free one'),
  servers: integer(
    'SERVERS',
    1,
    [1, 64, 'processes'],
    'Server processes that share the port; each has its own cache and SQL processes',
  ),
  baseUrl: {
    name: 'BASE_URL',
    default: '',
    defaultInWords: 'the address that it listens on',
    range: 'http or https address',
    help: 'Public URL of the service, used in links',
    parse: publicAddress,
  } satisfies Setting<string | undefined>,
  sqlTimeoutMs: integer('SQL_TIMEOUT_MS', 30_000, [50, 600_000, 'milliseconds'], 'Maximum run time of one SQL query'),
  sqlProcesses: integer(
    'SQL_PROCESSES',
    DEFAULT_SQL_PROCESSES,
    [1, 64, 'processes'],
    'Maximum number of concurrent SQL queries',
    'the number of cores, at least 2 and at most 4',
  ),
  sqlQueue: integer(
    'SQL_QUEUE',
    64,
    [0, 10_000, 'queries'],
    'Maximum number of queued SQL queries; further queries get 503',
  ),
  sqlMemoryMb: integer('SQL_MEMORY_MB', 512, [64, 3_500, 'MiB'], 'Maximum memory of one SQL query'),
  trustedProxies: list(
    'TRUSTED_PROXIES',
    'Addresses or networks of proxies whose Forwarded or X-Forwarded-For header identifies the client',
    'none',
    network,
  ),
  cacheMb: integer('CACHE_MB', 128, [1, 65_536, 'MiB'], 'Memory for cached responses'),
  sendMb: integer(
    'SEND_MB',
    512,
    [16, 65_536, 'MiB'],
    'Memory for long responses that clients have not read yet, at most half of it per client; further long responses get 503',
  ),
  cacheMaxAgeS: integer(
    'CACHE_MAX_AGE_S',
    300,
    [0, 31_536_000, 'seconds'],
    'How long clients can reuse a response without revalidation',
  ),
  exportMaxAgeS: integer(
    'EXPORT_MAX_AGE_S',
    86_400,
    [0, 31_536_000, 'seconds'],
    'How long clients and CDNs can reuse a download without revalidation',
  ),
  logLevel: {
    name: 'LOG_LEVEL',
    default: 'info',
    range: LOG_LEVELS.join(', '),
    help: 'Minimum log level; debug logs every request',
    parse(value): LogLevel {
      const level = LOG_LEVELS.find((candidate) => candidate === value.toLowerCase())
      if (level === undefined) throw new Error(`one of ${LOG_LEVELS.join(', ')}`)
      return level
    },
  } satisfies Setting<LogLevel>,
  metrics: {
    name: 'METRICS',
    default: 'on',
    range: 'on, off',
    help: 'Serve /metrics for Prometheus',
    parse(value): boolean {
      if (!/^(on|off)$/i.test(value)) throw new Error('on or off')
      return value.toLowerCase() === 'on'
    },
  } satisfies Setting<boolean>,
  jobsDir: text(
    'JOBS_DIR',
    '',
    'Folder for asynchronous queries and their results, which server processes and replicas can share; "off" disables them',
    "a separate folder in the system's temporary folder",
  ),
  jobsMax: integer('JOBS_MAX', 1_000, [1, 100_000, 'jobs'], 'Maximum number of retained jobs; further jobs get 503'),
  jobsMb: integer('JOBS_MB', 1_024, [1, 1_048_576, 'MiB'], 'Maximum total size of job results'),
  jobsKeepS: integer('JOBS_KEEP_S', 86_400, [1, 31_536_000, 'seconds'], 'How long a job and its result are retained'),
  jobsTimeoutS: integer('JOBS_TIMEOUT_S', 300, [1, 86_400, 'seconds'], "Maximum run time of a job's query"),
  allowedOrigins: list(
    'ALLOWED_ORIGINS',
    'Origins of web pages that are allowed to use /mcp',
    'pages on this machine and on the host of BASE_URL',
    origin,
  ),
  allowedHosts: list(
    'ALLOWED_HOSTS',
    'Host names that are accepted in requests to /mcp',
    'loopback names and the host of BASE_URL',
    hostName,
  ),
} as const

/** The parsed settings; SETTINGS defines the meaning, unit and range of each. */
export type Settings = SettingValues<typeof SETTINGS>

/** Passed by the package script: the server belongs to the process that started it. */
export const EXIT_WITH_PARENT_FLAG = 'exit-with-parent'
/** Passed to a server process by its parent, in addition to the port. */
export const SHARED_PORT_FLAG = 'shared-port'

/** The parsed command line: serve with these settings. */
export interface CommandLine {
  readonly settings: Settings
  /** True if the parent process owns this one: when the parent exits, this process stops too. */
  readonly exitsWithParent: boolean
  /** True for one of several server processes, which listen on the same port and report to their parent. */
  readonly sharesPort: boolean
}

/** Reads settings from flags, else environment variables, else defaults. Throws a UsageError for the first invalid one. */
export function readCommandLine(env: Env, args: readonly string[]): CommandLine {
  const switches = [EXIT_WITH_PARENT_FLAG, SHARED_PORT_FLAG]
  const flags = readFlags(args, { values: flagsOf(SETTINGS), switches })
  return {
    settings: readSettings(SETTINGS, flags, env),
    exitsWithParent: flags.isGiven(EXIT_WITH_PARENT_FLAG),
    sharesPort: flags.isGiven(SHARED_PORT_FLAG),
  }
}

/** The server's help text, one paragraph per setting. */
export function helpText(): string {
  return `Serves the compiled catalog. Settings are flags or environment variables:\n\n${settingsHelp(SETTINGS)}`
}
