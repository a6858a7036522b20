/**
 * Runs all tests, or those of the given files and folders, and says at the end how many there were. Most run several files at
 * a time; those that measure times run one after the other. What failed is shown once more at the end, so that the end of a
 * long output is enough to know it.
 * Usage: bun run test [PATH…]
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'

const ROOT = join(import.meta.dir, '..')

/** Tests that run one after the other, when no others run: they measure times, use up what the system has, or end processes. */
const ALONE = [
  'test/http/delivery/cache-in-front.test.ts',
  'test/http/server/deadline.test.ts',
  'test/http/server/server.test.ts',
  'test/http/tap/tap-async.test.ts',
  'test/mcp/cancel.test.ts',
  'test/slow/fixtures',
  'test/slow/http/memory-group.test.ts',
  'test/slow/sql/pool',
  'test/slow/tap/jobs',
]

/**
 * Tests whose files share modules if one process runs them: loading the same modules again for each file takes longer than most
 * of these tests. They must not depend on what others leave in a module.
 */
const SHARING = 'test/unit'

/** Tests that take longest, in the order in which they start: if one of them started last, the run would wait for it alone. */
const LONGEST = [
  'test/slow/http/pages-in-browser.test.ts',
  'test/http/server/switch.test.ts',
  'test/http/server/group.test.ts',
  'test/slow/build/refresh/refresh.test.ts',
]

const OUTCOMES = ['pass', 'skip', 'fail'] as const
type Counts = Record<(typeof OUTCOMES)[number], number>

/** How many lines above a failed test's own line are shown with it: its error and where that was thrown. */
const LINES_OF_ERROR = 40

/** What was printed of each failed test: its file, its error, its name. */
const failures: string[] = []

/** Notes the failed tests among lines as they are printed. */
function failureCollector(): (line: string) => void {
  let file = ''
  let lines: string[] = []
  return (line) => {
    lines.push(line)
    if (/^\S+\.test\.tsx?:$/.test(line)) file = line
    if (line.startsWith('(fail)')) failures.push([file, ...lines.slice(-LINES_OF_ERROR)].join('\n'))
    if (/^\((pass|fail|skip|todo)\)/.test(line) || line === file) lines = []
    if (lines.length > LINES_OF_ERROR) lines.shift()
  }
}

/** The snapshots that test files share; see built-snapshot.ts. */
const snapshots = mkdtempSync(join(tmpdir(), 'exoplanet-catalog-'))
process.on('exit', () => rmSync(snapshots, { recursive: true, force: true }))

/** The tests that run now. They end with this program when it is told to end. */
let running: Bun.Subprocess | undefined
for (const [signal, exitCode] of [
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => {
    running?.kill()
    process.exit(exitCode)
  })

/** Runs some files and shows what that says. A run that does not end as it should counts as a failure. */
async function run(files: readonly string[], flags: readonly string[]): Promise<Counts> {
  const counts: Counts = { pass: 0, skip: 0, fail: 0 }
  if (files.length === 0) return counts
  const child = Bun.spawn([process.execPath, 'test', '--timeout', '300000', ...flags, ...files], {
    cwd: ROOT,
    env: { ...process.env, TEST_SNAPSHOTS: snapshots },
    stdin: 'ignore',
    stdout: 'inherit',
    stderr: 'pipe',
  })
  running = child
  let end = ''
  let unfinished = ''
  const collect = failureCollector()
  for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) {
    process.stderr.write(text)
    end = (end + text).slice(-4_000)
    const lines = (unfinished + text).split('\n')
    unfinished = lines.pop() ?? ''
    for (const line of lines) collect(line)
  }
  const exitCode = await child.exited
  for (const outcome of OUTCOMES) {
    const found = [...end.matchAll(new RegExp(`^ *(\\d+) ${outcome}$`, 'gm'))].at(-1)
    counts[outcome] = Number(found?.[1] ?? 0)
  }
  if (exitCode !== 0 && counts.fail === 0) counts.fail = 1
  return counts
}

/** Test files below the given paths, from the folder of the program. */
function testFiles(paths: readonly string[]): string[] {
  const wanted = paths.map((path) => relative(ROOT, resolve(path)))
  const isWanted = (file: string): boolean =>
    wanted.length === 0 || wanted.some((path) => file === path || file.startsWith(`${path}/`))
  return [...new Bun.Glob('test/**/*.test.{ts,tsx}').scanSync(ROOT)].filter(isWanted).sort()
}

/** Writes how long files take, as far as that matters for their order; gives the path. */
function writeTimings(): string {
  const path = join(snapshots, 'timings.json')
  const ranks = [...LONGEST].reverse()
  const entries = files.map((file) => [file, ranks.indexOf(file) + 2])
  writeFileSync(path, JSON.stringify({ version: 1, files: Object.fromEntries(entries) }))
  return path
}

const files = testFiles(process.argv.slice(2))
const isIn = (file: string, path: string): boolean => file === path || file.startsWith(`${path}/`)
const isAlone = (file: string): boolean => ALONE.some((path) => isIn(file, path))
const pathsOf = (isWanted: (file: string) => boolean): string[] => files.filter(isWanted).map((file) => `./${file}`)
const runs = [
  await run(
    pathsOf((file) => isIn(file, SHARING)),
    ['--parallel', '--no-isolate'],
  ),
  await run(
    pathsOf((file) => !isIn(file, SHARING) && !isAlone(file)),
    ['--parallel', `--timings=${writeTimings()}`],
  ),
  await run(pathsOf(isAlone), []),
]
const countOf = (outcome: (typeof OUTCOMES)[number]): number => runs.reduce((sum, counts) => sum + counts[outcome], 0)
if (failures.length > 0) process.stderr.write(`\nFailed tests:\n${failures.join('\n\n')}\n`)
process.stderr.write('\nAll tests:\n')
for (const outcome of OUTCOMES) {
  const count = countOf(outcome)
  if (count > 0 || outcome !== 'skip') process.stderr.write(` ${count} ${outcome}\n`)
}
process.exit(countOf('fail') > 0 || files.length === 0 ? 1 : 0)
