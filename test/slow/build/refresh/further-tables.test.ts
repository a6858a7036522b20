import { expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { lockDataDir, takeLock } from '../../../../build/data-folder/lock.ts'
import { fetchAndReplace } from '../../../../build/fetch/fetch-archive.ts'
import { reportLines } from '../../../../build/refresh/change-report.ts'
import { type RefreshOutcome, refresh } from '../../../../build/refresh/refresh.ts'
import { changeList, changeListSchema } from '../../../../src/core/answers/changes.ts'
import { openSnapshot } from '../../../../src/store/open-snapshot.ts'
import { verifySnapshot } from '../../../../src/verify/verify.ts'
import { quietEffects } from '../../../fixtures/archives/archive-folder.ts'
import { AGENT, fetchConfig } from '../../../fixtures/processes/fetch-run.ts'
import { startTapStandIn } from '../../../fixtures/servers/tap-stand-in.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

const TOI = ['1000.01,11,FP,1.5', '1000.02,11,PC,2.5', '1001.01,12,PC,3.5', '1002.01,13,,4.5']

/** A service whose tables may change, and what fetches and refreshes from it. */
async function startService() {
  const tables: Record<string, string> = {
    ps: 'pl_name,hostname,pl_rade\nA b,A,1\nA c,A,2\n',
    pscomppars: 'pl_name,hostname,pl_rade\nA b,A,1.25\nA c,A,2\n',
    stellarhosts: 'hostname,sy_dist\nA,10\n',
    toi: `toi,tid,tfopwg_disp,pl_rade\n${TOI.join('\n')}\n`,
    'TAP_SCHEMA.columns': [
      'table_name,column_name,description,unit,datatype',
      'ps,pl_name,Planet Name,,char',
      'pscomppars,pl_rade,Composite radius,Rearth,double',
      'toi,toi,TESS Object of Interest,,double',
      'toi,tid,TIC ID,,int',
    ].join('\n'),
  }
  const standIn = await startTapStandIn({ tables })
  const folder = await temporaryFolder()
  const [outDir, dataDir] = [join(folder, 'nasa'), join(folder, 'data')]
  const config = (...args: string[]) => ({
    ...fetchConfig({ ARCHIVE_TAP_URL: standIn.url, FETCH_ATTEMPTS: '1' }, ...args),
    outDir,
  })
  const lines: string[] = []
  const effects = {
    log: (line: string) => lines.push(line),
    show: () => {},
    now: () => new Date('2026-03-04T05:06:07Z'),
    nowMs: () => 0,
    sleep: async () => {},
    random: () => 0.5,
  }
  return {
    tables,
    outDir,
    dataDir,
    requests: standIn.requests,
    fetch: (...args: string[]) => fetchAndReplace(config(...args), AGENT, effects),
    refresh: (allowsLoss: boolean, ...args: string[]): Promise<RefreshOutcome> =>
      refresh({ ...config(...args), dataDir, maxLossPercent: 10, allowsLoss, isStrict: false }, AGENT, {
        fetch: effects,
        build: quietEffects,
      }),
    [Symbol.asyncDispose]: () => standIn.close(),
  }
}

const FURTHER = ['--tables', 'pscomppars,toi']

function reportOf(outcome: RefreshOutcome) {
  if (outcome.kind !== 'published') throw new Error('Nothing was published.')
  return outcome.report
}

test('a fetch brings further tables beside the two, and replaces what it brought', async () => {
  await using service = await startService()
  await service.fetch(...FURTHER)
  const files = [
    'columns.csv.gz',
    'provenance.json',
    'ps.csv.gz',
    'pscomppars.csv.gz',
    'stellarhosts.csv.gz',
    'toi.csv.gz',
  ]
  expect((await readdir(service.outDir)).sort()).toEqual(files)
  expect(service.requests.map(({ query }) => query)).toContain(
    "select table_name,column_name,description,unit,datatype from TAP_SCHEMA.columns where table_name in ('ps','stellarhosts','pscomppars','toi')",
  )
  await service.fetch()
  expect((await readdir(service.outDir)).sort()).toEqual(files.filter((name) => !/^(toi|pscomppars)/.test(name)))
  // What no fetch has brought is not replaced.
  await Bun.write(join(service.outDir, 'mine.csv.gz'), 'x')
  await expect(service.fetch()).rejects.toThrow('holds mine.csv.gz, which was not created by a fetch')
})

test('a refresh publishes, reports and checks further tables', async () => {
  await using service = await startService()
  expect(reportOf(await service.refresh(false)).tables).toBeNull()

  const added = reportOf(await service.refresh(false, ...FURTHER))
  expect(added.newTables).toEqual(['pscomppars', 'toi'])
  expect(reportLines(added)).toContain('new tables: pscomppars, toi')
  const { manifest } = await openSnapshot(service.dataDir)
  expect(manifest.tables.exoplanets.rows).toBe(2)
  expect(Object.keys(manifest.furtherTables)).toEqual(['pscomppars', 'toi'])
  expect(manifest.furtherTables.toi).toMatchObject({
    date: '2026-03-04',
    source: manifest.source,
    keyColumns: ['toi', 'tid'],
  })
  expect(manifest.furtherTables.toi!.columns[0]!.description).toBe('TESS Object of Interest')
  expect((await service.refresh(false, ...FURTHER)).kind).toBe('unchanged')

  service.tables.toi = `toi,tid,tfopwg_disp,pl_rade\n${[...TOI.slice(1), '1000.01,11,CP,1.5', '1003.01,14,PC,9'].join('\n')}\n`
  const changed = reportOf(await service.refresh(false, ...FURTHER))
  expect(changed.tables!.toi).toMatchObject({
    rows: { before: 4, after: 5, added: 1, removed: 0, changed: 1 },
    changedValues: { tfopwg_disp: 1 },
    newNames: ['1003.01'],
  })
  expect(changed.newTables).toBeUndefined()
  const { refreshes } = changeList([changed, added])
  expect(refreshes[0]!.tables!.toi!.new_names).toEqual(['1003.01'])
  expect(refreshes[1]!.new_tables).toEqual(['pscomppars', 'toi'])
  expect(changeListSchema.safeParse({ refreshes }).success).toBe(true)
  expect(reportLines(changed)).toEqual([
    'exoplanets: 2 rows, 0 added, 0 removed, 0 changed',
    'stellarhosts: 1 rows, 0 added, 0 removed, 0 changed',
    'pscomppars: 2 rows, 0 added, 0 removed, 0 changed',
    'toi: 5 rows, 1 added, 0 removed, 1 changed',
    '  new names (1): 1003.01',
  ])
})

test('a refresh is refused where a further table, its rows or its values are lost', async () => {
  await using service = await startService()
  await service.refresh(false, ...FURTHER)
  const { toi } = service.tables
  const refused = async (words: string, ...args: string[]) => {
    const before = (await openSnapshot(service.dataDir)).manifest.snapshotId
    await expect(service.refresh(false, ...args)).rejects.toThrow(words)
    expect((await openSnapshot(service.dataDir)).manifest.snapshotId).toBe(before)
  }
  service.tables.toi = toi!.split('\n').slice(0, 3).join('\n')
  await refused('toi.csv.gz has 2 rows, but the snapshot has 4.', ...FURTHER)
  service.tables.toi = toi!.replaceAll(/(?<=,)[FP][PC](?=,)/g, '')
  await refused('toi has lost more than 10 % of the values of tfopwg_disp (3 before, 0 now).', ...FURTHER)
  service.tables.toi = toi!
  await refused('The table toi, with 4 rows in the snapshot, is no longer fetched.', '--tables', 'pscomppars')
  const without = reportOf(await service.refresh(true, '--tables', 'pscomppars'))
  expect(without.removedTables).toEqual(['toi'])
  expect(reportLines(without)).toContain('removed tables: toi')
})

test('a snapshot with further tables is verified with them', async () => {
  await using service = await startService()
  await service.refresh(false, ...FURTHER)
  const checks: string[] = []
  let differing = 0
  await verifySnapshot({
    dataDir: service.dataDir,
    pages: 5,
    onFinding: (finding) => {
      checks.push(finding.check)
      differing += finding.differing
    },
    onProgress: () => {},
  })
  expect(differing).toBe(0)
  expect(checks).toContain('Orders and values of toi against SQL')
  expect(checks).toContain('Column statistics of pscomppars against SQL')
})

test('a refresh leaves its folders free, whatever became of it', async () => {
  await using service = await startService()
  const isFree = async () => {
    await (await lockDataDir(service.dataDir)).release()
    await (await takeLock(join(service.dataDir, 'refresh.lock'), 'refresh')).release()
    await (await takeLock(join(service.outDir, '../.nasa.lock'), 'fetch')).release()
  }
  expect((await service.refresh(false)).kind).toBe('published')
  await isFree()
  expect((await service.refresh(false)).kind).toBe('unchanged')
  await isFree()
  service.tables.ps = 'pl_name,hostname,pl_rade\nA b,A,1\n'
  await expect(service.refresh(false)).rejects.toThrow('rows, but the snapshot has')
  await isFree()
})
