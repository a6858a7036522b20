import { join } from 'node:path'
import { dataDirSetting } from '../command-line/data-dir.ts'
import { readFlags } from '../command-line/flags.ts'
import { type Command, runCommand } from '../command-line/run-command.ts'
import { flagsOf, integer, readSettings, type Setting, settingsHelp } from '../command-line/setting.ts'
import { UsageError } from '../command-line/usage-error.ts'
import type { Catalog } from '../core/catalog/catalog.ts'
import { createCatalog } from '../core/catalog/create-catalog.ts'
import { CatalogError } from '../core/errors.ts'
import { printable } from '../core/text/printable.ts'
import { FORMAT_NAMES, type FormatName } from '../formats/formats.ts'
import type { OutputColumn } from '../formats/row-encoder.ts'
import { SETTINGS as SERVER_SETTINGS } from '../settings.ts'
import { createSqlPool } from '../sql/pool/pool.ts'
import { warnOfQueries } from '../sql/warnings/snapshot-facts.ts'
import { openSnapshot } from '../store/open-snapshot.ts'
import { SnapshotError } from '../store/snapshot-error.ts'
import { resultColumns } from '../tap/result-columns/result-columns.ts'
import { createTapTables } from '../tap/schema/tap-tables.ts'
import { translateAdql } from '../tap/translate/translate-adql.ts'
import { type Cell, drawTable } from './draw-table.ts'

const REJECTED = 3
const MAX_ROWS = 10_000

const OUTPUTS = ['table', ...FORMAT_NAMES] as const
type Output = (typeof OUTPUTS)[number]

const SETTINGS = {
  dataDir: dataDirSetting('data', 'Folder with the snapshot'),
  output: {
    name: 'QUERY_FORMAT',
    flag: 'format',
    default: '',
    defaultInWords: 'table for a terminal, csv otherwise',
    range: OUTPUTS.join(', '),
    help: 'Format of the rows',
    parse(value): Output | undefined {
      const output = OUTPUTS.find((candidate) => candidate === value)
      if (output === undefined && value !== '') throw new Error(`one of ${OUTPUTS.join(', ')}`)
      return output
    },
  } satisfies Setting<Output | undefined>,
  maxRows: { ...integer('QUERY_LIMIT', 1_000, [0, MAX_ROWS, 'rows'], 'Maximum number of rows'), flag: 'limit' },
  timeoutMs: SERVER_SETTINGS.sqlTimeoutMs,
  memoryMb: SERVER_SETTINGS.sqlMemoryMb,
}

/** The rejection of a query, formatted for a terminal. */
class QueryRejected extends Error {
  /** Lines below the message: the position of the error in the SQL. */
  constructor(
    message: string,
    readonly advice: readonly string[],
  ) {
    super(message)
  }
}

function rejection(error: CatalogError, sql: string): QueryRejected {
  const { position } = error.help
  return new QueryRejected(error.message, position === undefined ? [] : markedLine(sql, position))
}

/** The line of the SQL text that contains a position, with a mark below it. */
function markedLine(sql: string, position: number): readonly string[] {
  const start = sql.lastIndexOf('\n', position - 1) + 1
  const end = sql.indexOf('\n', position)
  const line = sql.slice(start, end < 0 ? undefined : end).replaceAll('\t', ' ')
  const before = Bun.stringWidth(printable(line.slice(0, position - start)))
  return [`  ${printable(line)}`, `  ${' '.repeat(before)}^`]
}

function asTable(json: readonly Uint8Array[]): string {
  const { data, columns } = JSON.parse(Buffer.concat(json).toString()) as {
    readonly data: readonly Readonly<Record<string, Cell>>[]
    readonly columns: readonly string[]
  }
  const rows = data.map((row) =>
    columns.map((name) => {
      const cell = row[name] ?? null
      return typeof cell === 'string' ? printable(cell) : cell
    }),
  )
  return drawTable(columns.map(printable), rows)
}

/** What is known about the result columns before the query runs. */
function describedColumns(catalog: Catalog, sql: string): readonly OutputColumn[] {
  const tables = createTapTables(catalog.manifest, (table) => catalog.unicodeColumns(table))
  return resultColumns(() => translateAdql(sql, tables.catalog))
}

/** Writes to standard output; a reader that has read enough, such as `head`, is no failure. */
async function print(pieces: readonly (string | Uint8Array)[]): Promise<void> {
  const out = Bun.stdout.writer()
  try {
    // A write that waits for the reader returns a promise, which rejects by itself.
    for (const piece of pieces) await out.write(piece)
    await out.end()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error
  }
}

/** Runs the query in a separate SQL process, under the rules of the server. */
async function query(
  sql: string,
  output: Output,
  { dataDir, maxRows, timeoutMs, memoryMb }: { dataDir: string; maxRows: number; timeoutMs: number; memoryMb: number },
): Promise<void> {
  const snapshot = await openSnapshot(dataDir)
  const catalogPath = join(dataDir, snapshot.manifest.files.catalog.path)
  const pool = createSqlPool({ catalogPath, processes: 1, queue: 1, timeoutMs, memoryMb })
  const catalog = createCatalog(snapshot, pool, undefined, warnOfQueries(snapshot))
  try {
    const format: FormatName = output === 'table' ? 'json' : output
    const described = format === 'votable' ? { columns: describedColumns(catalog, sql) } : {}
    const { pieces, body, truncated, warnings } = await catalog.select({ sql, maxRows, format, ...described })
    const rows = pieces ?? [body()]
    await print(output === 'table' ? [asTable(rows)] : output === 'json' ? [...rows, '\n'] : rows)
    for (const { message } of warnings) process.stderr.write(`Warning: ${printable(message)}\n`)
    if (truncated)
      process.stderr.write(`Rows are left out: the limit is ${maxRows}; --limit allows up to ${MAX_ROWS}.\n`)
  } catch (error) {
    throw error instanceof CatalogError ? rejection(error, sql) : error
  } finally {
    await pool.close()
  }
}

const COMMAND: Command = {
  failure: 'Query failed',
  help: () => `Usage: bun run query [flags] "SELECT …"
       bun run query [flags] - < query.sql

Runs one SELECT on the snapshot in the data folder, under the same rules as the server, and prints its rows.
Settings are flags or environment variables:

${settingsHelp(SETTINGS)}`,
  success: 'the query ran',
  faults: [SnapshotError],
  outcomes: [{ exitCode: REJECTED, meaning: 'the query was rejected or failed', errors: [QueryRejected] }],
  async run(args, env) {
    const flags = readFlags(args, { values: flagsOf(SETTINGS), switches: [], words: 1 })
    const { output, ...settings } = readSettings(SETTINGS, flags, env)
    const [word] = flags.words
    if (word === undefined)
      throw new UsageError('The SQL is missing: pass it in quotation marks, or - to read it from standard input.')
    const sql = (word === '-' ? await Bun.stdin.text() : word).trim()
    await query(sql, output ?? (process.stdout.isTTY ? 'table' : 'csv'), settings)
    return 0
  },
}

process.exitCode = await runCommand(COMMAND, process.argv.slice(2), process.env)
