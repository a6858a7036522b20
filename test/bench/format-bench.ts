/**
 * Table reads in every format beside the JSON of the same rows, in one run: processor time of the server for each page, cold
 * and hot, then whole tables with `limit=all`: megabytes a second of one core, first byte, and what memory grows by.
 * Usage: bun test/bench/format-bench.ts [--data DIR] [--seconds 1] [--rounds 5] [--connections 8]
 */
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Manifest } from '../../src/format/manifest.ts'
import { FORMAT_NAMES, type FormatName } from '../../src/formats/formats.ts'
import { type BenchServer, pinClient, startServer } from './load/bench-server.ts'
import { runLoad } from './load/load-client.ts'
import { pageWorkloads } from './load/page-workloads.ts'

const ROOT = join(import.meta.dir, '../..')
const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: process.env.DATA_DIR ?? join(ROOT, 'dist-data') },
    seconds: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '8' },
  },
})
const dataDir = resolve(options.data)
const rounds = Number(options.rounds)
const print = (line: string): void => void process.stdout.write(`${line}\n`)

const PAGES: readonly string[] = ['hot page', 'random pages, default columns', 'random pages, 1 to 12 columns']
/** JSON has no `limit=all`: the same rows are read in pages of as many. */
const JSON_PAGE_ROWS = 1000

function inFormat(path: string, format: FormatName): string {
  return `${path}${path.includes('?') ? '&' : '?'}format=${format}`
}

/** Microseconds of the server's processor time for each answer; the least of all rounds, which other load distorts least. */
async function pageCosts(server: BenchServer, paths: readonly string[]): Promise<ReadonlyMap<FormatName, number>> {
  const costs = new Map<FormatName, number>()
  const measuredMs = Number(options.seconds) * 1000
  for (let round = 0; round <= rounds; round += 1)
    for (const format of FORMAT_NAMES) {
      const before = await server.cpuMs()
      const { answers } = await runLoad({
        port: server.port,
        paths: paths.map((path) => inFormat(path, format)),
        connections: Number(options.connections),
        warmUpMs: measuredMs / 4,
        measuredMs,
      })
      const cost = (((await server.cpuMs()) - before) * 1000) / answers
      // The first round warms the server up. A thread that ends takes its time along.
      if (round > 0 && cost > 0) costs.set(format, Math.min(cost, costs.get(format) ?? Number.POSITIVE_INFINITY))
    }
  return costs
}

interface Whole {
  readonly bytes: number
  readonly cpuMs: number
  readonly firstMs: number
}

/** Reads addresses one after the other, to their ends. */
async function readAll(server: BenchServer, paths: readonly string[]): Promise<Whole> {
  const cpuBefore = await server.cpuMs()
  const start = performance.now()
  let firstMs = Number.NaN
  let bytes = 0
  for (const path of paths) {
    const { body, status } = await fetch(`http://127.0.0.1:${server.port}${path}`, { decompress: false })
    if (status !== 200 || body === null) throw new Error(`${path}: status ${status}`)
    for await (const chunk of body) {
      if (bytes === 0) firstMs = performance.now() - start
      bytes += chunk.byteLength
    }
  }
  return { bytes, cpuMs: (await server.cpuMs()) - cpuBefore, firstMs }
}

async function wholeTables(server: BenchServer, rows: number, columns: string): Promise<void> {
  const pages = Array.from(
    { length: Math.ceil(rows / JSON_PAGE_ROWS) },
    (_, i) => `/rest/exoplanets?limit=${JSON_PAGE_ROWS}&page=${i + 1}${columns}`,
  )
  const best = new Map<FormatName, Whole>()
  const before = await server.memoryMb()
  let peak = before.anonymous
  for (let round = 0; round <= rounds; round += 1)
    for (const format of FORMAT_NAMES) {
      const paths = format === 'json' ? pages : [`/rest/exoplanets?limit=all&format=${format}${columns}`]
      const whole = await readAll(server, paths)
      peak = Math.max(peak, (await server.memoryMb()).anonymous)
      const known = best.get(format)
      if (round === 0) continue
      best.set(format, {
        bytes: whole.bytes,
        cpuMs: Math.min(whole.cpuMs, known?.cpuMs ?? Number.POSITIVE_INFINITY),
        firstMs: Math.min(whole.firstMs, known?.firstMs ?? Number.POSITIVE_INFINITY),
      })
    }
  const json = best.get('json')!
  for (const [format, { bytes, cpuMs, firstMs }] of best)
    print(
      `  ${format.padEnd(8)} ${(bytes / 1e6).toFixed(1)} MB, ${(bytes / 1e3 / cpuMs).toFixed(0)} MB/s of one core, ` +
        `first byte ${firstMs.toFixed(1)} ms, ${(cpuMs / json.cpuMs).toFixed(2)} of the processor time of JSON`,
    )
  print(
    `  memory that is not mapped files: ${before.anonymous.toFixed(0)} MB before, at most ${peak.toFixed(0)} MB between reads`,
  )
}

const manifest: Manifest = await Bun.file(join(dataDir, 'manifest.json')).json()
const { rows, columns } = manifest.tables.exoplanets
print(`exoplanets ${rows} x ${columns.length}, Bun ${Bun.version}`)
pinClient()
const main = join(ROOT, 'src/main.ts')
const env = { DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn' }
const hot = await startServer(main, [], env)
// Too small for the pages of a workload: each request finds its page gone again.
const cold = await startServer(main, [], { ...env, CACHE_MB: '1' })
try {
  for (const { name, paths, isCold } of pageWorkloads(manifest).filter((workload) => PAGES.includes(workload.name))) {
    const costs = await pageCosts(isCold ? cold : hot, paths)
    const json = costs.get('json')!
    const figures = [...costs].map(([format, us]) => `${format} ${us.toFixed(1)} µs (${(us / json).toFixed(2)})`)
    print(`${name}: ${figures.join(', ')}`)
  }
  for (const [what, query] of [
    ['default columns', ''],
    ['all columns', '&columns=*'],
  ] as const) {
    print(`whole table, ${what}; JSON in pages of ${JSON_PAGE_ROWS}:`)
    await wholeTables(cold, rows, query)
  }
} finally {
  await hot.stop()
  await cold.stop()
}
