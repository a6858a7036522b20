import { join } from 'node:path'
import { groupedDigits } from '../../src/units/typeset-numbers.ts'
import { formatBytes, formatDuration } from '../terminal/format.ts'
import type { FetchEffects } from './effects.ts'
import { FetchError } from './fetch-error.ts'
import { withRetries } from './retry.ts'
import { type StoredAnswer, storeAnswer } from './store-answer.ts'
import { askTap, type TapOptions } from './tap-client.ts'

/** One file of the archive folder and the queries that it comes from. */
export interface FetchJob {
  /** File name, for example `ps.csv.gz`. */
  readonly name: string
  /** Returns the rows. */
  readonly query: string
  /** Returns one number: the row count. */
  readonly countQuery: string
  /** Columns without which the file is unusable. */
  readonly requiredColumns: readonly string[]
}

/** A file that was received and checked. */
export interface FetchedFile extends StoredAnswer {
  readonly name: string
  readonly query: string
  readonly startedAt: Date
  readonly elapsedMs: number
}

/** A response with more than this many times the counted rows is treated as endless, so that it does not fill the disk. */
const MOST_ROWS_FACTOR = 2
/** Minimum row limit: a small table can grow by more than its size between the count and the response. */
const LEAST_MOST_ROWS = 10_000

/** More bytes than a row count needs, but few enough to wait for. */
const MAX_COUNT_BYTES = 4_096

export class TableFetcher {
  constructor(
    readonly tap: TapOptions,
    readonly attempts: number,
    readonly effects: FetchEffects,
  ) {}

  /** Fetches one file into `folder`: requests the row count, reads the rows, and compares. */
  async fetch(order: FetchJob, folder: string): Promise<FetchedFile> {
    const expected = await this.#countWithRetries(order)
    return withRetries(order.name, this.attempts, this.effects, async () => {
      const file = await this.#download(order, folder, expected)
      await this.#checkCount(order, file.rows, expected)
      this.#checkColumns(order, file.columns)
      this.effects.log(describe(file))
      return file
    })
  }

  async #download(order: FetchJob, folder: string, expected: number): Promise<FetchedFile> {
    const { effects } = this
    const startedAt = effects.now()
    const startMs = effects.nowMs()
    effects.show(`${order.name}: waiting for the service`)
    const mostRows = Math.max(MOST_ROWS_FACTOR * expected, LEAST_MOST_ROWS)
    const stored = await askTap(this.tap, order.query, ({ chunks, wireBytes }) =>
      storeAnswer(join(folder, order.name), order.name, chunks, (rows) => {
        if (rows > mostRows) throw tooManyRows(order, expected)
        const received = wireBytes()
        const rate = received / Math.max(1, effects.nowMs() - startMs)
        effects.show(
          `${order.name}: ${progress(rows, expected)}, ${formatBytes(received)}, ${formatBytes(rate * 1000)}/s`,
        )
      }),
    )
    const elapsedMs = effects.nowMs() - startMs
    return { name: order.name, query: order.query, startedAt, elapsedMs, ...stored }
  }

  #countWithRetries(order: FetchJob): Promise<number> {
    return withRetries(order.name, this.attempts, this.effects, () => this.#count(order))
  }

  async #count(order: FetchJob): Promise<number> {
    this.effects.show(`${order.name}: counting rows`)
    // A count is quick: a service that does not respond within the idle time is unavailable.
    const firstByteMs = Math.min(this.tap.firstByteMs, this.tap.stall.idleMs)
    const text = await askTap(this.tap, order.countQuery, ({ chunks }) => startOf(chunks), firstByteMs)
    const count = /^[^\r\n]+\r?\n\s*"?(\d{1,12})"?\s*$/.exec(text)?.[1]
    if (count === undefined)
      throw new FetchError(`The row count is not a number: ${JSON.stringify(text.slice(0, 120))}.`, {
        isTransient: true,
      })
    return Number(count)
  }

  /** Checks the row count. If the archive has changed since the first count, the rows must match the current one. */
  async #checkCount(order: FetchJob, rows: number, expected: number): Promise<void> {
    if (rows === 0) throw new FetchError(`${order.name} would have no rows.`, { isTransient: true })
    if (rows === expected) return
    const now = await this.#countWithRetries(order)
    if (rows === now) return
    const why =
      rows < now
        ? ': the response was cut short. Some services need maxrec=… in ARCHIVE_TAP_URL to send more.'
        : ', which is fewer.'
    throw new FetchError(`${groupedDigits(rows)} rows arrived, but the service counts ${groupedDigits(now)}${why}`, {
      isTransient: true,
    })
  }

  #checkColumns(order: FetchJob, columns: readonly string[]): void {
    const missing = order.requiredColumns.filter((column) => !columns.includes(column))
    if (missing.length === 0) return
    throw new FetchError(
      `${order.name} has no column ${missing.join(' and no column ')}; its header begins with ${columns.slice(0, 5).join(', ')}.`,
      { isTransient: false },
    )
  }
}

/** Reads as much of a response as a count can be long, and slightly more if it is longer. */
async function startOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  let text = ''
  for await (const chunk of chunks) {
    text += Buffer.from(chunk).toString()
    if (text.length > MAX_COUNT_BYTES) break
  }
  return text
}

function tooManyRows({ name }: FetchJob, expected: number): FetchError {
  return new FetchError(
    `${name} does not end: far more rows arrive than the ${groupedDigits(expected)} rows that the service counts.`,
    { isTransient: true },
  )
}

function progress(rows: number, expected: number): string {
  return `${groupedDigits(rows)} of ${groupedDigits(expected)} rows`
}

function describe({ name, rows, columns, textBytes, bytes, elapsedMs }: FetchedFile): string {
  const rate = formatBytes((textBytes / Math.max(1, elapsedMs)) * 1000)
  const size = `${formatBytes(textBytes)} (${formatBytes(bytes)} on disk)`
  return `${name}: ${groupedDigits(rows)} rows, ${columns.length} columns, ${size} in ${formatDuration(elapsedMs)}, ${rate}/s`
}
