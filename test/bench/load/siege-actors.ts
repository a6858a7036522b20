import { connect, type Socket } from 'node:net'

/** A tally as it passes from one process to another. */
export interface TallyValues {
  readonly statuses: readonly (readonly [string, number])[]
  readonly times: readonly number[]
}

/** What one kind of client met: how often each status, and the times of its answers in milliseconds. */
export class Tally {
  readonly statuses = new Map<string, number>()
  private times: number[] = []

  static from({ statuses, times }: TallyValues): Tally {
    const tally = new Tally()
    for (const [status, count] of statuses) tally.statuses.set(status, count)
    tally.times = [...times]
    return tally
  }

  toJSON(): TallyValues {
    return { statuses: [...this.statuses], times: this.times }
  }

  add(status: number | string, ms?: number): void {
    const key = String(status)
    this.statuses.set(key, (this.statuses.get(key) ?? 0) + 1)
    if (ms !== undefined) this.times.push(ms)
  }

  /** The time in milliseconds that this share of the answers does not exceed; NaN without answers. */
  percentile(share: number): number {
    const sorted = this.times.toSorted((a, b) => a - b)
    return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
  }

  toString(): string {
    const statuses = [...this.statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
    return `p50 ${this.percentile(0.5).toFixed(1)} ms, p99 ${this.percentile(0.99).toFixed(1)} ms; ${statuses}`
  }
}

/** A client as the server tells it from others: the address that a trusted proxy would write. */
export type Client = string

async function ask(url: string, client: Client, tally: Tally, signal?: AbortSignal): Promise<void> {
  const before = performance.now()
  try {
    const response = await fetch(url, {
      headers: { 'x-forwarded-for': client },
      ...(signal === undefined ? {} : { signal }),
    })
    const body = await response.text()
    // Refusals are told from one another by their codes.
    const code = response.ok ? undefined : /"code":"(\w+)"/.exec(body)?.[1]
    tally.add(code === undefined ? response.status : `${response.status} ${code}`, performance.now() - before)
  } catch (error) {
    tally.add(signal?.aborted === true ? 'left' : String(error).slice(0, 60))
  }
}

const query = (base: string, sql: string): string => `${base}/rest/query?sql=${encodeURIComponent(sql)}`

/**
 * Asks for pages, one after the other with a short pause, until the signal fires; and after each page for the same bytes
 * from a bare server, so that both meet the same machine and the same load generator.
 */
export async function readPages(
  base: string,
  bareBase: string,
  tallies: { readonly pages: Tally; readonly bare: Tally },
  end: AbortSignal,
): Promise<void> {
  for (let i = 0; !end.aborted; i += 1) {
    await ask(`${base}/rest/exoplanets?limit=${20 + (i % 10)}`, '192.0.2.10', tallies.pages)
    await Bun.sleep(5)
    await ask(bareBase, '192.0.2.10', tallies.bare)
    await Bun.sleep(5)
  }
}

/** The number in the latest query's text, so that no text of any phase or process is answered from a cache. */
let texts = process.pid * 1_000_000

/** Sends short queries, each different from all others. */
export async function askShort(base: string, tally: Tally, end: AbortSignal): Promise<void> {
  while (!end.aborted) {
    texts += 1
    await ask(query(base, `SELECT ${texts} AS i, pl_name FROM exoplanets LIMIT 1`), '192.0.2.20', tally)
    await Bun.sleep(20)
  }
}

/** Keeps `number` endless queries of one client under way. */
export async function askEndless(base: string, number: number, tally: Tally, end: AbortSignal): Promise<void> {
  const one = async (): Promise<void> => {
    while (!end.aborted) {
      texts += 1
      const sql = `WITH RECURSIVE n(i) AS (SELECT ${texts} UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n`
      const before = performance.now()
      await ask(query(base, sql), '192.0.2.66', tally, end)
      // One that is refused is back at once, but not as a storm.
      if (performance.now() - before < 1_000) await Bun.sleep(1_000)
    }
  }
  await Promise.all(Array.from({ length: number }, one))
}

/** Keeps one long query of each of `number` clients under way, each of more than a moment and with an answer of megabytes. */
export async function askLong(base: string, number: number, tally: Tally, end: AbortSignal): Promise<void> {
  const one = async (_: unknown, client: number): Promise<void> => {
    while (!end.aborted) {
      texts += 1
      const sql = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 500000)
        SELECT i, ${texts} AS k, hex(zeroblob(400)) AS t FROM n WHERE i % 50 = 0`
      await ask(`${query(base, sql)}&limit=10000`, `192.0.2.${100 + client}`, tally, end)
    }
  }
  await Promise.all(Array.from({ length: number }, one))
}

/** Opens connections and sends a text on each; reads nothing. Gives those that came about. */
export async function openConnections(
  port: number,
  number: number,
  textOf: (i: number) => string = () => '',
): Promise<Socket[]> {
  const open = async (_: unknown, i: number): Promise<Socket | undefined> => {
    const { promise, resolve } = Promise.withResolvers<Socket | undefined>()
    const socket = connect(port, '127.0.0.1', () => {
      const text = textOf(i)
      if (text !== '') socket.write(text)
      socket.pause()
      resolve(socket)
    })
    socket.on('error', () => resolve(undefined))
    setTimeout(() => resolve(socket), 5_000)
    return promise
  }
  const sockets: Socket[] = []
  for (let at = 0; at < number; at += 100) {
    const some = await Promise.all(Array.from({ length: Math.min(100, number - at) }, open))
    sockets.push(...some.filter((socket) => socket !== undefined))
  }
  return sockets
}

/** Writes a request a byte at a time, on several connections. */
export async function writeSlowly(port: number, number: number, end: AbortSignal): Promise<void> {
  const text = `GET /rest/exoplanets?limit=1 HTTP/1.1\r\nHost: localhost\r\nX-Slow: ${'x'.repeat(10_000)}`
  const sockets = await openConnections(port, number)
  for (let at = 0; !end.aborted; at += 1) {
    for (const socket of sockets) if (!socket.destroyed) socket.write(text[at % text.length]!)
    await Bun.sleep(200)
  }
  for (const socket of sockets) socket.destroy()
}
