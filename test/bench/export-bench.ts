/**
 * Exports served by this service and by nginx, side by side: the same bytes, one nginx worker and one server on the same
 * core, wrk on another. Usage: bun test/bench/export-bench.ts [--data DIR] [--seconds 3] [--rounds 5] [--files 500]
 *
 * Each case is measured in turns (this server, nginx, this server, …), so that whatever else the machine does hits both alike. Compared
 * are the medians of the rates, and the least CPU time per request, which other load on the machine distorts least.
 * nginx serves files with sendfile and open_file_cache, gzip_static for the compressed form.
 */
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openSnapshot } from '../../src/store/open-snapshot.ts'

const ROOT = join(import.meta.dir, '../..')
const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: process.env.DATA_DIR ?? join(ROOT, 'dist-data') },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '5' },
    files: { type: 'string', default: '500' },
  },
})
const dataDir = resolve(options.data)
const write = (line: string) => process.stdout.write(`${line}\n`)

interface Target {
  readonly name: string
  readonly port: number
  readonly process: Bun.Subprocess
}

interface Case {
  readonly name: string
  readonly acceptEncoding: string
  readonly script: string
  readonly ours: Target
  readonly yardsticks: readonly Target[]
}

interface Load {
  readonly requestsPerSecond: number
  /** Microseconds of CPU that the server's processes used for one request. */
  readonly cpuUs: number
  readonly p50: string
  readonly p99: string
}

function missingPrograms(): readonly string[] {
  return ['nginx', 'wrk', 'taskset'].filter((program) => Bun.which(program) === null)
}

/** A port that was free a moment ago. */
function freePort(): number {
  const probe = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  const { port } = probe
  probe.stop(true)
  return port
}

/** The same files for nginx, plain and compressed, and the request scripts for wrk. */
async function layOutFiles(work: string, count: number) {
  const snapshot = await openSnapshot(dataDir)
  const names = snapshot.exportNames('exoplanet').filter((name) => !name.includes('/'))
  const step = Math.max(1, Math.floor(names.length / count))
  const chosen = names.filter((_, index) => index % step === 0).slice(0, count)
  const paths: string[] = []
  let plainBytes = 0
  let gzipBytes = 0
  for (const name of chosen) {
    const stored = snapshot.findExport('exoplanet', name, 'json')!
    const [plain, gzip] = [stored.identity(), stored.coded('gzip')]
    plainBytes += plain.byteLength
    gzipBytes += gzip.byteLength
    await Bun.write(join(work, 'both/exoplanets', `${name}.json`), plain)
    await Bun.write(join(work, 'both/exoplanets', `${name}.json.gz`), gzip)
    await Bun.write(join(work, 'gzip/exoplanets', `${name}.json.gz`), gzip)
    paths.push(`/exoplanets/${encodeURIComponent(name)}.json`)
  }
  const script = async (file: string, paths: readonly string[]) => {
    const list = paths.map((path) => JSON.stringify(path)).join(', ')
    await Bun.write(
      join(work, file),
      `local paths = { ${list} }\nlocal n = 0\nrequest = function() n = n + 7919; return wrk.format("GET", paths[n % #paths + 1]) end\n`,
    )
    return join(work, file)
  }
  write(
    `${chosen.length} planets' JSON: on average ${(plainBytes / chosen.length / 1000).toFixed(1)} kB, ` +
      `${(gzipBytes / chosen.length / 1000).toFixed(1)} kB gzipped.`,
  )
  return { one: await script('one.lua', paths.slice(0, 1)), many: await script('many.lua', paths) }
}

async function startNginx(work: string, files: number, gunzip: number): Promise<Bun.Subprocess> {
  const headers = `
      add_header Content-Disposition 'attachment; filename="x.json"';
      add_header Cache-Control "public, max-age=86400, stale-while-revalidate=86400";
      add_header Access-Control-Allow-Origin "*";
      add_header X-Content-Type-Options nosniff;
      add_header Vary Accept-Encoding;`
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${join(work, kind)};`)
    .join(' ')
  await Bun.write(
    join(work, 'nginx.conf'),
    `worker_processes 1; daemon off; pid ${join(work, 'nginx.pid')}; error_log ${join(work, 'error.log')};
events { worker_connections 1024; }
http {
  ${temporary}
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000;
  open_file_cache max=20000 inactive=10m; open_file_cache_valid 10m;
  types { application/json json; text/csv csv; }
  server { listen 127.0.0.1:${files}; root ${join(work, 'both')}; gzip_static on; ${headers} }
  server { listen 127.0.0.1:${gunzip}; root ${join(work, 'gzip')}; gzip_static always; gunzip on; ${headers} }
}
`,
  )
  return Bun.spawn(['taskset', '-c', '0', 'nginx', '-e', join(work, 'error.log'), '-c', join(work, 'nginx.conf')])
}

function startServer(port: number, cacheMb: number): Bun.Subprocess {
  return Bun.spawn(['taskset', '-c', '0', process.execPath, join(ROOT, 'src/main.ts')], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), CACHE_MB: String(cacheMb), LOG_LEVEL: 'warn' },
    stdout: 'ignore',
  })
}

async function waitFor(port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const isUp = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    )
    if (isUp) return
    await Bun.sleep(100)
  }
  throw new Error(`Nothing listens on port ${port}.`)
}

/** Clock ticks of CPU that a process and its children have used; Linux counts 100 a second. */
async function cpuTicks(pid: number): Promise<number> {
  const children = await Bun.file(`/proc/${pid}/task/${pid}/children`).text()
  const ticks = async (of: string | number): Promise<number> => {
    const fields = (await Bun.file(`/proc/${of}/stat`).text()).split(') ')[1]!.split(' ')
    return Number(fields[11]) + Number(fields[12])
  }
  const all = await Promise.all([pid, ...children.split(' ').filter(Boolean)].map(ticks))
  return all.reduce((sum, one) => sum + one, 0)
}

async function load(
  { port, process: server }: Target,
  { script, acceptEncoding }: Case,
  seconds: number,
): Promise<Load> {
  const wrk = ['wrk', '-t1', '-c16', `-d${Math.ceil(seconds)}s`, '--latency', '-s', script]
  const before = await cpuTicks(server.pid)
  const run = Bun.spawn(
    ['taskset', '-c', '1', ...wrk, '-H', `Accept-Encoding: ${acceptEncoding}`, `http://127.0.0.1:${port}/`],
    { stdout: 'pipe' },
  )
  const text = await new Response(run.stdout).text()
  const ticks = (await cpuTicks(server.pid)) - before
  if (/Non-2xx|Socket errors/.test(text)) throw new Error(`Port ${port} did not answer all requests with 200:\n${text}`)
  const field = (pattern: RegExp): string => pattern.exec(text)?.[1] ?? '?'
  return {
    requestsPerSecond: Number(field(/Requests\/sec:\s+([\d.]+)/)),
    cpuUs: (ticks * 10_000) / Number(field(/(\d+) requests in/)),
    p50: field(/^\s+50%\s+(\S+)/m),
    p99: field(/^\s+99%\s+(\S+)/m),
  }
}

function median(loads: readonly Load[]): Load {
  return loads.toSorted((a, b) => a.requestsPerSecond - b.requestsPerSecond)[Math.floor(loads.length / 2)]!
}

async function measure(test: Case): Promise<void> {
  const targets = [test.ours, ...test.yardsticks]
  const loads = new Map<Target, Load[]>(targets.map((target) => [target, []]))
  for (const target of targets) await load(target, test, 2) // warm-up
  for (let round = 0; round < Number(options.rounds); round += 1)
    for (const target of targets) loads.get(target)!.push(await load(target, test, Number(options.seconds)))
  const ofOurs = { rate: median(loads.get(test.ours)!).requestsPerSecond, cpuUs: leastCpu(loads.get(test.ours)!) }
  for (const target of targets) {
    const { requestsPerSecond, p50, p99 } = median(loads.get(target)!)
    const cpuUs = leastCpu(loads.get(target)!)
    const [byRate, byCpu] = [ofOurs.rate / requestsPerSecond, cpuUs / ofOurs.cpuUs].map((ratio) => ratio.toFixed(2))
    const ratio = target === test.ours ? '' : ` | this server has ${byRate} of it by rate, ${byCpu} by CPU`
    write(
      `${test.name} | ${target.name}: ${Math.round(requestsPerSecond)}/s, p50 ${p50}, p99 ${p99}, ${cpuUs.toFixed(1)} µs of CPU each${ratio}`,
    )
  }
}

function leastCpu(loads: readonly Load[]): number {
  return Math.min(...loads.map(({ cpuUs }) => cpuUs))
}

async function bench(): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'export-bench-'))
  await chmod(work, 0o755) // started by root, nginx reads the files as another user
  const started: Bun.Subprocess[] = []
  try {
    await mkdir(join(work, 'both/exoplanets'), { recursive: true })
    await mkdir(join(work, 'gzip/exoplanets'), { recursive: true })
    const scripts = await layOutFiles(work, Number(options.files))
    const [filesPort, gunzipPort, warmPort, coldPort] = [freePort(), freePort(), freePort(), freePort()]
    const start = (child: Bun.Subprocess): Bun.Subprocess => {
      started.push(child)
      return child
    }
    const nginx = start(await startNginx(work, filesPort, gunzipPort))
    const files = { name: 'nginx, files', port: filesPort, process: nginx }
    const gunzip = { name: 'nginx, gzip_static always + gunzip', port: gunzipPort, process: nginx }
    const warm = { name: 'this server', port: warmPort, process: start(startServer(warmPort, 256)) }
    const cold = { name: 'this server (CACHE_MB=1)', port: coldPort, process: start(startServer(coldPort, 1)) }
    for (const { port } of [files, gunzip, warm, cold]) await waitFor(port)
    const gzip = { acceptEncoding: 'gzip', ours: warm, yardsticks: [files] }
    const plain = { acceptEncoding: 'identity', ours: warm, yardsticks: [files, gunzip] }
    await measure({ ...gzip, name: 'gzip, one file', script: scripts.one })
    await measure({ ...gzip, name: 'gzip, many files', script: scripts.many })
    await measure({ ...plain, name: 'identity, one file', script: scripts.one })
    await measure({ ...plain, name: 'identity, many files', script: scripts.many })
    await measure({ ...plain, ours: cold, name: 'identity, many files, nothing cached', script: scripts.many })
  } finally {
    for (const child of started) child.kill()
    await Promise.all(started.map((child) => child.exited))
    await rm(work, { recursive: true, force: true })
  }
}

const missing = missingPrograms()
if (missing.length > 0) write(`Skipped: ${missing.join(', ')} not installed (Debian: apt-get install nginx wrk).`)
else if (availableParallelism() < 2) write('Skipped: server and load generator need a core each.')
else await bench()
