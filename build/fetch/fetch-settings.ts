import { join, resolve } from 'node:path'
import type { Flags } from '../../src/command-line/flags.ts'
import { type Env, integer, readSettings, type Setting } from '../../src/command-line/setting.ts'
import { tableNameOf } from '../archive/files/table-name.ts'
import type { StallLimits } from './stall-timeout.ts'

/** The archive's synchronous TAP endpoint. */
const ARCHIVE_TAP_URL = 'https://exoplanetarchive.ipac.caltech.edu/TAP/sync'

/** Kinds of table by the last part of the service's name for them; an archive folder contains one file of each. */
const KIND_OF_TABLE: ReadonlyMap<string, string> = new Map([
  ['ps', 'planets'],
  ['pscomppars', 'planets'],
  ['exoplanets', 'planets'],
  ['stellarhosts', 'hosts'],
])

/** Returns the last part of a table's name, which is also the name of the archive's own files. */
export function baseName(table: string): string {
  return table.slice(table.lastIndexOf('.') + 1)
}

/** A table name with at most two parts before it: `toi`, `exo.toi`. */
const TABLE_PATH = /^(?:[A-Za-z_]\w*\.){0,2}[A-Za-z]\w*$/

function tapAddress(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '' || url.hash !== '')
    throw new Error(`an http or https address such as ${ARCHIVE_TAP_URL}`)
  return url.href
}

function tableNames(value: string): readonly string[] {
  const tables = value.split(',').map((name) => name.trim()).filter((name) => name !== '') // biome-ignore format: one chain
  const kinds = tables.map((table) => {
    const kind = KIND_OF_TABLE.get(baseName(table))
    if (kind === undefined || !/^(?:[A-Za-z_]\w*\.){0,2}[a-z]+$/.test(table))
      throw new Error(`a list of tables among ${[...KIND_OF_TABLE.keys()].join(', ')}`)
    return kind
  })
  if (tables.length === 0 || new Set(kinds).size !== kinds.length)
    throw new Error('a list with at most one table of planets and one of hosts')
  return tables
}

function furtherTableNames(value: string): readonly string[] {
  const tables = value.split(',').map((name) => name.trim()).filter((name) => name !== '') // biome-ignore format: one chain
  const names = tables.map((table) => baseName(table).toLowerCase())
  if (tables.some((table) => !TABLE_PATH.test(table)) || new Set(names).size !== names.length)
    throw new Error('a list of different tables such as pscomppars,toi')
  // The names of the two tables have the same meaning as in FETCH_TABLES.
  for (const [place, name] of names.entries()) if (!isOfTwo(tables[place]!)) checkTableName(name)
  return tables
}

/** Whether the name is that of one of the two tables in every fetch. */
function isOfTwo(table: string): boolean {
  const name = baseName(table).toLowerCase()
  return KIND_OF_TABLE.has(name) && name !== 'pscomppars'
}

function checkTableName(name: string): void {
  try {
    tableNameOf(`${name}.csv`, name)
  } catch (cause) {
    throw new Error(`a list of tables with names that a query can use, which ${name} is not`, { cause })
  }
}

/** The tables to fetch: those of FETCH_TABLES, then the further ones that are not among these. */
function tablesToFetch(two: readonly string[], further: readonly string[]): readonly string[] {
  const names = new Set(two.map((table) => baseName(table).toLowerCase()))
  return [...two, ...further.filter((table) => !names.has(baseName(table).toLowerCase()))]
}

const MAX_SECONDS = 86_400

/** Every setting of the fetch, in the order in which the help and docs list them. */
export const FETCH_SETTINGS = {
  tapUrl: {
    name: 'ARCHIVE_TAP_URL',
    default: ARCHIVE_TAP_URL,
    range: 'http or https address',
    help: 'Synchronous endpoint of the TAP service; its parameters are sent with every query',
    parse: tapAddress,
  } satisfies Setting<string>,
  tables: {
    name: 'FETCH_TABLES',
    default: 'ps,stellarhosts',
    range: 'comma-separated',
    help: 'Tables to fetch: one of ps, pscomppars and exoplanets, and stellarhosts; each name can have a schema prefix',
    parse: tableNames,
  } satisfies Setting<readonly string[]>,
  furtherTables: {
    name: 'FETCH_FURTHER_TABLES',
    flag: 'tables',
    default: '',
    defaultInWords: 'none',
    range: 'comma-separated',
    help: 'Further tables to fetch in addition to those of FETCH_TABLES, such as pscomppars,toi,cumulative,k2pandc,keplernames,k2names',
    parse: furtherTableNames,
  } satisfies Setting<readonly string[]>,
  firstByteS: integer(
    'FETCH_FIRST_BYTE_S',
    300,
    [1, MAX_SECONDS, 'seconds'],
    'Maximum time until the first byte of a table arrives',
  ),
  idleS: integer(
    'FETCH_IDLE_S',
    60,
    [1, MAX_SECONDS, 'seconds'],
    'Maximum pause while a table arrives, and maximum wait for a row count',
  ),
  minRate: integer(
    'FETCH_MIN_RATE',
    100,
    [0, 100_000, 'bytes per second'],
    'Minimum transfer rate of a table, measured on the bytes as sent over FETCH_IDLE_S; 0 disables the limit',
  ),
  timeoutS: integer('FETCH_TIMEOUT_S', 3600, [1, MAX_SECONDS, 'seconds'], 'Maximum total time for one table'),
  attempts: integer('FETCH_ATTEMPTS', 4, [1, 20, 'tries'], 'Maximum attempts per request after transient failures'),
} as const

/** The flag that names the output folder. */
export const OUT_FLAG = 'out'

/** Settings of a fetch. */
export interface FetchConfig {
  readonly tapUrl: string
  /** As named by the service, for example `ps` or `exo.ps`. */
  readonly tables: readonly string[]
  readonly firstByteMs: number
  readonly stall: StallLimits
  readonly totalMs: number
  readonly attempts: number
  /** The archive folder to fill, absolute. */
  readonly outDir: string
}

/**
 * Reads the settings of a fetch; `flags` must define OUT_FLAG and the settings. The default folder is `archive/nasa` in `root`.
 */
export function readFetchConfig(flags: Flags, env: Env, root: string): FetchConfig {
  const values = readSettings(FETCH_SETTINGS, flags, env)
  return {
    tapUrl: values.tapUrl,
    tables: tablesToFetch(values.tables, values.furtherTables),
    firstByteMs: values.firstByteS * 1000,
    stall: { idleMs: values.idleS * 1000, leastBytesPerS: values.minRate },
    totalMs: values.timeoutS * 1000,
    attempts: values.attempts,
    outDir: resolve(flags.value(OUT_FLAG) ?? join(root, 'archive/nasa')),
  }
}
