/**
 * A service under siege, on this machine only: endless queries of one client, long ones of others, clients that read
 * nothing, slow writers, idle connections, SQL processes that are killed and stopped, a build that runs out of disk, a switch
 * of snapshots; then a server that may open few files. Pages, short queries and long ones must go on. Ends with 1 where a
 * status is unexpected, pages take too long, or memory does not come back.
 *
 * The besieging clients run in a process of their own with low priority: on other machines they would not take the processor
 * from the server. Still they, the SQL processes and whatever else runs share this machine with it. So pages are compared with
 * a bare server that answers with the same bytes, and is asked in turn with them: what both suffer is the machine's doing,
 * what only pages suffer is the service's. Pages take too long where the 99th percentile is more than twice that of pages
 * before the siege and more than twice that of the bare server under it.
 * Usage: bun run siege [--archive DIR] [--seconds 600]
 */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { NICENESS } from '../../src/sql/protocol/frames.ts'
import { engineProcesses } from '../fixtures/processes/engine-processes.ts'
import { descendants, privateBytes } from '../fixtures/processes/process-tree.ts'
import { startServer as startLimited } from '../fixtures/servers/test-server.ts'
import { publishArchive } from '../fixtures/snapshots/publish-archive.ts'
import { type BenchServer, startServer } from './load/bench-server.ts'
import { startCrowd } from './load/crowd.ts'
import { askLong, askShort, openConnections, readPages, Tally } from './load/siege-actors.ts'

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
const LONG_CLIENTS = 5
const ENDLESS = [2, 4, 8, 200] as const
/** How much longer a page may take under siege than before, or than a bare server. */
const PAGE_FACTOR = 2
const SQL_TIMEOUT_MS = 5_000
/** A long query that alone takes more than this share of its time is not expected to end under siege. */
const LONG_SHARE = 0.1
const MEMORY_FACTOR = 1.3
const MEMORY_SPARE_MB = 96
/** Surplus SQL processes and kept connections go within this time. */
const COOL_MS = 15_000

const print = (line: string): void => void process.stdout.write(`${line}\n`)
const printLoad = (): void => print(`load         ${loadavg()[0]!.toFixed(1)} of ${availableParallelism()} cores`)
const faults: string[] = []
const check = (isRight: boolean, fault: string): void => {
  if (!isRight) faults.push(fault)
}

/** Lets pages and short queries be asked for a time. */
async function measure(
  base: string,
  ms: number,
): Promise<{ readonly pages: Tally; readonly bare: Tally; readonly short: Tally }> {
  const [pages, bare, short] = [new Tally(), new Tally(), new Tally()]
  const end = AbortSignal.timeout(ms)
  await Promise.all([readPages(base, bareBase, { pages, bare }, end), askShort(base, short, end)])
  return { pages, bare, short }
}

function checkStatuses(what: string, tally: Tally, expected: readonly string[]): void {
  const others = [...tally.statuses.keys()].filter((status) => !expected.includes(status.split(' ')[0]!))
  check(
    others.length === 0,
    `${what}: ${others.map((status) => `${tally.statuses.get(status)} × ${status}`).join(', ')}`,
  )
}

const memoryMb = (pid: number): number => privateBytes([pid, ...descendants(pid)]) / 1_048_576

const TROUBLE_MS = 5_000

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
    await Bun.sleep(TROUBLE_MS)
  }
}

/** Builds a snapshot in a process of its own, with the priority that deploy/systemd gives to a refresh. */
async function build(archive: string, dataDir: string, prefix: readonly string[] = []): Promise<boolean> {
  const nice = Bun.which('nice')
  const lowered = nice === null ? [] : [nice, '-n', String(NICENESS)]
  const command = [...lowered, ...prefix, process.execPath, join(ROOT, 'build/main.ts')]
  const child = Bun.spawn([...command, '--archive', archive, '--data', dataDir], { stdout: 'ignore', stderr: 'ignore' })
  return (await child.exited) === 0
}

/** A build that cannot write files of more than a quarter of a MiB, as on a full disk: it must fail and leave no trace. */
async function buildOnFullDisk(archive: string, dataDir: string): Promise<void> {
  const isDone = await build(archive, dataDir, ['sh', '-c', 'ulimit -f 512; trap "" XFSZ; exec "$@"', 'sh'])
  check(!isDone, 'a build on a full disk says that it succeeded')
}

async function besiege(
  base: string,
  server: BenchServer,
  ms: number,
  dataDir: string,
  laterArchive: string,
  longAloneMs: number,
): Promise<{ readonly pages: number; readonly bare: number }> {
  const crowd = await startCrowd(server.port, {
    endless: 8,
    long: LONG_CLIENTS,
    silent: SILENT_READERS,
    idle: IDLE_CONNECTIONS,
    slow: SLOW_WRITERS,
  })
  const end = new AbortController()
  const trouble = troubleEngines(server.pid, end.signal)
  const switching = (async () => {
    await Bun.sleep(ms / 4)
    await buildOnFullDisk(laterArchive, dataDir)
    await Bun.sleep(ms / 4)
    check(await build(laterArchive, dataDir), 'a build during the siege fails')
  })()
  const { pages, bare, short } = await measure(base, ms)
  await switching
  end.abort()
  const { endless, long, connections } = await crowd.leave()
  await trouble
  print(`under siege  pages ${pages}`)
  print(`             bare server ${bare}`)
  print(`             short queries ${short}`)
  print(`             long queries of ${LONG_CLIENTS} others ${long}`)
  print(`             endless queries ${endless}; ${connections} connections that send nothing or read nothing`)
  checkStatuses('pages under siege', pages, ['200'])
  // A query whose process is killed twice may be told to come back.
  checkStatuses('short queries under siege', short, ['200', '503'])
  // A long one is more likely to meet two kills; on a busy machine its time runs out.
  checkStatuses('long queries under siege', long, ['200', '408', '503', 'left'])
  const isJudged = longAloneMs < LONG_SHARE * SQL_TIMEOUT_MS
  if (isJudged) check((long.statuses.get('200') ?? 0) > 0, 'no long query returned a result')
  else print('             the machine is too busy to expect results of long queries')
  checkStatuses('endless queries', endless, ['408', '503', 'left'])
  return { pages: pages.percentile(0.99), bare: bare.percentile(0.99) }
}

/** Says how long pages took beside the two yardsticks. */
function checkPages(
  quiet: { readonly pages: Tally; readonly bare: Tally },
  siege: { pages: number; bare: number },
): void {
  const [quietPages, quietBare] = [quiet.pages.percentile(0.99), quiet.bare.percentile(0.99)]
  const times = (a: number, b: number): string => `${(a / b).toFixed(2)} times`
  print(
    `pages p99    ${siege.pages.toFixed(1)} ms under siege: ${times(siege.pages, quietPages)} that of before, ${times(siege.pages, siege.bare)} that of a bare server (before: ${times(quietPages, quietBare)})`,
  )
  const most = PAGE_FACTOR * Math.max(quietPages, siege.bare)
  check(siege.pages <= most, `pages: p99 ${siege.pages.toFixed(1)} ms under siege, at most ${most.toFixed(1)} ms`)
}

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
    checkStatuses('pages after a lack of file descriptors', pages, ['200'])
    checkStatuses('short queries after a lack of file descriptors', short, ['200'])
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
    SQL_TIMEOUT_MS: String(SQL_TIMEOUT_MS),
    SQL_PROCESSES: '2',
    LOG_LEVEL: 'error',
  },
  false,
)
const base = `http://127.0.0.1:${server.port}`
const page = join(work, 'page.json')
await Bun.write(page, await (await fetch(`${base}/rest/exoplanets?limit=25`)).bytes())
const bareServer = await startServer(join(import.meta.dir, 'load/bare-server.ts'), [page], {}, false)
const bareBase = `http://127.0.0.1:${bareServer.port}/`
try {
  printLoad()
  await measure(base, Math.min(3_000, totalMs / 10))
  const before = memoryMb(server.pid)
  const quiet = await measure(base, totalMs / 6)
  print(`quiet        pages ${quiet.pages}`)
  print(`             bare server ${quiet.bare}`)
  print(`             short queries ${quiet.short}`)
  const longAlone = new Tally()
  await askLong(base, 1, longAlone, AbortSignal.timeout(totalMs / 20))
  print(`             long queries, one at a time ${longAlone}`)
  for (const number of ENDLESS) {
    const crowd = await startCrowd(server.port, { endless: number })
    const { short } = await measure(base, totalMs / 12)
    await crowd.leave()
    print(`${String(number).padStart(3)} endless  short queries of another client ${short}`)
    checkStatuses(`short queries next to ${number} endless ones`, short, ['200'])
  }
  checkPages(quiet, await besiege(base, server, totalMs / 2, dataDir, laterArchive, longAlone.percentile(1)))
  await Bun.sleep(COOL_MS)
  printLoad()
  const after = memoryMb(server.pid)
  print(`memory       ${before.toFixed(0)} MB before, ${after.toFixed(0)} MB after`)
  check(
    after <= before * MEMORY_FACTOR + MEMORY_SPARE_MB,
    `memory: ${before.toFixed(0)} MB before, ${after.toFixed(0)} MB after`,
  )
  await starve(dataDir)
} finally {
  await server.stop()
  await bareServer.stop()
  await rm(work, { recursive: true, force: true })
}
for (const fault of faults) print(`ERROR ${fault}`)
process.exit(faults.length === 0 ? 0 : 1)
