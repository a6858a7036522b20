/**
 * A day's mixed traffic at saturation: 70 % pages (half of them hot), 10 % downloads, 5 % insights, 10 % SQL (half of it
 * never asked before), 5 % wrong requests; beside a bare `Bun.serve` in the same run. Servers and load generator share all
 * cores, so that one and several server processes compare.
 * Usage: bun run bench:mixed [--data DIR] [--seconds 10] [--connections 16] [--servers 1,2]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startServer } from './load/bench-server.ts'
import { type LoadResult, runLoad } from './load/load-client.ts'
import { kindLines, MIX_CACHE_MB, type MixedResult, mixOf, runMixedLoad } from './load/mixed-load.ts'

const ROOT = join(import.meta.dir, '../..')
const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: process.env.DATA_DIR ?? join(ROOT, 'dist-data') },
    seconds: { type: 'string', default: '10' },
    connections: { type: 'string', default: '16' },
    servers: { type: 'string', default: '1,2' },
  },
})
const dataDir = resolve(options.data)
const measuredMs = Number(options.seconds) * 1000
const connections = Number(options.connections)
const print = (line: string): void => void process.stdout.write(`${line}\n`)

function rate(perSecond: number, p50Ms: number, p99Ms: number, bytes: number): string {
  return `${perSecond.toFixed(0)} per second, p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms, ${bytes} bytes per response`
}

function rateOfMix({ requestsPerSecond, all, bytesPerAnswer }: MixedResult): string {
  return rate(requestsPerSecond, all.percentileMs(0.5), all.percentileMs(0.99), bytesPerAnswer)
}

function rateOfBare({ requestsPerSecond, p50Ms, p99Ms, bytesPerAnswer }: LoadResult): string {
  return rate(requestsPerSecond, p50Ms, p99Ms, bytesPerAnswer)
}

async function bare(bytes: number): Promise<LoadResult> {
  const work = await mkdtemp(join(tmpdir(), 'mixed-bench-'))
  await Bun.write(join(work, 'body'), 'x'.repeat(bytes))
  const server = await startServer(join(import.meta.dir, 'load/bare-server.ts'), [join(work, 'body')], {}, false)
  const result = await runLoad({ port: server.port, paths: ['/'], connections, warmUpMs: measuredMs / 4, measuredMs: measuredMs / 2 }) // biome-ignore format: a call
  await server.stop()
  await rm(work, { recursive: true })
  return result
}

const mix = await mixOf(dataDir)
/** New SQL has its own processes, and with closed loops the mix is as fast as they are: the rest shows the servers. */
const mixes = { 'the whole mix': mix, 'the mix without new SQL': mix.filter(({ kind }) => kind !== 'new SQL') }
print(`${availableParallelism()} cores for servers and load generator, ${connections} connections, Bun ${Bun.version}`)
let isUnexpected = false
for (const servers of options.servers.split(',')) {
  const env = {
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: '0',
    SERVERS: servers,
    CACHE_MB: MIX_CACHE_MB,
    LOG_LEVEL: 'warn',
  }
  const server = await startServer(join(ROOT, 'src/main.ts'), [], env, false)
  print('')
  for (const [name, requests] of Object.entries(mixes)) {
    const result = await runMixedLoad({
      port: server.port,
      requests,
      connections,
      warmUpMs: measuredMs / 2,
      measuredMs,
    })
    const yardstick = await bare(result.bytesPerAnswer)
    const share = (result.requestsPerSecond / yardstick.requestsPerSecond).toFixed(2)
    print(`SERVERS=${servers}, ${name}: ${rateOfMix(result)}`)
    print(`  bare Bun.serve: ${rateOfBare(yardstick)}; this server has ${share} of it`)
    for (const line of kindLines(result)) print(line)
    for (const [what, count] of result.unexpected) print(`  UNEXPECTED ${count} x ${what}`)
    isUnexpected ||= result.unexpected.size > 0
  }
  await server.stop()
}
process.exit(isUnexpected ? 1 : 0)
