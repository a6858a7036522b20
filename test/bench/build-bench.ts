import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Papa from 'papaparse'
import { realArchive } from '../fixtures/archives/real-archive.ts'
import { generateArchive } from './archive/generate-archive.ts'

/** How much longer than papaparse alone everything but the exports may take. */
const MAX_RATIO = 4
const MAX_RSS_BYTES = 3_000_000_000
const SAMPLE_MS = 50
const MAIN = join(import.meta.dir, '../../build/main.ts')
const PAGE_BYTES = 4096
/** Clock ticks per second in /proc; 100 on every Linux that Bun runs on. */
const TICKS_PER_SECOND = 100

interface Cost {
  readonly wallMs: number
  readonly cpuMs: number
}

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Reads a file with papaparse and nothing else: all rows as arrays of strings, kept, as a build needs them all at once. */
async function parseAlone(path: string): Promise<number> {
  return Papa.parse<string[]>(await Bun.file(path).text(), { skipEmptyLines: true }).data.length
}

async function timePapaparse(archiveDir: string): Promise<Cost> {
  const start = performance.now()
  const before = process.cpuUsage()
  for (const table of ['exoplanets', 'stellarhosts']) await parseAlone(join(archiveDir, `${table}.csv`))
  const used = process.cpuUsage(before)
  return { wallMs: performance.now() - start, cpuMs: (used.user + used.system) / 1000 }
}

/** Resident bytes of a process and of all below it; 0 for one that is gone. */
async function residentBytes(pid: number): Promise<number> {
  const pages = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const below = await Promise.all(
    children
      .split(' ')
      .filter(Boolean)
      .map((child) => residentBytes(Number(child))),
  )
  return Number(pages.split(' ')[1] ?? 0) * PAGE_BYTES + below.reduce((sum, bytes) => sum + bytes, 0)
}

/** CPU time of a process and its threads so far. */
async function cpuMs(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1000
}

interface BuildCost {
  readonly lines: readonly string[]
  readonly untilExports: Cost
  readonly whole: Cost
  readonly peakBytes: number
}

/** Builds in a process of its own, as `bun run build` does, and watches it from outside. */
async function timeBuild(archiveDir: string, dataDir: string): Promise<BuildCost> {
  const start = performance.now()
  const child = Bun.spawn([process.execPath, MAIN, '--archive', archiveDir, '--data', dataDir], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  let peakBytes = 0
  const watch = setInterval(async () => {
    peakBytes = Math.max(peakBytes, await residentBytes(child.pid))
  }, SAMPLE_MS)
  const cost = async (): Promise<Cost> => ({ wallMs: performance.now() - start, cpuMs: await cpuMs(child.pid) })
  let output = ''
  let untilExports: Cost | undefined
  let whole: Cost | undefined
  const decoder = new TextDecoder()
  for await (const chunk of child.stdout) {
    output += decoder.decode(chunk, { stream: true })
    if (untilExports === undefined && output.includes('\nwrite pages and insights: ')) untilExports = await cost()
    if (output.includes('built in')) whole ??= await cost()
  }
  clearInterval(watch)
  if ((await child.exited) !== 0 || untilExports === undefined || whole === undefined)
    throw new Error('The build failed.')
  return { lines: output.trim().split('\n'), untilExports, whole, peakBytes }
}

async function archiveFor(folder: string): Promise<string> {
  const given = process.argv[2]
  if (given !== undefined) return given
  if (realArchive === undefined)
    throw new Error('The generator needs the columns.csv of the archive: set REAL_ARCHIVE, or name an archive folder.')
  const archiveDir = join(folder, 'archive')
  say('generating the full-size archive')
  await generateArchive(join(realArchive, 'columns.csv'), archiveDir)
  return archiveDir
}

const folder = await mkdtemp(join(tmpdir(), 'build-bench-'))
try {
  const archiveDir = await archiveFor(folder)
  const sizes = await Promise.all(
    ['exoplanets.csv', 'stellarhosts.csv'].map((name) => stat(join(archiveDir, name)).then(({ size }) => size)),
  )
  say(`archive: ${sizes.map((size) => `${(size / 1e6).toFixed(1)} MB`).join(' and ')}`)
  await timePapaparse(archiveDir) // warms the page cache and the JIT, in favor of the yardstick
  const first = await timePapaparse(archiveDir)
  const build = await timeBuild(archiveDir, join(folder, 'data'))
  const second = await timePapaparse(archiveDir)
  for (const line of build.lines) say(`  ${line}`)
  const yardstick: Cost = {
    wallMs: (first.wallMs + second.wallMs) / 2,
    cpuMs: (first.cpuMs + second.cpuMs) / 2,
  }
  const seconds = ({ wallMs, cpuMs: cpu }: Cost) => `${(wallMs / 1000).toFixed(2)} s, CPU ${(cpu / 1000).toFixed(2)} s`
  const ratio = build.untilExports.wallMs / yardstick.wallMs
  say(`papaparse alone: ${seconds(yardstick)}`)
  say(
    `build without the exports: ${seconds(build.untilExports)}: ${ratio.toFixed(2)} times papaparse (bound ${MAX_RATIO})`,
  )
  say(`CPU of it: ${(build.untilExports.cpuMs / yardstick.cpuMs).toFixed(2)} times papaparse's`)
  say(`whole build: ${seconds(build.whole)}`)
  const hasPeak = existsSync('/proc/self/statm')
  if (hasPeak) say(`peak memory: ${(build.peakBytes / 1e6).toFixed(0)} MB (bound ${MAX_RSS_BYTES / 1e6})`)
  const files = await readdir(join(folder, 'data'), { recursive: true, withFileTypes: true })
  const bytes = await Promise.all(
    files.filter((entry) => entry.isFile()).map(({ parentPath, name }) => stat(join(parentPath, name))),
  )
  say(`data folder: ${(bytes.reduce((sum, { size }) => sum + size, 0) / 1e6).toFixed(1)} MB`)
  process.exitCode = ratio > MAX_RATIO || (hasPeak && build.peakBytes > MAX_RSS_BYTES) ? 1 : 0
} finally {
  await rm(folder, { recursive: true, force: true })
}
