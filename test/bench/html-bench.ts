/**
 * What pages for people cost in this process: `bun run bench:html [data folder]`, without a folder on the sample archive. Cold
 * pages are made each time; hot ones come from the cache, beside a hot JSON page. Compare ratios of one run.
 */
import { createCatalog } from '../../src/core/catalog/create-catalog.ts'
import type { SqlRunner } from '../../src/core/ports.ts'
import { type App, createApp } from '../../src/http/app.ts'
import { readCommandLine } from '../../src/settings.ts'
import { openSnapshot } from '../../src/store/open-snapshot.ts'
import { builtSnapshot } from '../fixtures/snapshots/built-snapshot.ts'

const WARM_UP = 300
const COLD_RUNS = 400
const HOT_RUNS = 5_000
const ACCEPT = { html: 'text/html,*/*;q=0.8', json: 'application/json' } as const

/** Pages run no SQL. */
const NO_SQL: SqlRunner = {
  run: () => Promise.reject(new Error('A page ran SQL.')),
  close: () => Promise.resolve(),
}

const dataDir = process.argv[2] ?? (await builtSnapshot()).dataDir
const snapshot = await openSnapshot(dataDir)

const { settings } = readCommandLine({}, [])
const catalog = createCatalog(snapshot, NO_SQL)

/** The service; `keepsNothing` makes every page anew: a catalog that another has followed is cached no more. */
async function appOf({ keepsNothing }: { readonly keepsNothing: boolean }): Promise<App> {
  let current = catalog
  const app = createApp({ catalog: () => current, settings, observe: () => {}, isStopping: () => false })
  if (keepsNothing) {
    await ask(app, '/', 'json')
    current = { ...catalog }
    await ask(app, '/', 'json')
    current = catalog
  }
  return app
}

async function ask(app: App, path: string, accept: keyof typeof ACCEPT): Promise<number> {
  const headers = { accept: ACCEPT[accept], 'accept-encoding': 'gzip' }
  const response = await app.fetch(new Request(`http://localhost:3000${path}`, { headers }))
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
  return (await response.arrayBuffer()).byteLength
}

const planets = snapshot.exportNames('exoplanet')
const hosts = snapshot.exportNames('stellarhost')
const nth = (names: readonly string[], at: number): string => encodeURIComponent(names[(at * 37) % names.length]!)
const plots = Object.keys(catalog.manifest.files.plots)
const SORTS = ['pl_rade', 'pl_bmasse', 'pl_orbper', 'disc_year']

/** A different address at each number, as far as there are so many objects. */
const KINDS: Readonly<Record<string, (at: number) => string>> = {
  planet: (at) => `/exoplanets/${nth(planets, at)}`,
  host: (at) => `/stellarhosts/${nth(hosts, at)}`,
  table: (at) => `/exoplanets?sort_by=${SORTS[at % SORTS.length]}&pl_orbper__gt=${at % 50}.${at}`,
  plot: (at) => `/plots/${plots[at % plots.length]}`,
  own: (at) => `/plot?x=pl_orbper&y=pl_rade&color=discoverymethod&pl_orbper__gt=0.${at}`,
}

/** Pages that hold thousands of points take so long that fewer of them are made. */
const SLOW = new Set(['plot', 'own'])
const SLOW_PART = 8

const print = (line: string): boolean => process.stdout.write(`${line}\n`)
const ms = (value: number): string => value.toFixed(2).padStart(8)

async function cold(kind: string, address: (at: number) => string): Promise<void> {
  const app = await appOf({ keepsNothing: true })
  const part = SLOW.has(kind) ? SLOW_PART : 1
  const [warmUp, runs] = [Math.ceil(WARM_UP / part), Math.ceil(COLD_RUNS / part)]
  for (let at = 0; at < warmUp; at++) await ask(app, address(at), 'html')
  const times: number[] = []
  const before = process.cpuUsage()
  let bytes = 0
  for (let at = 0; at < runs; at++) {
    const start = performance.now()
    bytes += await ask(app, address(warmUp + at), 'html')
    times.push(performance.now() - start)
  }
  const { user, system } = process.cpuUsage(before)
  times.sort((a, b) => a - b)
  const share = (part: number): number => times[Math.floor(part * times.length)]!
  const cpu = (user + system) / 1_000 / runs
  print(
    `${kind.padEnd(8)} cold ms: p50 ${ms(share(0.5))}  p95 ${ms(share(0.95))}  cpu ${ms(cpu)}  gzipped bytes ${Math.round(bytes / runs)}`,
  )
}

/** Answers per second of processor time, which does not depend on what else the machine does. */
async function rate(app: App, path: string, accept: keyof typeof ACCEPT): Promise<number> {
  for (let at = 0; at < 100; at++) await ask(app, path, accept)
  const before = process.cpuUsage()
  for (let at = 0; at < HOT_RUNS; at++) await ask(app, path, accept)
  const { user, system } = process.cpuUsage(before)
  return HOT_RUNS / ((user + system) / 1e6)
}

for (const [kind, address] of Object.entries(KINDS)) await cold(kind, address)
const app = await appOf({ keepsNothing: false })
const json = await rate(app, '/rest/exoplanets', 'json')
print(`JSON     hot: ${Math.round(json)} per second of processor time`)
for (const [kind, address] of Object.entries(KINDS)) {
  const html = await rate(app, address(1), 'html')
  print(`${kind.padEnd(8)} hot: ${Math.round(html)} per second, ${(html / json).toFixed(2)} of the JSON page`)
}
