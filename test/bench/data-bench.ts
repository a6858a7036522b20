/**
 * Files of whole tables, and ranges of 64 KiB of them, served by this service and by nginx with the same bytes: on the same core,
 * in turns, with wrk on another. Usage: bun test/bench/data-bench.ts [--data DIR] [--seconds 2] [--rounds 5]
 */
import { chmod, copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Manifest } from '../../src/format/manifest.ts'
import { startServer } from './load/bench-server.ts'

const ROOT = join(import.meta.dir, '../..')
const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: process.env.DATA_DIR ?? join(ROOT, 'dist-data') },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '5' },
  },
})
const dataDir = resolve(options.data)
const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** The file is of the kind that is read in ranges, and the largest of a table. */
const FILE = 'exoplanets.parquet'
const RANGE_BYTES = 65_536

interface Target {
  readonly name: string
  readonly port: number
  readonly pid: number
}

/** Processor time of a process and its children, in clock ticks of 10 ms. */
async function cpuTicks(pid: number): Promise<number> {
  const children = await Bun.file(`/proc/${pid}/task/${pid}/children`).text()
  const ticks = async (of: string | number): Promise<number> => {
    const fields = (await Bun.file(`/proc/${of}/stat`).text()).split(') ')[1]!.split(' ')
    return Number(fields[11]) + Number(fields[12])
  }
  const all = await Promise.all([pid, ...children.split(' ').filter(Boolean)].map(ticks))
  return all.reduce((sum, one) => sum + one, 0)
}

async function load({ port, pid }: Target, script: string): Promise<{ perSecond: number; cpuUs: number }> {
  const before = await cpuTicks(pid)
  const run = Bun.spawn(
    [
      'taskset',
      '-c',
      '0',
      'wrk',
      '-t1',
      '-c8',
      `-d${Math.ceil(Number(options.seconds))}s`,
      '-s',
      script,
      `http://127.0.0.1:${port}/`,
    ],
    { stdout: 'pipe' },
  )
  const text = await new Response(run.stdout).text()
  if (/Non-2xx|Socket errors/.test(text)) throw new Error(`Port ${port} did not answer every request:\n${text}`)
  const requests = Number(/(\d+) requests in/.exec(text)?.[1])
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1]),
    cpuUs: (((await cpuTicks(pid)) - before) * 10_000) / requests,
  }
}

async function startNginx(work: string, port: number): Promise<Bun.Subprocess> {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${join(work, kind)};`)
    .join(' ')
  await Bun.write(
    join(work, 'nginx.conf'),
    `worker_processes 1; daemon off; pid ${join(work, 'nginx.pid')}; error_log ${join(work, 'error.log')};
events { worker_connections 1024; }
http { ${temporary} access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000;
  open_file_cache max=100 inactive=10m; open_file_cache_valid 10m;
  server { listen 127.0.0.1:${port}; root ${join(work, 'root')}; } }
`,
  )
  return Bun.spawn(['taskset', '-c', '1', 'nginx', '-e', join(work, 'error.log'), '-c', join(work, 'nginx.conf')])
}

async function untilAnswers(port: number): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (
      await fetch(`http://127.0.0.1:${port}/`).then(
        () => true,
        () => false,
      )
    )
      return
    await Bun.sleep(100)
  }
  throw new Error(`Nothing listens on port ${port}.`)
}

function freePort(): number {
  const probe = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  const { port } = probe
  probe.stop(true)
  return port
}

async function bench(): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'data-bench-'))
  await chmod(work, 0o755) // started by root, nginx reads the file as another user
  const manifest: Manifest = await Bun.file(join(dataDir, 'manifest.json')).json()
  const { path, bytes } = manifest.files.data[FILE]!
  await mkdir(join(work, 'root/data'), { recursive: true })
  await copyFile(join(dataDir, path), join(work, 'root/data', FILE))
  const whole = join(work, 'whole.lua')
  await Bun.write(whole, `request = function() return wrk.format("GET", "/data/${FILE}") end\n`)
  const ranges = join(work, 'ranges.lua')
  await Bun.write(
    ranges,
    `local n = 0\nlocal last = ${Math.max(1, Math.floor(bytes / RANGE_BYTES))}\nrequest = function()
  n = n + 7919\n  local from = (n % last) * ${RANGE_BYTES}
  return wrk.format("GET", "/data/${FILE}", { Range = "bytes=" .. from .. "-" .. (from + ${RANGE_BYTES - 1}) })\nend\n`,
  )
  const port = freePort()
  const nginx = await startNginx(work, port)
  const server = await startServer(join(ROOT, 'src/main.ts'), [], {
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'warn',
  })
  try {
    await untilAnswers(port)
    const ours = { name: 'this server', port: server.port, pid: server.pid }
    const theirs = { name: 'nginx', port, pid: nginx.pid }
    for (const [what, script] of [
      [`whole file (${(bytes / 1e6).toFixed(1)} MB)`, whole],
      [`ranges of ${RANGE_BYTES / 1024} KiB`, ranges],
    ] as const) {
      const rates = new Map<Target, number[]>([
        [ours, []],
        [theirs, []],
      ])
      const costs = new Map<Target, number[]>([
        [ours, []],
        [theirs, []],
      ])
      for (const target of [ours, theirs]) await load(target, script) // warm-up
      for (let round = 0; round < Number(options.rounds); round += 1)
        for (const target of [ours, theirs]) {
          const { perSecond, cpuUs } = await load(target, script)
          rates.get(target)!.push(perSecond)
          costs.get(target)!.push(cpuUs)
        }
      const rate = (of: Target): number => rates.get(of)!.toSorted((a, b) => a - b)[rates.get(of)!.length >> 1]!
      const cost = (of: Target): number => Math.min(...costs.get(of)!)
      for (const target of [ours, theirs])
        print(`${what}, ${target.name}: ${rate(target).toFixed(1)}/s, ${cost(target).toFixed(0)} µs of CPU each`)
      print(
        `  this server compared with nginx: ${(rate(ours) / rate(theirs)).toFixed(2)} by rate, ${(cost(theirs) / cost(ours)).toFixed(2)} by CPU`,
      )
    }
  } finally {
    nginx.kill()
    await nginx.exited
    await server.stop()
    await rm(work, { recursive: true, force: true })
  }
}

const missing = ['nginx', 'wrk', 'taskset'].filter((program) => Bun.which(program) === null)
if (missing.length > 0) print(`Skipped: ${missing.join(', ')} not installed (Debian: apt-get install nginx wrk).`)
else if (availableParallelism() < 2) print('Skipped: server and load generator need a core each.')
else await bench()
