import { afterAll, expect, test } from 'bun:test'
import { cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { takeLock } from '../../../../build/data-folder/lock.ts'
import { openSnapshot } from '../../../../src/store/open-snapshot.ts'
import { tinyArchive } from '../../../fixtures/archives/tiny-archive.ts'
import { runBuild } from '../../../fixtures/processes/build-command.ts'
import {
  asItShould,
  asksForBrowser,
  sends,
  startTapStandIn,
  type TapBehavior,
  votableError,
} from '../../../fixtures/servers/tap-stand-in.ts'
import { publishArchive } from '../../../fixtures/snapshots/publish-archive.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

const ROOT = join(import.meta.dir, '../../../..')
const HEADER = 'pl_name,hostname,pl_refname,pl_rade'
const ROWS = ['51 Peg b,51 Peg,Mayor 1995,14.1', '51 Peg b,51 Peg,Birkby 2017,21.3', 'old b,old,X,1', 'K-1 b,K-1,X,2']
const HOSTS = 'hostname,sy_dist\n51 Peg,15.46\nK-1,\n'
const COLUMNS = `table_name,column_name,description,unit,datatype
ps,pl_name,Planet Name,,char
ps,hostname,Host Name,,char
ps,pl_refname,Reference,,char
ps,pl_rade,Radius,Earth radius,double
ps,pl_new,Something new,,int
stellarhosts,hostname,Host Name,,char
stellarhosts,sy_dist,Distance,parsec,double
`

/** The tables and the behavior of the service at the moment; each test begins with its own. */
const tables: Record<string, string> = {}
let behavior: TapBehavior | undefined
let standIn: ReturnType<typeof startTapStandIn> | undefined
afterAll(async () => (await standIn)?.close())

/** A service whose tables may change between two refreshes. One server stands in for all, so that their source is the same. */
async function startService(ps = `${[HEADER, ...ROWS].join('\n')}\n`) {
  Object.assign(tables, { ps, stellarhosts: HOSTS, 'TAP_SCHEMA.columns': COLUMNS })
  behavior = undefined
  standIn ??= startTapStandIn({ tables, behave: () => behavior })
  const { url } = await standIn
  const folder = await temporaryFolder()
  const [out, data] = [join(folder, 'nasa'), join(folder, 'data')]
  return {
    tables,
    folder,
    out,
    data,
    behave(next: TapBehavior | undefined) {
      behavior = next
    },
    start(env: Readonly<Record<string, string>> = {}, ...flags: readonly string[]) {
      return Bun.spawn([process.execPath, 'build/refresh/main.ts', '--out', out, '--data', data, ...flags], {
        cwd: ROOT,
        env: { PATH: process.env.PATH ?? '', ARCHIVE_TAP_URL: url, FETCH_ATTEMPTS: '1', ...env },
        stdout: 'pipe',
        stderr: 'pipe',
      })
    },
    async refresh(env: Readonly<Record<string, string>> = {}, ...flags: readonly string[]) {
      const child = this.start(env, ...flags)
      const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()])
      return { exitCode: await child.exited, stdout, stderr }
    },
    /** What readers and the next build find: the snapshot, the archive's files, the reports. */
    async state() {
      const { manifest } = await openSnapshot(data)
      const provenance = await Bun.file(join(out, 'provenance.json')).text()
      return { snapshotId: manifest.snapshotId, provenance, reports: await readdir(join(data, 'changes')) }
    },
    report: () => Bun.file(join(data, 'changes.json')).json(),
  }
}

/** The folders after the first refresh, by the table of planets. */
const refreshed = new Map<string, string>()

/** A service after its first refresh. */
async function startRefreshed(ps?: string) {
  const service = await startService(ps)
  const planets = service.tables.ps!
  const folder = refreshed.get(planets)
  if (folder === undefined) {
    expect(await service.refresh()).toMatchObject({ exitCode: 0, stderr: '' })
    const kept = await temporaryFolder()
    await cp(service.folder, kept, { recursive: true, preserveTimestamps: true })
    refreshed.set(planets, kept)
  } else await cp(folder, service.folder, { recursive: true, preserveTimestamps: true })
  return service
}

test('a first refresh publishes, a second finds nothing changed, and a changed archive is reported', async () => {
  const service = await startService()
  const first = await service.refresh()
  expect({ exitCode: first.exitCode, stderr: first.stderr }).toEqual({ exitCode: 0, stderr: '' })
  expect(first.stdout).toContain('This is the first snapshot')
  expect(await service.report()).toMatchObject({ from: null, tables: null })
  const { snapshotId } = await service.state()

  const second = await service.refresh()
  expect(second.exitCode).toBe(0)
  expect(second.stdout).toContain(`Nothing has changed: keeping snapshot ${snapshotId}.`)
  expect((await service.state()).reports).toHaveLength(1)

  service.tables.ps = `${[
    `${HEADER},pl_new`,
    'new b,new,Y,0.5,1',
    '51 Peg b,51 Peg,Mayor 1995,14.1,',
    '51 Peg b,51 Peg,Birkby 2017,20.9,',
    'K-1 b,K-1,X,2,',
  ].join('\n')}\n`
  service.tables['TAP_SCHEMA.columns'] = COLUMNS.replace('Earth radius', 'R_Earth')
  const third = await service.refresh({ REFRESH_MAX_LOSS_PERCENT: '0' })
  expect({ exitCode: third.exitCode, stderr: third.stderr }).toEqual({ exitCode: 0, stderr: '' })
  expect(third.stdout).toContain('exoplanets: 4 rows, 1 added, 1 removed, 1 changed')
  expect(third.stdout).toContain('new planets (1): new b')
  const after = await service.state()
  expect(after.snapshotId).not.toBe(snapshotId)
  expect(await service.report()).toEqual({
    from: {
      id: snapshotId,
      archive_date: expect.any(String),
      table_dates: expect.any(Object),
      source: expect.stringMatching(/^http/),
    },
    to: {
      id: after.snapshotId,
      archive_date: expect.any(String),
      table_dates: expect.any(Object),
      source: expect.stringMatching(/^http/),
    },
    tables: {
      exoplanets: {
        rows: { before: 4, after: 4, added: 1, removed: 1, changed: 1 },
        changedValues: { pl_rade: 1 },
        newNames: ['new b'],
        removedNames: ['old b'],
        newColumns: ['pl_new'],
        removedColumns: [],
        columnChanges: [{ column: 'pl_rade', property: 'unit', before: 'Earth radius', after: 'R_Earth' }],
      },
      stellarhosts: {
        rows: { before: 2, after: 2, added: 0, removed: 0, changed: 0 },
        changedValues: {},
        newNames: [],
        removedNames: [],
        newColumns: [],
        removedColumns: [],
        columnChanges: [],
      },
    },
  })
  expect(after.reports).toHaveLength(2)
  expect(after.reports.some((name) => name.endsWith(`-${after.snapshotId}.json`))).toBe(true)

  // The snapshot itself remembers both; a build by hand keeps what it remembers, and one of another source does not.
  const remembered = [await service.report(), expect.objectContaining({ from: null, tables: null })]
  expect((await openSnapshot(service.data)).changes).toEqual(remembered)
  expect((await runBuild(['--archive', service.out, '--data', service.data])).exitCode).toBe(0)
  expect((await openSnapshot(service.data)).changes).toEqual(remembered)
  expect((await runBuild(['--archive', await tinyArchive(), '--data', service.data])).exitCode).toBe(0)
  expect((await openSnapshot(service.data)).changes).toEqual([])
})

test('whatever fails leaves the snapshot and the archive folder as they were, and the exit code tells why', async () => {
  const service = await startRefreshed()
  const before = await service.state()
  const good = service.tables.ps!

  service.behave(votableError(400, 'ORA-00942'))
  expect((await service.refresh()).exitCode).toBe(3)
  service.behave(sends(503, 'text/plain', 'later'))
  expect(await service.refresh()).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('status 503: later.') })
  service.behave(undefined)

  service.tables.ps = good.replace('21.3', 'twenty')
  const unfit = await service.refresh()
  expect(unfit.exitCode).toBe(4)
  expect(unfit.stderr).toMatch(/^Refresh failed: ps\.csv\.gz, line 3, column pl_rade: "twenty" is not/)

  service.tables.ps = `${[HEADER, ...ROWS.slice(0, 3)].join('\n')}\n`
  const shrunk = await service.refresh()
  expect(shrunk.exitCode).toBe(4)
  expect(shrunk.stderr).toContain('ps.csv.gz has 3 rows, but the snapshot has 4.')
  expect(shrunk.stderr).toContain('--allow-loss')
  service.tables.ps = good

  expect((await service.refresh({ REFRESH_MAX_LOSS_PERCENT: '101' })).exitCode).toBe(2)
  const lock = await takeLock(join(service.data, 'refresh.lock'), 'refresh')
  expect(await service.refresh()).toMatchObject({ exitCode: 5, stderr: expect.stringContaining('Another refresh') })
  await lock.release()

  expect(await service.state()).toEqual(before)
  expect((await service.refresh()).exitCode).toBe(0)
})

test('an archive that asks for a browser leaves everything as it was, and the way by hand is told', async () => {
  const service = await startRefreshed()
  const before = await service.state()
  service.behave(asksForBrowser(403, { 'cf-mitigated': 'challenge' }))
  const { exitCode, stderr } = await service.refresh({ FETCH_ATTEMPTS: '4' })
  expect(exitCode).toBe(3)
  expect(stderr).toStartWith('Refresh failed: The service accepts web browsers only and rejects programs (status 403,')
  expect(stderr).toContain(`${join(dirname(service.out), 'by-hand', 'ps.csv')}  from  http`)
  expect(await service.state()).toEqual(before)
})

type CellOf = (row: number) => string | number

/** Twenty planets; only two of them have a mass. */
function flaggedPlanets(flag: CellOf, radius: CellOf): string {
  const rows = Array.from(
    { length: 20 },
    (_, row) => `P${row} b,H${row},${flag(row)},${radius(row)},${row < 2 ? 1 : ''}`,
  )
  return `${['pl_name,hostname,default_flag,pl_rade,pl_masse', ...rows].join('\n')}\n`
}

const one: CellOf = () => 1
const some: CellOf = (row) => row
const none: CellOf = () => ''
const PLANETS = flaggedPlanets(one, some)

test.each([
  ['a default_flag that is never 1', flaggedPlanets(() => 0, some), 'default_flag is 1 in no row of exoplanets'],
  ['an empty default_flag', flaggedPlanets(none, some), 'default_flag is 1 in no row of exoplanets'],
  ['an empty column', flaggedPlanets(one, none), 'the values of pl_rade (20 before, 0 now).'],
  [
    'a column that has lost more than its share',
    flaggedPlanets(one, (row) => (row < 3 ? '' : row)),
    'exoplanets has lost more than 10 % of the values of pl_rade (20 before, 17 now).',
  ],
  [
    'a column that is gone',
    PLANETS.replaceAll(/,[^,\n]*,[^,\n]*$/gm, ''),
    'pl_rade (20 before, 0 now), pl_masse (2 before, 0 now).',
  ],
])('%s is refused like lost rows, unless that is allowed', async (_, lossy, message) => {
  const service = await startRefreshed(PLANETS)
  const before = await service.state()
  service.tables.ps = lossy
  const refused = await service.refresh()
  expect(refused.stderr).toContain(message)
  expect(refused.stderr).toContain('--allow-loss')
  expect(refused.exitCode).toBe(4)
  expect(await service.state()).toEqual(before)
  expect(await service.refresh({}, '--allow-loss')).toMatchObject({ exitCode: 0, stderr: '' })
  expect((await service.state()).snapshotId).not.toBe(before.snapshotId)
})

test('a column may lose its share, and one of a few values one or two of them', async () => {
  const service = await startRefreshed(PLANETS)
  const fewer = flaggedPlanets(
    (row) => (row === 0 ? 1 : 0),
    (row) => (row < 2 ? '' : row),
  )
  service.tables.ps = fewer.replace('P1 b,H1,0,,1', 'P1 b,H1,0,,')
  expect(await service.refresh()).toMatchObject({ exitCode: 0, stderr: '' })
})

test('a snapshot of another source, such as the sample, sets no measure for what arrives', async () => {
  const service = await startService()
  const sample = await tinyArchive(2001, 2002, 2003, 2004, 2005, 2006)
  expect((await publishArchive(sample, service.data)).tables.exoplanets.rows).toBeGreaterThan(ROWS.length)
  expect(await service.refresh({ REFRESH_MAX_LOSS_PERCENT: '0' })).toMatchObject({ exitCode: 0, stderr: '' })
  const { manifest } = await openSnapshot(service.data)
  expect(manifest.tables.exoplanets.rows).toBe(ROWS.length)
})

test('a snapshot that is built while the archive is fetched is the one that the archive is compared with', async () => {
  const service = await startRefreshed()
  const { snapshotId } = await service.state()
  const [one, other] = [await tinyArchive(2001), await tinyArchive(2002)]
  let builds: readonly string[] = []
  service.behave(async (response, csv) => {
    const now = builds
    builds = []
    for (const archive of now) await publishArchive(archive, service.data)
    return asItShould(response, csv)
  })

  builds = [one]
  expect((await service.refresh()).stdout).toContain(`Snapshot ${snapshotId} is published`)
  expect((await service.state()).snapshotId).toBe(snapshotId)
  expect((await service.report()).to.id).toBe(snapshotId)

  // Of three snapshots the first has no files left.
  service.tables.ps += 'new b,new,Y,0.5\n'
  builds = [one, other]
  expect(await service.refresh()).toMatchObject({ exitCode: 0, stderr: '' })
  const { from, to } = await service.report()
  expect(to.id).toBe((await service.state()).snapshotId)
  expect(from.id).not.toBe(snapshotId)
})

test('a folder that turns out not to be replaceable keeps the snapshot from being published', async () => {
  const service = await startRefreshed()
  const before = await service.state()
  service.tables.ps += 'new b,new,Y,0.5\n'
  const inTheWay = join(dirname(service.out), '.nasa.replaced')
  service.behave(async (response, csv) => {
    await mkdir(join(inTheWay, 'something'), { recursive: true })
    return asItShould(response, csv)
  })
  expect(await service.refresh()).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('ENOTEMPTY') })
  expect(await service.state()).toEqual(before)
})

test('a snapshot that cannot be published leaves the archive folder as it was', async () => {
  const service = await startRefreshed()
  const before = await service.state()
  service.tables.ps += 'new b,new,Y,0.5\n'
  await mkdir(join(service.data, 'manifest.previous.json/in the way'), { recursive: true })
  expect((await service.refresh()).exitCode).toBe(1)
  expect(await service.state()).toEqual(before)
  expect((await readdir(dirname(service.out))).sort()).toEqual(['data', 'nasa'])
})

test('a start after a refresh that was killed once it had replaced something goes on to the new archive', async () => {
  const service = await startRefreshed()
  for (let rows = ROWS.length + 1; rows < ROWS.length + 4; rows += 1) {
    service.tables.ps += `new ${rows} b,new,Y,0.5\n`
    const texts = () =>
      Promise.all(
        [join(service.data, 'manifest.json'), join(service.out, 'provenance.json')].map((path) =>
          readFile(path, 'utf8'),
        ),
      ).catch(() => [])
    const before = `${await texts()}`
    const child = service.start()
    while (child.exitCode === null && `${await texts()}` === before) await Bun.sleep(0)
    child.kill('SIGKILL')
    await child.exited
    // The moment without a folder is for the next fetch to mend.
    const old = join(dirname(service.out), '.nasa.replaced')
    if (!(await readdir(dirname(service.out))).includes('nasa')) await rename(old, service.out)
    else expect((await runBuild(['--if-missing', '--archive', service.out, '--data', service.data])).exitCode).toBe(0)
    const { manifest } = await openSnapshot(service.data)
    const archive = gunzipSync(await readFile(join(service.out, 'ps.csv.gz'))).toString()
    expect(manifest.tables.exoplanets.rows).toBe(archive.trimEnd().split('\n').length - 1)
  }
})

test('a refresh that ends between the snapshot and its report leaves a report of another snapshot, and the next one mends it', async () => {
  const service = await startRefreshed()
  const { snapshotId } = await service.state()
  const latest = join(service.data, 'changes.json')
  const former = await Bun.file(latest).text()

  service.tables.ps = service.tables.ps!.replace('21.3', '20.9')
  await rm(latest)
  await mkdir(join(latest, 'in the way'), { recursive: true })
  const unreported = await service.refresh()
  expect({ exitCode: unreported.exitCode, stderr: unreported.stderr }).toEqual({ exitCode: 0, stderr: '' })
  expect(unreported.stdout).toContain('changes.json cannot be written (')
  await rm(latest, { recursive: true })
  await Bun.write(latest, former)
  const after = await service.state()
  expect(after.snapshotId).not.toBe(snapshotId)
  expect((await service.report()).to.id).toBe(snapshotId)

  const next = await service.refresh()
  expect({ exitCode: next.exitCode, stderr: next.stderr }).toEqual({ exitCode: 0, stderr: '' })
  expect(next.stdout).toContain(
    `The refresh that published snapshot ${after.snapshotId} ended before it wrote changes.json; its changes are listed there now.`,
  )
  expect(next.stdout).toContain(`Nothing has changed: keeping snapshot ${after.snapshotId}.`)
  const report = await service.report()
  expect(report).toMatchObject({ from: { id: snapshotId }, to: { id: after.snapshotId } })
  expect(report.tables.exoplanets.changedValues).toEqual({ pl_rade: 1 })
  const { reports } = await service.state()
  expect(reports.filter((name) => name.endsWith(`-${after.snapshotId}.json`))).toHaveLength(1)
  expect((await service.refresh()).stdout).not.toContain('ended before')
})

test('the report of a snapshot that was never published is dropped', async () => {
  const service = await startRefreshed()
  const former = await service.report()
  const pending = join(service.data, 'changes.next.json')
  for (const text of [
    JSON.stringify({ ...former, to: { ...former.to, id: '0123456789abcdef' } }),
    '{"from": nu',
    '1',
  ]) {
    await Bun.write(pending, text)
    expect(await service.refresh()).toMatchObject({ exitCode: 0, stderr: '' })
    expect(await Bun.file(pending).exists()).toBe(false)
    expect(await service.report()).toEqual(former)
    expect((await service.state()).reports).toHaveLength(1)
  }
})
