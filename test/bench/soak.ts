/**
 * A long run at half of the rate that saturates: the mix of mixed-bench.ts, hostile SQL sprinkled in, a switch to another
 * snapshot in the middle, a killed SQL process after that. Ends with 1 if any answer had an unexpected status, or memory
 * did not stay flat.
 * Usage: bun run soak [--archive DIR] [--minutes 10] [--connections 16] [--servers 1]
 */
import { cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { engineProcesses } from '../fixtures/processes/engine-processes.ts'
import { descendants, privateBytes } from '../fixtures/processes/process-tree.ts'
import { publishArchive } from '../fixtures/snapshots/publish-archive.ts'
import { HOSTILE } from '../fixtures/values/hostile-sql.ts'
import { startServer } from './load/bench-server.ts'
import { kindLines, MIX_CACHE_MB, mixOf, runMixedLoad } from './load/mixed-load.ts'

const ROOT = join(import.meta.dir, '../..')
const { values: options } = parseArgs({
  options: {
    archive: { type: 'string', default: join(ROOT, 'archive/sample') },
    minutes: { type: 'string', default: '10' },
    connections: { type: 'string', default: '16' },
    servers: { type: 'string', default: '1' },
  },
})
const connections = Number(options.connections)
const measuredMs = Number(options.minutes) * 60_000
const SATURATION_MS = 15_000
const HOSTILE_PAUSE_MS = 5_000
/** Looking costs the load generator some milliseconds, which count as the server's. */
const SAMPLE_PAUSE_MS = 10_000
/** Short, so that hostile queries of ten minutes are many. */
const SQL_TIMEOUT_MS = '3000'
/** What a hostile query may end with. */
const ENDS: ReadonlySet<number> = new Set([200, 400, 408, 503])
/** Memory may differ so much between two stretches of a flat run: a cache that fills, an SQL process that comes or goes. */
const FLAT_FACTOR = 1.2
const FLAT_SPARE_MB = 64
const MIB = 1_048_576

const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** The archive as it might be a week later: some rows of hosts fewer, and of another date. */
async function laterArchive(archive: string, work: string): Promise<string> {
  const later = join(work, 'later')
  await cp(archive, later, { recursive: true })
  const columns = join(archive, '../columns.csv')
  if (!(await Bun.file(join(later, 'columns.csv')).exists()) && (await Bun.file(columns).exists()))
    await cp(columns, join(later, 'columns.csv'))
  const hosts = join(later, 'stellarhosts.csv')
  const lines = (await Bun.file(hosts).text()).split('\n')
  await Bun.write(hosts, `${lines.slice(0, -20).join('\n')}\n`)
  const provenance = { source: 'The soak test', fetchedAt: '2026-02-03' }
  await Bun.write(join(later, 'provenance.json'), JSON.stringify(provenance))
  return later
}

const work = await mkdtemp(join(tmpdir(), 'soak-'))
const [dataDir, laterDir] = [join(work, 'data'), join(work, 'later-data')]
const archive = resolve(options.archive)
const before = await publishArchive(archive, dataDir)
const after = await publishArchive(await laterArchive(archive, work), laterDir)
const requests = await mixOf(dataDir, laterDir)
const env = {
  DATA_DIR: dataDir,
  HOST: '127.0.0.1',
  PORT: '0',
  SERVERS: options.servers,
  SQL_TIMEOUT_MS,
  CACHE_MB: MIX_CACHE_MB,
  LOG_LEVEL: 'error',
  // As `bun run start` starts it: long SQL makes long addresses.
  BUN_OPTIONS: '--max-http-header-size=65536',
}
const server = await startServer(join(ROOT, 'src/main.ts'), [], env, false)
const { port, pid } = server
const startMs = performance.now()
const elapsedS = (): string => ((performance.now() - startMs) / 1000).toFixed(0)

const saturated = await runMixedLoad({ port, requests, connections, warmUpMs: SATURATION_MS / 2, measuredMs: SATURATION_MS }) // biome-ignore format: a call
const perSecond = saturated.requestsPerSecond / 2
print(`saturation at ${saturated.requestsPerSecond.toFixed(0)} per second (p99 ${saturated.all.percentileMs(0.99).toFixed(1)} ms); ${options.minutes} minutes at ${perSecond.toFixed(0)}`) // biome-ignore format: a line

/** Private memory of the servers and of their SQL processes, in MB. */
function memoryMb(): { readonly servers: number; readonly sql: number } {
  const all = [pid, ...descendants(pid)]
  const ofSql = new Set(engineProcesses(pid, all).map((engine) => engine.pid))
  return { servers: privateBytes(all.filter((one) => !ofSql.has(one))) / MIB, sql: privateBytes([...ofSql]) / MIB }
}

let isRunning = true
const samples: number[] = []
async function sampleMemory(): Promise<void> {
  for (let count = 0; isRunning; count += 1) {
    const { servers, sql } = memoryMb()
    samples.push(servers)
    if (count % 6 === 0) print(`${elapsedS()} s: servers ${servers.toFixed(0)} MB, SQL processes ${sql.toFixed(0)} MB`)
    await Bun.sleep(SAMPLE_PAUSE_MS)
  }
}

const hostileEnds = new Map<number, number>()
const unexpected: string[] = []
async function sendHostile(): Promise<void> {
  const names = Object.keys(HOSTILE)
  for (let index = 0; isRunning; index += 1) {
    const name = names[index % names.length]!
    const url = `http://127.0.0.1:${port}/rest/query?sql=${encodeURIComponent(HOSTILE[name]!)}`
    const status = await fetch(url).then(
      async (response) => {
        await response.arrayBuffer()
        return response.status
      },
      () => 0,
    )
    hostileEnds.set(status, (hostileEnds.get(status) ?? 0) + 1)
    // 500 is counted: the killed process may have been at this query.
    if (!ENDS.has(status) && status !== 500) unexpected.push(`hostile SQL "${name}" ended with ${status}`)
    await Bun.sleep(HOSTILE_PAUSE_MS)
  }
}

const servedId = async (): Promise<string> =>
  Object(await (await fetch(`http://127.0.0.1:${port}/health`)).json()).snapshot.id

async function switchSnapshot(): Promise<void> {
  await Bun.sleep(measuredMs / 2)
  const noticedMs = performance.now()
  // The files first, the manifest last: as a build publishes.
  await cp(laterDir, dataDir, { recursive: true, filter: (path) => !path.endsWith('manifest.json') })
  await cp(join(laterDir, 'manifest.json'), join(dataDir, 'manifest.json.tmp'))
  await rename(join(dataDir, 'manifest.json.tmp'), join(dataDir, 'manifest.json'))
  while ((await servedId()) !== after.snapshotId && isRunning) await Bun.sleep(50)
  print(`${elapsedS()} s: from snapshot ${before.snapshotId} to ${after.snapshotId} in ${(performance.now() - noticedMs).toFixed(0)} ms`) // biome-ignore format: a line
}

async function killSqlProcess(): Promise<void> {
  await Bun.sleep(measuredMs * 0.75)
  const [engine] = engineProcesses(pid)
  if (engine === undefined) unexpected.push('there is no SQL process to kill')
  else process.kill(engine.pid, 'SIGKILL')
  print(`${elapsedS()} s: SQL process ${engine?.pid} killed`)
}

const side = [sampleMemory(), sendHostile(), switchSnapshot(), killSqlProcess()]
const result = await runMixedLoad({ port, requests, connections, warmUpMs: 0, measuredMs, perSecond })
isRunning = false
await Promise.all(side)
const finalId = await servedId()
if (finalId !== after.snapshotId) unexpected.push(`the server still serves ${finalId}`)
await server.stop()
await rm(work, { recursive: true })

/** Half of the samples' middle values: a peak of a moment is no growth. */
function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}
const quarter = samples.length >> 2
const [early, late] = [medianOf(samples.slice(quarter, 2 * quarter)), medianOf(samples.slice(-quarter))]
const isFlat = late < early * FLAT_FACTOR + FLAT_SPARE_MB

// The killed process costs the query that it was running, and nothing else.
const isLost = (what: string): boolean => / 500 \/rest\/query/.test(what)
const lost = [...result.unexpected].reduce(
  (sum, [what, count]) => sum + (isLost(what) ? count : 0),
  hostileEnds.get(500) ?? 0,
)
print(`queries lost with the killed SQL process: ${lost}`)
for (const [what, count] of result.unexpected) if (lost > 1 || !isLost(what)) unexpected.push(`${count} x ${what}`)
if (lost > 1) unexpected.push(`${lost} queries ended with 500`)

print(`\n${result.answers} responses at ${result.requestsPerSecond.toFixed(0)} per second, p50 ${result.all.percentileMs(0.5).toFixed(2)} ms, p99 ${result.all.percentileMs(0.99).toFixed(2)} ms`) // biome-ignore format: a line
for (const line of kindLines(result)) print(line)
print(`hostile SQL: ${[...hostileEnds].map(([status, count]) => `${count} x ${status}`).join(', ')}`)
print(`memory of the servers: ${early.toFixed(0)} MB in the second quarter, ${late.toFixed(0)} MB in the last: ${isFlat ? 'flat' : 'GROWING'}`) // biome-ignore format: a line
for (const what of unexpected) print(`UNEXPECTED ${what}`)
print(unexpected.length === 0 ? 'no unexpected status' : `${unexpected.length} unexpected`)
process.exit(unexpected.length === 0 && isFlat ? 0 : 1)
