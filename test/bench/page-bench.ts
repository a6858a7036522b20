/**
 * Table reads under load, beside two yardsticks in the same run: a bare `Bun.serve` with a body of the same size from
 * memory, and the obvious implementation (Elysia, sql.js, a SELECT per request). Servers run on one core, the load
 * generator on another; each round measures all of them in turn, and medians are compared.
 * Usage: bun run bench [--data DIR] [--seconds 2] [--rounds 3] [--connections 16] [--only WORDS]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Manifest } from '../../src/format/manifest.ts'
import { type BenchServer, pinClient, startServer } from './load/bench-server.ts'
import { type LoadResult, runLoad } from './load/load-client.ts'
import { pageWorkloads, type Workload } from './load/page-workloads.ts'

const ROOT = join(import.meta.dir, '../..')
const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: process.env.DATA_DIR ?? join(ROOT, 'dist-data') },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '16' },
    only: { type: 'string', default: '' },
  },
})
const dataDir = resolve(options.data)
const rounds = Number(options.rounds)
const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** Too small for the pages of a workload: each request finds its page gone again. */
const COLD_CACHE_MB = '1'

interface Measured extends LoadResult {
  /** Processor time of the server per answer, in microseconds: what a busy machine does not change. */
  readonly cpuUs: number
}

async function measure(server: BenchServer, paths: readonly string[], share = 1): Promise<Measured> {
  const measuredMs = Number(options.seconds) * 1000 * share
  const cpuBefore = await server.cpuMs()
  const connections = Number(options.connections)
  const result = await runLoad({ port: server.port, paths, connections, warmUpMs: measuredMs / 2, measuredMs })
  return { ...result, cpuUs: (((await server.cpuMs()) - cpuBefore) * 1000) / result.answers }
}

function median(results: readonly Measured[]): Measured {
  return results.toSorted((a, b) => a.requestsPerSecond - b.requestsPerSecond)[results.length >> 1]!
}

async function sameSizedBody(work: string, server: BenchServer, { paths }: Workload): Promise<string> {
  const bodies: Uint8Array[] = []
  for (const path of paths.slice(0, 25))
    bodies.push(await (await fetch(`http://127.0.0.1:${server.port}${path}`)).bytes())
  const file = join(work, 'body.json')
  await Bun.write(file, bodies.toSorted((a, b) => a.byteLength - b.byteLength)[bodies.length >> 1]!)
  return file
}

function describe(label: string, { requestsPerSecond, p50Ms, p99Ms, cpuUs, bytesPerAnswer }: Measured): string {
  const rate = requestsPerSecond < 100 ? requestsPerSecond.toFixed(1) : requestsPerSecond.toFixed(0)
  const times = `p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms`
  return `  ${label.padEnd(12)}${rate.padStart(8)} per second, ${times}, ${cpuUs.toFixed(cpuUs < 100 ? 1 : 0)} us of processor, ${bytesPerAnswer} bytes`
}

async function benchWorkload(workload: Workload, ours: BenchServer, obvious: BenchServer, work: string): Promise<void> {
  const bare = await startServer(join(import.meta.dir, 'load/bare-server.ts'), [
    await sameSizedBody(work, ours, workload),
  ])
  const measured = { ours: [] as Measured[], bare: [] as Measured[], obvious: [] as Measured[] }
  for (let round = 0; round < rounds; round++) {
    measured.ours.push(await measure(ours, workload.paths))
    measured.bare.push(await measure(bare, ['/']))
  }
  if (workload.isOwn !== true) measured.obvious.push(await measure(obvious, workload.paths))
  await bare.stop()
  const [ourResult, bareResult] = [measured.ours, measured.bare].map(median)
  const obviousResult = measured.obvious.length === 0 ? undefined : median(measured.obvious)
  print(workload.name)
  print(describe('this server', ourResult!))
  print(describe('bare', bareResult!))
  if (obviousResult !== undefined) print(describe('obvious', obviousResult))
  const rates = (other: Measured): string => (ourResult!.requestsPerSecond / other.requestsPerSecond).toFixed(2)
  const costs = (other: Measured): string => (other.cpuUs / ourResult!.cpuUs).toFixed(2)
  const beside = (ratio: (other: Measured) => string): string =>
    `${ratio(bareResult!)} of bare${obviousResult === undefined ? '' : ` and ${ratio(obviousResult)} times obvious`}`
  print(`  this server by rate ${beside(rates)}; by processor time ${beside(costs)}\n`)
}

async function memoryLine(label: string, server: BenchServer): Promise<string> {
  const { resident, anonymous } = await server.memoryMb()
  return `memory of ${label}: ${resident.toFixed(0)} MB resident, of which ${anonymous.toFixed(0)} MB are not mapped files`
}

async function main(): Promise<void> {
  const manifest: Manifest = await Bun.file(join(dataDir, 'manifest.json')).json()
  const { exoplanets, stellarhosts } = manifest.tables
  print(
    `exoplanets ${exoplanets.rows} x ${exoplanets.columns.length}, stellarhosts ${stellarhosts.rows} x ${stellarhosts.columns.length}, Bun ${Bun.version}`,
  )
  print(pinClient() ? 'servers on one core, load generator on another' : 'servers and load generator share all cores')
  const work = await mkdtemp(join(tmpdir(), 'page-bench-'))
  const main = join(ROOT, 'src/main.ts')
  const env = { DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0' }
  const hot = await startServer(main, [], env)
  const firstMs = performance.now()
  await (await fetch(`http://127.0.0.1:${hot.port}/rest/exoplanets?sort_by=pl_rade`)).bytes()
  print(
    `start to listening ${hot.startMs.toFixed(0)} ms, first page ${(performance.now() - firstMs).toFixed(1)} ms later\n`,
  )
  const cold = await startServer(main, [], { ...env, CACHE_MB: COLD_CACHE_MB })
  const obvious = await startServer(join(import.meta.dir, 'load/obvious-server.ts'), [dataDir])
  try {
    for (const workload of pageWorkloads(manifest))
      if (workload.name.includes(options.only))
        await benchWorkload(workload, workload.isCold ? cold : hot, obvious, work)
    print(await memoryLine('the server with the default cache', hot))
    print(await memoryLine('the server without a cache', cold))
    print(await memoryLine('the obvious implementation', obvious))
  } finally {
    for (const server of [hot, cold, obvious]) await server.stop()
    await rm(work, { recursive: true })
  }
}

await main()
process.exit(0)
