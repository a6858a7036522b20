/**
 * A service under siege, on this machine only: endless queries of one client, clients that read nothing, slow writers, idle
 * connections, SQL processes that are killed and stopped, a build that runs out of disk, a switch of snapshots; then a
 * server that may open few files. Pages and the short queries of another client must go on. Ends with 1 where a status is
 * unexpected, pages take more than twice as long as without all that, or memory does not come back.
 * Usage: bun run siege [--archive DIR] [--seconds 600]
 */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { engineProcesses } from '../fixtures/processes/engine-processes.ts'
import { descendants, privateBytes } from '../fixtures/processes/process-tree.ts'
import { startServer as startLimited } from '../fixtures/servers/test-server.ts'
import { publishArchive } from '../fixtures/snapshots/publish-archive.ts'
import { type BenchServer, startServer } from './bench-server.ts'
import { askEndless, askShort, openConnections, readPages, Tally, writeSlowly } from './siege-actors.ts'

const ROOT = join(import.meta.dir, '../..')
const { values: options } = parseArgs({
  options: {
    archive: { type: 'string', default: join(ROOT, 'archive/sample') },
    seconds: { type: 'string', default: '600' },
  },
})
const totalMs = Number(options.seconds) * 1_000
const archive = resolve(options.archive)
const IDLE_CONNECTIONS = 2_000
const SILENT_READERS = 20
const SLOW_WRITERS = 20
const ENDLESS = [2, 4, 8, 200] as const
/** How much longer a page may take under siege. */
const PAGE_FACTOR = 2
/** Pages take so little that the time of the load generator would decide below this. */
const PAGE_SPARE_MS = 10
const MEMORY_FACTOR = 1.3
const MEMORY_SPARE_MB = 96
/** Surplus SQL processes and kept connections go within this time. */
const COOL_MS = 15_000

const print = (line: string): void => void process.stdout.write(`${line}\n`)
const faults: string[] = []
const check = (isRight: boolean, fault: string): void => {
  if (!isRight) faults.push(fault)
}

/** Lets pages and short queries be asked for a time. */
async function measure(base: string, ms: number): Promise<{ readonly pages: Tally; readonly short: Tally }> {
  const [pages, short] = [new Tally(), new Tally()]
  const end = AbortSignal.timeout(ms)
  await Promise.all([readPages(base, pages, end), askShort(base, short, end)])
  return { pages, short }
}

function checkStatuses(what: string, tally: Tally, expected: readonly string[]): void {
  const others = [...tally.statuses.keys()].filter((status) => !expected.includes(status))
  check(
    others.length === 0,
    `${what}: ${others.map((status) => `${tally.statuses.get(status)} × ${status}`).join(', ')}`,
  )
}

const memoryMb = (pid: number): number => privateBytes([pid, ...descendants(pid)]) / 1_048_576

/** Kills one SQL process and stops another, over and over. */
async function troubleEngines(pid: number, end: AbortSignal): Promise<void> {
  for (let i = 0; !end.aborted; i += 1) {
    const engines = engineProcesses(pid)
    const victim = engines[i % Math.max(1, engines.length)]
    try {
      if (victim !== undefined) process.kill(victim.pid, i % 2 === 0 ? 'SIGKILL' : 'SIGSTOP')
    } catch {
      // It has just ended.
    }
    await Bun.sleep(2_000)
  }
}

/** A build that may write no file of more than a quarter of a MiB, as on a full disk: it must fail and leave no trace. */
async function buildOnFullDisk(archive: string, dataDir: string): Promise<void> {
  const build = [
    'sh',
    '-c',
    'ulimit -f 512; trap "" XFSZ; exec "$@"',
    'sh',
    process.execPath,
    join(ROOT, 'build/main.ts'),
  ]
  const child = Bun.spawn([...build, '--archive', archive, '--data', dataDir], { stdout: 'ignore', stderr: 'ignore' })
  check((await child.exited) !== 0, 'a build on a full disk says that it succeeded')
}

async function besiege(
  base: string,
  server: BenchServer,
  ms: number,
  dataDir: string,
  laterArchive: string,
): Promise<void> {
  const leave = new AbortController()
  const endless = new Tally()
  const long = encodeURIComponent('SELECT a.*, b.pl_name AS other FROM exoplanets a, exoplanets b')
  const readNothing = `GET /rest/query?limit=10000&sql=${long} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 192.0.2.77\r\n\r\n`
  const silent = await openConnections(server.port, SILENT_READERS, readNothing)
  const idle = await openConnections(server.port, IDLE_CONNECTIONS)
  const actors = [
    askEndless(base, 8, endless, leave.signal),
    writeSlowly(server.port, SLOW_WRITERS, leave.signal),
    troubleEngines(server.pid, leave.signal),
  ]
  const switching = (async () => {
    await Bun.sleep(ms / 4)
    await buildOnFullDisk(laterArchive, dataDir)
    await Bun.sleep(ms / 4)
    await publishArchive(laterArchive, dataDir)
  })()
  const { pages, short } = await measure(base, ms)
  await switching
  leave.abort(new Error('left'))
  for (const socket of [...silent, ...idle]) socket.destroy()
  await Promise.all(actors)
  print(`under siege  pages ${pages}`)
  print(`             short queries ${short}`)
  print(`             endless queries ${endless}; ${idle.length} idle connections`)
  checkStatuses('pages under siege', pages, ['200'])
  // A query whose process is killed twice may be told to come back.
  checkStatuses('short queries under siege', short, ['200', '503'])
  checkStatuses('endless queries', endless, ['408', '503', 'left'])
  siegePage.p99 = pages.percentile(0.99)
}
const siegePage = { p99: Number.NaN }

/** A server that may open few files, more connections than that, and a client whose connection is kept. */
async function starve(dataDir: string): Promise<void> {
  const prefix = ['sh', '-c', 'ulimit -n 256; exec "$@"', 'sh']
  const server = await startLimited({ DATA_DIR: dataDir, TRUSTED_PROXIES: '127.0.0.1' }, [], prefix)
  try {
    const [first] = await openConnections(server.port, 1)
    const idle = await openConnections(server.port, 500)
    await Bun.sleep(2_000)
    for (const { pid } of engineProcesses(server.pid)) process.kill(pid, 'SIGKILL')
    await Bun.sleep(2_000)
    const { promise, resolve: heard } = Promise.withResolvers<string>()
    first?.on('data', (data) => heard(String(data).slice(9, 12)))
    first?.resume()
    first?.write('GET /rest/exoplanets?limit=1 HTTP/1.1\r\nHost: localhost\r\n\r\n')
    const status = await Promise.race([promise, Bun.sleep(5_000).then(() => 'nothing')])
    check(status === '200', `a page of a server without file descriptors: ${status}`)
    for (const socket of idle) socket.destroy()
    await Bun.sleep(COOL_MS)
    const { pages, short } = await measure(server.url, 2_000)
    checkStatuses('pages after want of file descriptors', pages, ['200'])
    checkStatuses('short queries after want of file descriptors', short, ['200'])
    print(`256 files    page on a kept connection ${status}; afterwards short queries ${short}`)
    first?.destroy()
  } finally {
    await server.stop()
  }
}

const work = await mkdtemp(join(tmpdir(), 'siege-'))
const [dataDir, laterArchive] = [join(work, 'data'), join(work, 'later')]
await publishArchive(archive, dataDir)
await cp(archive, laterArchive, { recursive: true })
const hosts = (await Bun.file(join(archive, 'stellarhosts.csv')).text()).split('\n')
await Bun.write(join(laterArchive, 'stellarhosts.csv'), `${hosts.slice(0, -20).join('\n')}\n`)
const server = await startServer(
  join(ROOT, 'src/main.ts'),
  [],
  {
    PORT: '0',
    DATA_DIR: dataDir,
    TRUSTED_PROXIES: '127.0.0.1',
    SQL_TIMEOUT_MS: '5000',
    SQL_PROCESSES: '2',
    LOG_LEVEL: 'error',
  },
  false,
)
const base = `http://127.0.0.1:${server.port}`
try {
  await measure(base, Math.min(3_000, totalMs / 10))
  const before = memoryMb(server.pid)
  const quiet = await measure(base, totalMs / 6)
  print(`quiet        pages ${quiet.pages}`)
  print(`             short queries ${quiet.short}`)
  for (const number of ENDLESS) {
    const leave = new AbortController()
    const endless = new Tally()
    const asking = askEndless(base, number, endless, leave.signal)
    const { short } = await measure(base, totalMs / 12)
    leave.abort(new Error('left'))
    await asking
    print(`${String(number).padStart(3)} endless  short queries of another client ${short}`)
    checkStatuses(`short queries beside ${number} endless ones`, short, ['200'])
  }
  await besiege(base, server, totalMs / 2, dataDir, laterArchive)
  const most = Math.max(PAGE_FACTOR * quiet.pages.percentile(0.99), quiet.pages.percentile(0.99) + PAGE_SPARE_MS)
  check(siegePage.p99 <= most, `pages: p99 ${siegePage.p99.toFixed(1)} ms under siege, at most ${most.toFixed(1)} ms`)
  await Bun.sleep(COOL_MS)
  const after = memoryMb(server.pid)
  print(`memory       ${before.toFixed(0)} MB before, ${after.toFixed(0)} MB after`)
  check(
    after <= before * MEMORY_FACTOR + MEMORY_SPARE_MB,
    `memory: ${before.toFixed(0)} MB before, ${after.toFixed(0)} MB after`,
  )
  await starve(dataDir)
} finally {
  await server.stop()
  await rm(work, { recursive: true, force: true })
}
for (const fault of faults) print(`FAULT ${fault}`)
process.exit(faults.length === 0 ? 0 : 1)
