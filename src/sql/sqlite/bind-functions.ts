import { SQLITE, type Sqlite, TRANSIENT } from './sqlite.ts'

/** One argument of a call, read from SQLite only as far as needed. Valid during the call. */
export interface Argument {
  /** One of SQLITE.integer, real, text, blob, null. */
  readonly type: number
  /** As converted by SQLite: text by its numeric beginning, otherwise 0. */
  number(): number
  text(): string
  /** An integer with all its digits. */
  integer(): bigint
  /** Position of the bytes of a text or blob. */
  place(): Place
}

/** Bytes in SQLite's memory, which do not move during the call. */
export interface Place {
  readonly start: number
  readonly end: number
}

/** Possible results of a function. An Argument is returned with its type and all its digits. */
export type Result =
  | number
  | null
  | { readonly bool: boolean }
  | { readonly integer: bigint }
  | { readonly text: string }
  | { readonly same: Argument }

/** One running aggregation over a group's rows. */
export interface Aggregation {
  step(args: readonly Argument[]): void
  /** The group's result; called exactly once, also if the query is aborted. */
  result(): number | null
}

/** Maximum length of a text that becomes a JavaScript string, which SQLite's memory limit does not bound. */
const MAX_TEXT_BYTES = 16 * 1024 * 1024

/** Deterministic, and callable from anywhere without side effects. */
const FLAGS = 1 /* SQLITE_UTF8 */ | 0x800 /* SQLITE_DETERMINISTIC */ | 0x20_0000 /* SQLITE_INNOCUOUS */

/** A class instead of closures, because an instance is created for every argument of every row. */
class SqliteArgument implements Argument {
  readonly type: number

  constructor(
    readonly sqlite: Sqlite,
    readonly pointer: number,
  ) {
    this.type = sqlite.api._sqlite3_value_type(pointer)
  }

  number(): number {
    return this.sqlite.api._sqlite3_value_double(this.pointer)
  }

  text(): string {
    const { api } = this.sqlite
    const start = api._sqlite3_value_text(this.pointer)
    if (start === 0) return ''
    const bytes = api._sqlite3_value_bytes(this.pointer)
    if (bytes > MAX_TEXT_BYTES) throw new Error(`a text of ${bytes} bytes is too long for this function`)
    return this.sqlite.text(start, bytes)
  }

  integer(): bigint {
    return BigInt(this.text())
  }

  place(): Place {
    const start = this.sqlite.api._sqlite3_value_blob(this.pointer)
    return { start, end: start + this.sqlite.api._sqlite3_value_bytes(this.pointer) }
  }
}

/** Negative, zero or positive if the bytes of `a` sort before, equal to or after those of `b`. */
export function compareBytes(sqlite: Sqlite, a: Argument, b: Argument): number {
  const [first, second] = [a.place(), b.place()]
  // Views, created after both places are known: expanding a zeroblob moves SQLite's memory. Copies would not be accounted for.
  const heap = sqlite.heap()
  return Buffer.compare(heap.subarray(first.start, first.end), heap.subarray(second.start, second.end))
}

function readArguments(sqlite: Sqlite, count: number, pointers: number): Argument[] {
  const view = new DataView(sqlite.heap().buffer)
  const args: Argument[] = []
  for (let i = 0; i < count; i++) args.push(new SqliteArgument(sqlite, view.getInt32(pointers + 4 * i, true)))
  return args
}

function giveBack(sqlite: Sqlite, context: number, result: Result): void {
  const { api } = sqlite
  if (result === null) api._sqlite3_result_null(context)
  else if (typeof result === 'number') api._sqlite3_result_double(context, result)
  else if ('bool' in result) api._sqlite3_result_int(context, result.bool ? 1 : 0)
  else if ('integer' in result) api._sqlite3_result_int64(context, result.integer)
  else if ('text' in result) giveText(sqlite, context, result.text)
  else passOn(sqlite, context, result.same)
}

function giveText(sqlite: Sqlite, context: number, text: string): void {
  const pointer = sqlite.api.stringToNewUTF8(text)
  sqlite.api._sqlite3_result_text(context, pointer, -1, TRANSIENT)
  sqlite.api._free(pointer)
}

function passOn(sqlite: Sqlite, context: number, argument: Argument): void {
  const { api } = sqlite
  if (argument.type === SQLITE.null) {
    api._sqlite3_result_null(context)
  } else if (argument.type === SQLITE.real) {
    api._sqlite3_result_double(context, argument.number())
  } else if (argument.type === SQLITE.integer) {
    api._sqlite3_result_int64(context, argument.integer())
  } else {
    const { start, end } = argument.place()
    // An empty text or blob has address 0, which a result treats as null; for no bytes, any other address works.
    const from = start === 0 ? context : start
    if (argument.type === SQLITE.text) api._sqlite3_result_text(context, from, end - start, TRANSIENT)
    else api._sqlite3_result_blob(context, from, end - start, TRANSIENT)
  }
}

/** Runs `work` and converts an exception to the SQL error. An exception must not cross SQLite's own frames. */
function guarded(sqlite: Sqlite, context: number, work: () => void): void {
  try {
    work()
  } catch (thrown) {
    const message = sqlite.api.stringToNewUTF8(thrown instanceof Error ? thrown.message : 'function failed')
    sqlite.api._sqlite3_result_error(context, message, -1)
    sqlite.api._free(message)
  }
}

function register(sqlite: Sqlite, name: string, argumentCount: number, call: number, step: number, final: number) {
  const pointer = sqlite.api.stringToNewUTF8(name)
  const code = sqlite.api._sqlite3_create_function_v2(sqlite.db, pointer, argumentCount, FLAGS, 0, call, step, final, 0)
  sqlite.api._free(pointer)
  if (code !== SQLITE.ok) throw sqlite.lastError()
}

/** Registers a scalar function; `argumentCount` -1 means any number. */
export function bindScalar(
  sqlite: Sqlite,
  name: string,
  argumentCount: number,
  call: (args: readonly Argument[]) => Result,
): void {
  const onCall = sqlite.api.addFunction((context, count, pointers) => {
    guarded(sqlite, context!, () => giveBack(sqlite, context!, call(readArguments(sqlite, count!, pointers!))))
  }, 'viii')
  register(sqlite, name, argumentCount, onCall, 0, 0)
}

/** Registers an aggregate function. sql.js does not export what a window function needs, so OVER is rejected. */
export function bindAggregate(sqlite: Sqlite, name: string, argumentCount: number, begin: () => Aggregation): void {
  const running = new Map<number, Aggregation>()
  let last = 0
  const contextOf = (context: number, bytes: number): number => sqlite.api._sqlite3_aggregate_context(context, bytes)
  const onStep = sqlite.api.addFunction((context, count, pointers) => {
    guarded(sqlite, context!, () => {
      const slot = contextOf(context!, 4)
      if (slot === 0) throw new Error('out of memory')
      const view = new DataView(sqlite.heap().buffer)
      let id = view.getInt32(slot, true)
      if (id === 0) {
        last = (last % 0x7fff_ffff) + 1
        id = last
        view.setInt32(slot, id, true)
        running.set(id, begin())
      }
      running.get(id)!.step(readArguments(sqlite, count!, pointers!))
    })
  }, 'viii')
  const onFinal = sqlite.api.addFunction((context) => {
    guarded(sqlite, context!, () => {
      const slot = contextOf(context!, 0)
      const id = slot === 0 ? 0 : new DataView(sqlite.heap().buffer).getInt32(slot, true)
      const aggregation = running.get(id) ?? begin()
      running.delete(id)
      giveBack(sqlite, context!, aggregation.result())
    })
  }, 'vi')
  register(sqlite, name, argumentCount, 0, onStep, onFinal)
}

/** Removes a function that an extension registered on the connection. */
export function unbind(sqlite: Sqlite, name: string, argumentCount: number): void {
  register(sqlite, name, argumentCount, 0, 0, 0)
}
