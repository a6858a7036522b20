import { expect, test } from 'bun:test'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { takeLock } from '../../../../build/data-folder/lock.ts'
import { runBuild } from '../../../fixtures/processes/build-command.ts'
import { COLUMNS, HOSTS } from '../../../fixtures/processes/fetch-run.ts'
import {
  asksForBrowser,
  sends,
  startTapStandIn,
  type TapBehavior,
  votableError,
} from '../../../fixtures/servers/tap-stand-in.ts'
import { skipUnless } from '../../../fixtures/skip-unless.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

const ROOT = join(import.meta.dir, '../../../..')
const PLANETS = 'pl_name,hostname\n51 Peg b,51 Peg\n'

async function fetchCommand(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = Bun.spawn([process.execPath, 'build/fetch/main.ts', ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { exitCode: await child.exited, stdout, stderr }
}

const tables = { ps: PLANETS, stellarhosts: HOSTS, 'TAP_SCHEMA.columns': COLUMNS }

test('the command fetches, says so in a line for each file, and introduces itself', async () => {
  await using service = { ...(await startTapStandIn({ tables })), [Symbol.asyncDispose]: () => service.close() }
  const out = join(await temporaryFolder(), 'nasa')
  const { exitCode, stdout, stderr } = await fetchCommand(['--out', out], { ARCHIVE_TAP_URL: service.url })
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  expect(stdout.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/^columns\.csv\.gz: 6 rows, 5 columns, 2\d\d B \(1\d\d B on disk\) in \d\.\d\d s, .*\/s$/),
    expect.stringMatching(/^ps\.csv\.gz: 1 rows, 2 columns, /),
    expect.stringMatching(/^stellarhosts\.csv\.gz: 2 rows, 2 columns, /),
    expect.stringMatching(/^fetched 3 files in \d\.\d\d s$/),
  ])
  expect(await readdir(out)).toHaveLength(4)
  expect(service.requests[0]!.userAgent).toMatch(/^exoplanet-catalog\/\d+\.\d+\.\d+ \(.*Bun\/1\.\d+\.\d+\)$/)
})

test('its exit code tells a service that fails from a setting that is wrong and from a fetch at work', async () => {
  const behave = () => votableError(400, 'ORA-00904: invalid identifier')
  await using service = { ...(await startTapStandIn({ tables, behave })), [Symbol.asyncDispose]: () => service.close() }
  const out = join(await temporaryFolder(), 'nasa')
  const env = { ARCHIVE_TAP_URL: service.url }
  const failed = await fetchCommand(['--out', out], env)
  expect(failed.exitCode).toBe(3)
  expect(failed.stderr).toBe('Fetch failed: The service responded with status 400: ORA-00904: invalid identifier.\n')

  const wrong = await fetchCommand(['--out', out], { ...env, FETCH_ATTEMPTS: 'many' })
  expect(wrong.exitCode).toBe(2)
  expect(wrong.stderr).toStartWith('Fetch failed: FETCH_ATTEMPTS must be an integer from 1 to 20')
  expect((await fetchCommand(['--into', out], env)).exitCode).toBe(2)

  const lock = await takeLock(join(dirname(out), `.${basename(out)}.lock`), 'fetch')
  const second = await fetchCommand(['--out', out], env)
  await lock.release()
  expect(second.exitCode).toBe(5)
  expect(second.stderr).toContain(`Another fetch (process ${process.pid})`)
})

test.each([
  ['HTTP 403 with the header of its CDN', 403, { 'cf-mitigated': 'challenge' }, 'status 403, cf-mitigated: challenge'],
  ['HTTP 503', 503, {}, 'status 503'],
  ['HTTP 200', 200, {}, 'status 200'],
])(
  'an archive that asks for a browser with %s is not asked again, and the way by hand works',
  async (_, status, headers, how) => {
    const behave = () => asksForBrowser(status, headers)
    await using service = {
      ...(await startTapStandIn({ tables, behave })),
      [Symbol.asyncDispose]: () => service.close(),
    }
    const out = join(await temporaryFolder(), 'nasa')
    const { exitCode, stdout, stderr } = await fetchCommand(['--out', out], { ARCHIVE_TAP_URL: service.url })
    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' })
    expect(stderr).toStartWith(`Fetch failed: The service accepts web browsers only and rejects programs (${how}).\n`)
    expect(service.requests).toHaveLength(1)

    const downloads = [...stderr.matchAll(/^ {2}(\S+) {2}from {2}(\S+)$/gm)]
    expect(downloads.map(([, file]) => basename(file!))).toEqual(['ps.csv', 'stellarhosts.csv', 'columns.csv'])
    for (const [, file, address] of downloads)
      await Bun.write(file!, await fetch(address!, { headers: { 'user-agent': 'Mozilla/5.0' } }))
    const folder = /^Then run: bun run build --archive (\S+)$/m.exec(stderr)![1]!
    const { exitCode: built, stdout: summary } = await runBuild([
      '--archive',
      folder,
      '--data',
      await temporaryFolder(),
    ])
    expect(built).toBe(0)
    expect(summary).toContain('exoplanets: 1 rows, 2 columns')
    // Files by hand are out of the way of the next fetch.
    service.requests.length = 0
    expect((await fetchCommand(['--out', out], { ARCHIVE_TAP_URL: service.url })).exitCode).toBe(3)
  },
)

test('a service that rejects for another reason does not lead to a browser', async () => {
  const behave = () => sends(403, 'text/html', '<html><title>Forbidden</title>Please enable JavaScript</html>')
  await using service = { ...(await startTapStandIn({ tables, behave })), [Symbol.asyncDispose]: () => service.close() }
  const out = join(await temporaryFolder(), 'nasa')
  const { exitCode, stderr } = await fetchCommand(['--out', out], { ARCHIVE_TAP_URL: service.url })
  expect(exitCode).toBe(3)
  expect(stderr).toBe('Fetch failed: The service responded with status 403: Forbidden.\n')
})

test('control characters of a service reach no terminal, be they raw or written as entities', async () => {
  const behave = () => votableError(400, 'ORA-1: \u001b[31mRED &#27;]0;x&#7;\u009b2J&#8238;')
  await using service = { ...(await startTapStandIn({ tables, behave })), [Symbol.asyncDispose]: () => service.close() }
  const out = join(await temporaryFolder(), 'nasa')
  const { stderr } = await fetchCommand(['--out', out], { ARCHIVE_TAP_URL: service.url })
  expect(stderr).toStartWith(
    'Fetch failed: The service responded with status 400: ORA-1: \\u001b[31mRED \\u001b]0;x\\u0007',
  )
  expect(stderr.trimEnd()).not.toMatch(/[\p{Cc}\u202e]/u)
})

test('a file that cannot be written ends the fetch at once, with a sentence', async () => {
  const folder = await temporaryFolder()
  const behave = (query: string): TapBehavior | undefined =>
    query !== 'select * from ps'
      ? undefined
      : async (response) => {
          await rm(join(folder, '.nasa.arriving'), { recursive: true })
          // A long answer: it ends when the client leaves.
          response.writeHead(200, { 'content-type': 'text/csv' }).write(PLANETS)
        }
  await using service = { ...(await startTapStandIn({ tables, behave })), [Symbol.asyncDispose]: () => service.close() }
  const { exitCode, stderr } = await fetchCommand(['--out', join(folder, 'nasa')], { ARCHIVE_TAP_URL: service.url })
  expect(exitCode).toBe(1)
  expect(stderr).toMatch(/^Fetch failed: ENOENT: [^\n]*\n$/)
  expect(await readdir(folder)).toEqual([])
})

/** Whether a volume can be mounted here, in a mount namespace of one's own. */
const canMount = Bun.which('unshare') !== null && Bun.spawnSync(['unshare', '-rm', 'true']).success

skipUnless(canMount, 'this user cannot mount (unshare -rm)').test(
  'a folder that a volume is mounted on is refused before anything is asked',
  async () => {
    await using service = { ...(await startTapStandIn({ tables })), [Symbol.asyncDispose]: () => service.close() }
    const folder = await temporaryFolder()
    const [volume, out] = [join(folder, 'volume'), join(folder, 'nasa')]
    await mkdir(volume)
    await mkdir(out)
    const script = 'mount --bind "$0" "$1" && exec "$2" build/fetch/main.ts --out "$1"'
    const child = Bun.spawn(['unshare', '-rm', 'sh', '-c', script, volume, out, process.execPath], {
      cwd: ROOT,
      env: { PATH: process.env.PATH ?? '', ARCHIVE_TAP_URL: service.url },
      stdout: 'ignore',
      stderr: 'pipe',
    })
    expect(await child.stderr.text()).toStartWith(
      `Fetch failed: The folder ${out} cannot be replaced by a new one (EBUSY);`,
    )
    expect(await child.exited).toBe(2)
    expect(service.requests).toEqual([])
    expect((await readdir(folder)).sort()).toEqual(['nasa', 'volume'])
  },
)

test('help goes to standard output', async () => {
  const { exitCode, stdout } = await fetchCommand(['--help'])
  expect(exitCode).toBe(0)
  expect(stdout).toContain('ARCHIVE_TAP_URL')
})
