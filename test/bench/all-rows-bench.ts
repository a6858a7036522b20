/**
 * `limit=all` of every column while other clients read pages: megabytes a second of one core, first byte, the memory that is
 * added meanwhile, and the times of the pages beside those of the same pages without such a read, in turns.
 * Usage: bun test/bench/all-rows-bench.ts [--data DIR] [--rate 300] [--seconds 4] [--rounds 3]
 */
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Manifest } from '../../src/format/manifest.ts'
import { FORMAT_NAMES, type FormatName } from '../../src/formats/formats.ts'
import { type BenchServer, pinClient, startServer } from './load/bench-server.ts'
import { type LoadResult, runLoad } from './load/load-client.ts'
import { pageWorkloads } from './load/page-workloads.ts'

const ROOT = join(import.meta.dir, '../..')
const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: process.env.DATA_DIR ?? join(ROOT, 'dist-data') },
    rate: { type: 'string', default: '300' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
  },
})
const dataDir = resolve(options.data)
const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** One read to its end, by another process, so that the load generator is not slowed down by its bytes. */
interface WholeRead {
  readonly bytes: number
  readonly firstMs: number
}

async function readWhole(url: string): Promise<WholeRead> {
  const child = Bun.spawn(
    // Its bytes take a whole core: with the same priority, pages would wait for it and not for the server.
    [
      'nice',
      '-n',
      '19',
      'curl',
      '-s',
      '-o',
      '/dev/null',
      '-w',
      '%{http_code} %{size_download} %{time_starttransfer}',
      url,
    ],
    { stdout: 'pipe' },
  )
  const [status, bytes, seconds] = (await new Response(child.stdout).text()).split(' ')
  if (status !== '200') throw new Error(`${url} gave ${status}`)
  return { bytes: Number(bytes), firstMs: Number(seconds) * 1000 }
}

/** Reads over and over until `isOver`, and notes the most memory meanwhile that is not mapped files. */
async function whileReading(server: BenchServer, url: string, isOver: () => boolean) {
  const reads: WholeRead[] = []
  let mostMb = 0
  let isReading = true
  const watching = (async () => {
    while (isReading) {
      mostMb = Math.max(mostMb, (await server.memoryMb()).anonymous)
      await Bun.sleep(20)
    }
  })()
  do reads.push(await readWhole(url))
  while (!isOver())
  isReading = false
  await watching
  return { reads, mostMb }
}

const manifest: Manifest = await Bun.file(join(dataDir, 'manifest.json')).json()
const { rows, columns } = manifest.tables.exoplanets
print(`exoplanets ${rows} x ${columns.length}, Bun ${Bun.version}; pages at ${options.rate}/s`)
pinClient()
const server = await startServer(join(ROOT, 'src/main.ts'), [], {
  DATA_DIR: dataDir,
  HOST: '127.0.0.1',
  PORT: '0',
  LOG_LEVEL: 'warn',
  CACHE_MB: '1',
})
const { paths } = pageWorkloads(manifest).find(({ name }) => name === 'random pages, default columns')!
const pages = (warmUpMs: number): Promise<LoadResult> =>
  runLoad({
    port: server.port,
    paths,
    connections: 4,
    perSecond: Number(options.rate),
    warmUpMs,
    measuredMs: Number(options.seconds) * 1000,
  })
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!
try {
  await pages(1000)
  for (const format of FORMAT_NAMES.filter((name): name is Exclude<FormatName, 'json'> => name !== 'json')) {
    const url = `http://127.0.0.1:${server.port}/rest/exoplanets?limit=all&columns=*&format=${format}`
    await readWhole(url) // warm-up
    const alone = { perSecond: [] as number[], firstMs: [] as number[] }
    const p99 = { quiet: [] as number[], meanwhile: [] as number[] }
    const grownMb: number[] = []
    for (let round = 0; round < Number(options.rounds); round += 1) {
      const cpuBefore = await server.cpuMs()
      const { bytes, firstMs } = await readWhole(url)
      alone.perSecond.push(bytes / 1000 / ((await server.cpuMs()) - cpuBefore))
      alone.firstMs.push(firstMs)
      p99.quiet.push((await pages(200)).p99Ms)
      const { anonymous } = await server.memoryMb()
      let isOver = false
      const reading = whileReading(server, url, () => isOver)
      p99.meanwhile.push((await pages(200)).p99Ms)
      isOver = true
      grownMb.push((await reading).mostMb - anonymous)
    }
    const ratio = median(p99.meanwhile) / median(p99.quiet)
    print(
      `${format.padEnd(8)} ${median(alone.perSecond).toFixed(0)} MB/s of one core, first byte ${median(alone.firstMs).toFixed(1)} ms, memory +${Math.max(...grownMb).toFixed(0)} MB, ` +
        `pages p99 ${median(p99.quiet).toFixed(2)} ms quiet, ${median(p99.meanwhile).toFixed(2)} ms meanwhile (${ratio.toFixed(1)})`,
    )
  }
} finally {
  await server.stop()
}
