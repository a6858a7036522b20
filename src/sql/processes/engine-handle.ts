import { dirname, join } from 'node:path'
import type { Subprocess } from 'bun'
import { dropMemory } from '../../core/dropped-memory.ts'
import { CatalogError, isErrorCode } from '../../core/errors.ts'
import type { SqlQuery, SqlResult, SqlStream } from '../../core/ports.ts'
import { MAX_RESULT_BYTES } from '../../core/sql-limits.ts'
import { tooMuchUnread } from '../../core/too-much-unread.ts'
import {
  type EngineHealth,
  type ExplanationFrame,
  encodeFrame,
  type FailureFrame,
  FRAME,
  type Frame,
  NICENESS,
  PROTOCOL,
  type QueryFrame,
  type ReadyFrame,
  type RefusalFrame,
  type ResultFrame,
  SOCKET_FD,
} from '../protocol/frames.ts'
import { type Engine, type EngineFailure, EngineLost, type EngineRun } from './engine.ts'
import { connectToEngine, type EngineConnection } from './engine-connection.ts'
import { isStopped, openProcessorTime, privateBytesOf } from './process-state.ts'
import { ReceivedAnswer } from './received-answer.ts'

const ENTRY = join(import.meta.dir, '../engine/engine-process.ts')
/** WebAssembly memory never shrinks, so a process that needed more than this for one query is replaced. */
const MAX_IDLE_WASM_BYTES = 96 * 1024 * 1024
/** Time for which a client waits for a better message: loading the parser takes 0.1 s, parsing a text milliseconds. */
const DEFAULT_EXPLAIN_MS = 400
/** Further time that a process may spend on the better message; beyond it, the parser is assumed to be stuck. */
const DEFAULT_OVERDUE_MS = 2000
/** Maximum time for a process to get ready, even on a machine that is busy with other work. */
const DEFAULT_START_MS = 60_000
/**
 * Maximum frame length. The engine never sends a longer one: messages are cut to a few hundred characters and answers are sent in
 * pieces of 128 KiB.
 */
const MAX_FRAME_BYTES = 1024 * 1024

/** Log message if this server does not understand the frames of the SQL processes. */
const REPLACED =
  'The files of this service were replaced while the server ran: its SQL processes are of another version. Restart the server.'

export interface EngineOptions {
  readonly catalogPath: string
  readonly memoryMb: number
  /** Maximum time for which a rejection waits for a better message. */
  readonly explainMs?: number
  /** Further time that its process may spend on the better message. */
  readonly overdueMs?: number
  /** Maximum time for a process to get ready. */
  readonly startMs?: number
  /** Program of the process; replaced only in tests. */
  readonly entry?: string
}

/**
 * Starts an engine process with an empty environment. Throws if the system has no process, memory or file descriptor left for it.
 */
export function startEngine({
  catalogPath,
  memoryMb,
  explainMs = DEFAULT_EXPLAIN_MS,
  overdueMs = DEFAULT_OVERDUE_MS,
  startMs = DEFAULT_START_MS,
  entry = ENTRY,
}: EngineOptions): Engine {
  // Lowered from its first instruction if the system has `nice`: startup is the busiest phase of most processes.
  const nice = Bun.which('nice')
  const lowered = nice === null ? [] : [nice, '-n', String(NICENESS)]
  const child = Bun.spawn([...lowered, process.execPath, '--no-install', entry, catalogPath, String(memoryMb)], {
    // A folder without .env and bunfig.toml, which Bun would read.
    cwd: dirname(entry),
    env: { TZ: 'UTC', NO_COLOR: '1' },
    stdio: ['ignore', 'ignore', 'pipe', 'socket-fd'],
  })
  return new EngineHandle(child, { explainMs, overdueMs, startMs })
}

type Child = Subprocess<'ignore', 'ignore', 'pipe'>

class EngineHandle implements Engine {
  readonly ready: Promise<void>
  readonly ended: Promise<EngineFailure | undefined>
  private readonly starting = Promise.withResolvers<void>()
  private query:
    | {
        readonly result: PromiseWithResolvers<SqlResult>
        readonly free: PromiseWithResolvers<void>
        readonly stream: SqlStream | undefined
      }
    | undefined
  private phase: EngineFailure['phase'] = 'start'
  private isKilled = false
  private isGrown = false
  private endsWithServer = false
  /** True if the process may be stopped. */
  private mayBeStopped = false
  private readonly processorTime
  private readonly connection: EngineConnection
  private failure = ''
  private readonly answer = new ReceivedAnswer()
  /** True if the answer of the current query could exceed the space that its client has left. */
  private isShortOfRoom = false
  /** Settles when the process is killed, so that no caller waits for its answer any longer. */
  private readonly gone = Promise.withResolvers<void>()
  /** A rejection that waits for its explanation. */
  private refusal: { readonly error: CatalogError; readonly timers: readonly Timer[] } | undefined

  constructor(
    private readonly child: Child,
    private readonly limits: Readonly<Record<'explainMs' | 'overdueMs' | 'startMs', number>>,
  ) {
    this.processorTime = openProcessorTime(child.pid)
    this.ready = this.starting.promise
    this.connection = connectToEngine(child.stdio[SOCKET_FD]!, {
      maxFrameBytes: MAX_FRAME_BYTES,
      take: (frame) => {
        const taken = this.take(frame)
        return taken === undefined ? undefined : Promise.race([taken, this.gone.promise])
      },
      onFault: (error) => {
        this.failure = String(error)
        this.child.kill('SIGKILL')
      },
    })
    const tooLate = setTimeout(() => this.kill(undefined), limits.startMs)
    this.ready.catch(() => {}).finally(() => clearTimeout(tooLate))
    this.ended = this.follow()
  }

  isUsable(): boolean {
    return !this.isKilled && !this.isGrown && this.child.exitCode === null && this.child.signalCode === null
  }

  hasGrown(): boolean {
    return this.isGrown
  }

  run(query: SqlQuery): EngineRun {
    this.phase = 'query'
    const [result, free] = [Promise.withResolvers<SqlResult>(), Promise.withResolvers<void>()]
    this.query = { result, free, stream: query.stream }
    const { stream, sql, maxRows, format, vo, facts } = query
    const isEndless = stream !== undefined
    const maxBytes = isEndless ? Number.MAX_SAFE_INTEGER : (query.maxBytes ?? MAX_RESULT_BYTES)
    const roomNow = isEndless ? maxBytes : (query.room?.() ?? Number.POSITIVE_INFINITY)
    this.isShortOfRoom = roomNow < maxBytes
    const frame: QueryFrame = { sql, maxRows, maxBytes: Math.min(maxBytes, roomNow), format, vo, facts }
    this.connection.send(encodeFrame(FRAME.query, frame))
    return { result: result.promise, free: free.promise }
  }

  pause(): boolean {
    if (!this.endsWithServer || !this.isUsable() || !this.signal('SIGSTOP')) return false
    this.mayBeStopped = true
    return true
  }

  resume(): void {
    if (!this.mayBeStopped) return
    this.mayBeStopped = false
    this.signal('SIGCONT')
  }

  private signal(name: 'SIGSTOP' | 'SIGCONT'): boolean {
    try {
      this.child.kill(name)
      return true
    } catch {
      return false // The process has just ended.
    }
  }

  privateBytes(): number | undefined {
    return privateBytesOf(this.child.pid)
  }

  processorMs(): number | undefined {
    return this.processorTime.ms()
  }

  answerBytes(): number {
    return this.answer.bytes
  }

  isStopped(): boolean {
    const isNow = isStopped(this.child.pid)
    this.mayBeStopped ||= isNow
    return isNow
  }

  kill(reason: unknown): void {
    this.isKilled = true
    dropMemory(this.answer.bytes)
    this.child.kill('SIGKILL')
    this.gone.resolve()
    this.settle((result) => result.reject(reason))
  }

  private async follow(): Promise<EngineFailure | undefined> {
    const complaint = new Response(this.child.stderr).text()
    await this.connection.closed
    await this.child.exited
    this.processorTime.close()
    const { phase } = this
    this.starting.reject(new Error('the engine process ended'))
    const fault = this.refusal?.error ?? new EngineLost(this.failure !== '')
    this.settle((result) => result.reject(fault))
    if (this.isKilled || this.isGrown) return undefined
    const { exitCode, signalCode } = this.child
    return { phase, exitCode, signal: signalCode, detail: `${this.failure}\n${(await complaint).slice(-2000)}`.trim() }
  }

  private take({ kind, payload, body }: Frame): Promise<void> | undefined {
    if (this.phase === 'start' && kind !== FRAME.failure) {
      if (kind !== FRAME.ready || (payload as ReadyFrame).protocol !== PROTOCOL) throw new Error(REPLACED)
      this.endsWithServer = (payload as ReadyFrame).endsWithServer === true
      this.phase = 'idle'
      this.starting.resolve()
    } else if (kind === FRAME.piece) {
      return this.answer.receive(body, this.query?.stream)
    } else if (kind === FRAME.result) {
      const { rows, truncated, isDeterministic, head, health } = payload as ResultFrame
      const json = this.answer.end(head, body)
      this.checkMemory(health)
      this.settle((result) => result.resolve({ json, rows, truncated, isDeterministic }))
    } else if (kind === FRAME.refusal) {
      this.refuse(payload as RefusalFrame)
    } else if (kind === FRAME.explanation) {
      this.explain(payload as ExplanationFrame)
    } else if (kind === FRAME.failure) {
      this.failure = (payload as FailureFrame).message
    }
    return undefined
  }

  private refuse({ code, message, help, hasMore, health }: RefusalFrame): void {
    if (!isErrorCode(code)) throw new Error(`a refusal with the unknown code ${code}`)
    dropMemory(this.answer.bytes)
    this.checkMemory(health)
    const error =
      code === 'result_too_large' && this.isShortOfRoom ? tooMuchUnread() : new CatalogError(code, message, help)
    if (!hasMore) {
      this.settle((result) => result.reject(error))
      return
    }
    const { explainMs, overdueMs } = this.limits
    const giveUp = setTimeout(() => this.query?.result.reject(error), explainMs)
    const end = setTimeout(() => this.kill(error), explainMs + overdueMs)
    this.refusal = { error, timers: [giveUp, end] }
  }

  private explain({ message, help }: ExplanationFrame): void {
    const { refusal } = this
    if (refusal === undefined) return
    const { error } = refusal
    this.settle((result) => result.reject(message === undefined ? error : new CatalogError(error.code, message, help)))
  }

  /** Ends a process that has grown, by closing the connection to it, because its answer may still be in transit. */
  private checkMemory(health: EngineHealth): void {
    if (health.wasmBytes <= MAX_IDLE_WASM_BYTES) return
    this.isGrown = true
    this.connection.end()
  }

  /** Ends the current query; a result that has been returned is unaffected. */
  private settle(use: (result: PromiseWithResolvers<SqlResult>) => void): void {
    const { query } = this
    for (const timer of this.refusal?.timers ?? []) clearTimeout(timer)
    this.refusal = undefined
    this.answer.clear()
    this.query = undefined
    if (this.phase === 'query') this.phase = 'idle'
    if (query === undefined) return
    use(query.result)
    query.free.resolve()
  }
}
