import { originLoad, serversFor, waitingMs } from './capacity-model.ts'

/**
 * `bun run bench:capacity`: what a rate of requests takes, with and without a CDN, by the model of `capacity-model.ts`. The table
 * is that of docs/operations.md.
 */

/** Requests per second. */
const RATES = [10, 100, 1_000, 10_000]
/** How unequally often things are asked for: 1 is Zipf's law, less is more equal, and worse for caches. */
const EXPONENT = 0.9
/** Caches of the CDN that do not share their copies. */
const CACHES = [0, 1, 20]

function row(rate: number, caches: number): string {
  const load = originLoad(rate, EXPONENT, caches)
  const servers = serversFor(load)
  const wait = waitingMs(rate, EXPONENT, caches, servers, 0.99, Math.max(5, 5_000 / rate))
  return `| ${[
    rate.toLocaleString('en'),
    caches === 0 ? 'none' : caches,
    `${Math.round(100 * load.hitRate)} %`,
    load.requests < 10 ? load.requests.toFixed(1) : Math.round(load.requests).toLocaleString('en'),
    load.cores.toFixed(2),
    servers,
    wait < 0.05 ? '0 ms' : `${wait.toFixed(1)} ms`,
    `${((load.originBytes * 86_400) / 1e9).toFixed(1)} GB`,
    `${((load.cdnBytes * 86_400) / 1e9).toFixed(1)} GB`,
  ].join(' | ')} |`
}

/** The table of all cases. */
export function capacityTable(): string {
  const head =
    '| Requests per second | CDN caches | Answered by the CDN | Requests per second at the servers | Cores in use | Servers of 2 cores | Wait for a core, p99 | Leaves the servers per day | Leaves the service per day |'
  return [
    head,
    '|---|---|---|---|---|---|---|---|---|',
    ...RATES.flatMap((rate) => CACHES.map((caches) => row(rate, caches))),
  ].join('\n')
}

if (import.meta.main) process.stdout.write(`${capacityTable()}\n`)
