/**
 * What metrics cost a hot page: the same server with METRICS on and off, measured in turn; processor time per answer is
 * what a busy machine changes least.
 * Usage: bun run bench:metrics [--data DIR] [--seconds 2] [--rounds 5] [--connections 16]
 */
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type BenchServer, pinClient, startServer } from './load/bench-server.ts'
import { runLoad } from './load/load-client.ts'

const ROOT = join(import.meta.dir, '../..')
const PATHS = ['/rest/exoplanets?limit=20']
const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: process.env.DATA_DIR ?? join(ROOT, 'dist-data') },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '16' },
  },
})
const measuredMs = Number(options.seconds) * 1000

/** Microseconds of processor time per answer, and answers per second. */
async function measure(server: BenchServer): Promise<readonly [number, number]> {
  const before = await server.cpuMs()
  const load = {
    port: server.port,
    paths: PATHS,
    connections: Number(options.connections),
    warmUpMs: measuredMs / 2,
    measuredMs,
  }
  const { answers, requestsPerSecond } = await runLoad(load)
  return [(((await server.cpuMs()) - before) * 1000) / answers, requestsPerSecond]
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

pinClient()
const start = (METRICS: string): Promise<BenchServer> =>
  startServer(join(ROOT, 'src/main.ts'), [], { PORT: '0', DATA_DIR: resolve(options.data), METRICS })
const servers = { on: await start('on'), off: await start('off') }
const cpu: Record<'on' | 'off', number[]> = { on: [], off: [] }
const rate: Record<'on' | 'off', number[]> = { on: [], off: [] }
try {
  for (let round = 0; round < Number(options.rounds); round += 1)
    for (const mode of round % 2 === 0 ? (['on', 'off'] as const) : (['off', 'on'] as const)) {
      const [us, perSecond] = await measure(servers[mode])
      cpu[mode].push(us)
      rate[mode].push(perSecond)
    }
  for (const mode of ['off', 'on'] as const)
    process.stdout.write(
      `METRICS=${mode.padEnd(3)} ${median(rate[mode]).toFixed(0)} requests/s, ${median(cpu[mode]).toFixed(2)} µs of processor time each\n`,
    )
  const ratios = cpu.on.map((us, round) => us / cpu.off[round]!)
  process.stdout.write(
    `ratio of processor time, on to off: median ${median(ratios).toFixed(3)} of ${ratios.length} rounds\n`,
  )
} finally {
  for (const server of Object.values(servers)) await server.stop()
}
