/**
 * The process in which clients' SQL runs. Reads queries from the socket that it inherits, one after the other, and writes answers
 * to it; ends when the server closes it. It has no deadline: the server kills it.
 */
import { fstatSync, readSync, writeSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'
import { CatalogError } from '../../core/errors.ts'
import { MAX_TRANSLATED_BYTES } from '../../core/sql-limits.ts'
import { JsonWriter } from '../../formats/json-writer.ts'
import { explainUnknownColumn } from '../guard/explain-refusal.ts'
import { runtimeRefusal, UnknownColumn } from '../guard/refusals.ts'
import {
  type EngineHealth,
  encodeFrame,
  FRAME,
  type Frame,
  FrameReader,
  NICENESS,
  PROTOCOL,
  type QueryFrame,
  type ReadyFrame,
  SOCKET_FD,
} from '../protocol/frames.ts'
import { type CatalogDatabase, openDatabase } from '../sqlite/open-database.ts'
import { SqliteError } from '../sqlite/sqlite.ts'
import { endWithParent } from './end-with-parent.ts'
import { runQuery } from './run-query.ts'
import { warmUp } from './warm-up.ts'

/** A query frame holds its SQL, whose JSON can be six times as long, and the columns of its result. */
const MAX_QUERY_FRAME_BYTES = 8 * MAX_TRANSLATED_BYTES
/** Size of the output buffer: when it is full, it is sent to the server before the next rows are read. */
const SCRATCH_BYTES = 128 * 1024
/** Maximum length of an error text for the log, in characters; its beginning is sufficient. */
const MAX_FAILURE_CHARS = 4_000
/** Exit code of a process that met an unexpected error and must not be used again. */
const EXIT_BROKEN = 70

/**
 * Ignores a terminal's Ctrl-C and a service manager's stop signal, which reach every process at once: the server decides whether
 * queries are still needed.
 */
function leaveSignalsToServer(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
}

/** Counts how often sql.js reads `Date.now`: the result of a query that read the time must not be cached. */
function watchClock(): () => number {
  let reads = 0
  const now = Date.now.bind(Date)
  Date.now = () => {
    reads += 1
    return now()
  }
  return () => reads
}

/**
 * Where answers go. A server of an earlier version, whose files have been replaced, gives the process no socket and reads its
 * standard output: the version that it finds there tells it to restart.
 */
const output = hasSocket() ? SOCKET_FD : 1

function hasSocket(): boolean {
  try {
    return fstatSync(SOCKET_FD).isSocket()
  } catch {
    return false
  }
}

function send(pieces: readonly Uint8Array[]): void {
  for (const piece of pieces) {
    let at = 0
    while (at < piece.length) at += writeSync(output, piece, at)
  }
}

function health(database: CatalogDatabase): EngineHealth {
  return { wasmBytes: database.sqlite.heap().length }
}

const sendPiece = (bytes: Uint8Array): void => send(encodeFrame(FRAME.piece, {}, bytes))

/** Answers one query; `scratch` is the output buffer. */
async function answer(
  database: CatalogDatabase,
  query: QueryFrame,
  clockReads: () => number,
  scratch: Buffer,
): Promise<void> {
  try {
    const out = new JsonWriter(scratch, query.maxBytes, sendPiece)
    const { rest, ...facts } = runQuery(database, query, clockReads, out)
    send(encodeFrame(FRAME.result, { ...facts, health: health(database) }, rest))
  } catch (thrown) {
    const error = thrown instanceof SqliteError ? runtimeRefusal(thrown) : thrown
    if (!(error instanceof CatalogError)) throw error
    const { code, message, help } = error
    const hasMore = error instanceof UnknownColumn
    send(encodeFrame(FRAME.refusal, { code, message, help, hasMore, health: health(database) }))
    // The rejection has been sent; the server waits only a moment for a better message.
    if (hasMore) {
      const explained = await explainUnknownColumn(error, query.sql, database.columns)
      send(encodeFrame(FRAME.explanation, explained ?? {}))
    }
  }
}

/** Yields the frames that the server sends until it closes the socket. Blocks while waiting, because nothing else runs in this process. */
function* incoming(): Generator<Frame> {
  const reader = new FrameReader(MAX_QUERY_FRAME_BYTES)
  const piece = Buffer.allocUnsafe(64 * 1024)
  for (;;) {
    const length = readSync(SOCKET_FD, piece, 0, piece.length, null)
    if (length === 0) return
    // A copy, because the reader keeps it until the frame is complete.
    yield* reader.push(Buffer.from(piece.subarray(0, length)))
  }
}

/** Runs with less priority than the server, unless it does already: only an administrator may raise a priority. */
function lowerPriority(): void {
  const niceness = Math.min(constants.priority.PRIORITY_LOW, getPriority(process.ppid) + NICENESS)
  if (getPriority() < niceness) setPriority(niceness)
}

async function main(): Promise<void> {
  const [path, memoryMb] = process.argv.slice(2)
  if (path === undefined || memoryMb === undefined) throw new Error('usage: engine-process <catalog.sqlite> <MB>')
  leaveSignalsToServer()
  const endsWithServer = endWithParent()
  new Worker(new URL('./watchdog.ts', import.meta.url)).unref()
  lowerPriority()
  const clockReads = watchClock()
  const database = await openDatabase(path, Number(memoryMb))
  warmUp(database, clockReads)
  send(encodeFrame(FRAME.ready, { protocol: PROTOCOL, endsWithServer } satisfies ReadyFrame))
  const scratch = Buffer.allocUnsafe(SCRATCH_BYTES)
  for (const frame of incoming()) await answer(database, frame.payload as QueryFrame, clockReads, scratch)
}

try {
  await main()
  process.exit(0)
} catch (error) {
  // Stack overflow, a trap in SQLite, or a bug: the state is unknown, so the process ends.
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
  send(encodeFrame(FRAME.failure, { message: message.slice(0, MAX_FAILURE_CHARS) }))
  process.exit(EXIT_BROKEN)
}
