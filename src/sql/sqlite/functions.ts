import {
  type Aggregation,
  type Argument,
  bindAggregate,
  bindScalar,
  compareBytes,
  type Result,
} from './bind-functions.ts'
import { addNumberFunctions } from './number-functions.ts'
import { addSkyFunctions } from './sky-functions.ts'
import { SQLITE, type Sqlite } from './sqlite.ts'
import { Comoments, Moments, Values } from './statistics.ts'

/**
 * Maximum bytes that all groups of a query together may hold for `median` and `percentile`, independent of the query's memory
 * limit: outgrown memory uses as much again until it is collected.
 */
const MAX_HELD_BYTES = 128 * 1024 * 1024

/** Maximum number of cached compiled patterns; a query rarely has more than one. */
const MAX_PATTERNS = 32

/** A tenth of the time after which JavaScriptCore gives up. */
const SUSPICIOUS_MS = 200

/** Adds functions that astronomers use and SQLite lacks. Nulls are left out of every aggregate. */
export function addFunctions(sqlite: Sqlite, memoryBytes: number): void {
  const root = (value: number | null): number | null => (value === null ? null : Math.sqrt(value))
  bindAggregate(sqlite, 'variance', 1, () => ofMoments((moments) => moments.sampleVariance()))
  bindAggregate(sqlite, 'stddev', 1, () => ofMoments((moments) => root(moments.sampleVariance())))
  bindAggregate(sqlite, 'var_pop', 1, () => ofMoments((moments) => moments.populationVariance()))
  bindAggregate(sqlite, 'stddev_pop', 1, () => ofMoments((moments) => root(moments.populationVariance())))
  bindAggregate(sqlite, 'corr', 2, correlation)
  const held = createHeldBytes(sqlite, memoryBytes)
  bindAggregate(sqlite, 'median', 1, () => percentile(held, () => 0.5))
  bindAggregate(sqlite, 'percentile', 2, () => percentile(held, fractionOf))
  bindScalar(sqlite, 'regexp', 2, createRegexp())
  bindScalar(sqlite, 'greatest', -1, (args) => extreme(sqlite, 'greatest', args, 1))
  bindScalar(sqlite, 'least', -1, (args) => extreme(sqlite, 'least', args, -1))
  addNumberFunctions(sqlite)
  addSkyFunctions(sqlite)
}

function ofMoments(read: (moments: Moments) => number | null): Aggregation {
  const moments = new Moments()
  return {
    step([value]) {
      if (value!.type !== SQLITE.null) moments.add(value!.number())
    },
    result: () => read(moments),
  }
}

function correlation(): Aggregation {
  const pairs = new Comoments()
  return {
    step([x, y]) {
      if (x!.type !== SQLITE.null && y!.type !== SQLITE.null) pairs.add(x!.number(), y!.number())
    },
    result: () => pairs.correlation(),
  }
}

/** Bytes that all groups of a query together hold for `median` and `percentile`. */
interface HeldBytes {
  /** Throws if SQLite's memory and the held bytes together would exceed the limit of one query. */
  add(bytes: number): void
  release(bytes: number): void
}

function createHeldBytes(sqlite: Sqlite, memoryBytes: number): HeldBytes {
  let held = 0
  return {
    add(bytes) {
      // Identical to SQLite's message, by which every lack of memory is recognized.
      const sum = held + bytes
      if (sum > MAX_HELD_BYTES || sqlite.heap().length + sum > memoryBytes) throw new Error('out of memory')
      held += bytes
    },
    release(bytes) {
      held -= bytes
    },
  }
}

function percentile(held: HeldBytes, fraction: (args: readonly Argument[]) => number): Aggregation {
  const values = new Values()
  let p: number | undefined
  return {
    step(args) {
      const asked = fraction(args)
      if (p !== undefined && p !== asked)
        throw new Error('percentile(x, p): p must be the same for all rows of a group')
      p = asked
      if (args[0]!.type === SQLITE.null) return
      const more = values.growthBytes()
      if (more > 0) held.add(more)
      values.add(args[0]!.number())
    },
    result() {
      held.release(values.grownBytes)
      return values.percentile(p ?? 0)
    },
  }
}

function fractionOf(args: readonly Argument[]): number {
  const p = args[1]!
  const value = p.type === SQLITE.integer || p.type === SQLITE.real ? p.number() : Number.NaN
  if (!(value >= 0 && value <= 1)) throw new Error('percentile(x, p): p must be a number from 0 to 1')
  return value
}

/** `regexp(pattern, text)`, which `text REGEXP pattern` calls: true if the pattern matches anywhere in the text. */
function createRegexp(): (args: readonly Argument[]) => Result {
  const compiled = new Map<string, RegExp>()
  return ([pattern, text]) => {
    if (pattern!.type === SQLITE.null || text!.type === SQLITE.null) return null
    const source = pattern!.text()
    let expression = compiled.get(source)
    if (expression === undefined) {
      expression = compilePattern(source)
      if (compiled.size === MAX_PATTERNS) compiled.clear()
      compiled.set(source, expression)
    }
    return { bool: matches(expression, text!.text()) }
  }
}

/**
 * Whether the expression matches. JavaScriptCore gives up after some hundred million steps of backtracking and then reports
 * "no match", so a negative result after that much processor time is an error. Wall time is not sufficient on a busy machine.
 */
function matches(expression: RegExp, text: string): boolean {
  const before = performance.now()
  if (expression.test(text)) return true
  if (performance.now() - before < SUSPICIOUS_MS) return false
  const start = process.cpuUsage()
  const isMatch = expression.test(text)
  const { user, system } = process.cpuUsage(start)
  if (isMatch || (user + system) / 1000 < SUSPICIOUS_MS) return isMatch
  throw new Error('regexp: the pattern backtracks too much to return a result')
}

function compilePattern(source: string): RegExp {
  const ignoresCase = source.startsWith('(?i)')
  try {
    return new RegExp(ignoresCase ? source.slice(4) : source, ignoresCase ? 'iu' : 'u')
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^Invalid regular expression: /, '') : 'invalid'
    throw new Error(`regexp: the pattern is not valid (${reason})`)
  }
}

/** The largest (sign 1) or smallest (-1) value in SQLite's order; null if any value is null, as in SQL:2023. */
function extreme(sqlite: Sqlite, name: string, args: readonly Argument[], sign: 1 | -1): Result {
  if (args.length === 0) throw new Error(`${name}() needs at least one value`)
  let best = args[0]!
  for (const argument of args) {
    if (argument.type === SQLITE.null) return null
    if (compare(sqlite, argument, best) * sign > 0) best = argument
  }
  return { same: best }
}

/** Compares values: numbers before texts before blobs; texts and blobs by their bytes. */
function compare(sqlite: Sqlite, a: Argument, b: Argument): number {
  const isNumber = (argument: Argument): boolean => argument.type === SQLITE.integer || argument.type === SQLITE.real
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b)
  if (isNumber(a) || isNumber(b)) return isNumber(a) ? -1 : 1
  if (a.type !== b.type) return a.type === SQLITE.text ? -1 : 1
  return compareBytes(sqlite, a, b)
}

function compareNumbers(a: Argument, b: Argument): number {
  // JavaScript compares a bigint with a double exactly.
  const x = a.type === SQLITE.integer ? a.integer() : a.number()
  const y = b.type === SQLITE.integer ? b.integer() : b.number()
  return x < y ? -1 : x > y ? 1 : 0
}
