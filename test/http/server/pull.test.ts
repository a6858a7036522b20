import { afterAll, expect, test } from 'bun:test'
import { rename } from 'node:fs/promises'
import { startAndFail, startServer, type TestServer } from '../../fixtures/servers/test-server.ts'
import { startS3, TEST_BUCKET } from '../../fixtures/storage/s3-server.ts'
import { publishTo, stateOf, storageAt } from '../../fixtures/storage/transfer.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { waitFor } from '../../fixtures/wait-for.ts'

const servers: TestServer[] = []
afterAll(async () => {
  for (const server of servers) await server.stop()
})

async function serve(env: Readonly<Record<string, string | undefined>>): Promise<TestServer> {
  const settings = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const server = await startServer({
    DATA_DIR: await temporaryFolder(),
    SQL_PROCESSES: '1',
    POLL_S: '1',
    ...Object.fromEntries(settings),
  })
  servers.push(server)
  return server
}

function count(server: TestServer, kind: string): number {
  return server.log().split(`"kind":"${kind}"`).length - 1
}

async function servedBy(server: TestServer): Promise<string> {
  return Object(await (await fetch(`${server.url}/health`, { keepalive: false })).json()).snapshot.id
}

test('a replica that pulls under load: no request fails, and each answer is of one snapshot', async () => {
  const s3 = await startS3()
  const address = `s3://${TEST_BUCKET}/replica`
  const storage = storageAt(address, s3.env)
  const states = [await stateOf(1), await stateOf(2), await stateOf(3)]
  await publishTo(storage, states[0]!.dataDir)
  const server = await serve({ PULL_FROM: address, ...s3.env })
  const ids = states.map(({ manifest }) => manifest.snapshotId)
  expect(await servedBy(server)).toBe(ids[0]!) // the data folder was empty

  const planets = states.map((_, index) => `51 Peg b${index + 1}`)
  const wrong: string[] = []
  const seen = new Set<string>()
  let isDone = false
  let answered = 0
  const load = async (): Promise<void> => {
    while (!isDone) {
      const response = await fetch(`${server.url}/rest/exoplanets?filter=51 Peg b&columns=pl_name`).catch(String)
      const body = typeof response === 'string' ? response : await response.text()
      const names = planets.filter((name) => body.includes(`"${name}"`))
      if (typeof response === 'string' || response.status !== 200 || names.length !== 1) wrong.push(body)
      else seen.add(names[0]!)
      answered += 1
    }
  }
  const loops = Array.from({ length: 4 }, load)
  for (const index of [1, 2]) {
    await publishTo(storage, states[index]!.dataDir, { keep: 1 })
    await waitFor('the switch', async () => ((await servedBy(server)) === ids[index] ? true : undefined), 30_000)
  }
  isDone = true
  await Promise.all(loops)
  expect(wrong).toEqual([])
  expect(seen).toEqual(new Set(planets))
  expect(answered).toBeGreaterThan(100)
  expect(count(server, 'snapshot_pulled')).toBe(3)
  await server.stop()
  await s3.close()
})

test('a storage that is away is told once, and what is served stays; metrics tell of the last pull', async () => {
  const folder = await temporaryFolder()
  const [early, late] = [await stateOf(1), await stateOf(2)]
  await publishTo(storageAt(folder), early.dataDir)
  const server = await serve({ PULL_FROM: folder })
  const metric = async (series: string): Promise<number> => {
    const text = await (await fetch(`${server.url}/metrics`)).text()
    const line = text.split('\n').find((found) => found.startsWith(`${series} `))
    return Number(line?.slice(series.length + 1) ?? Number.NaN)
  }
  const success = 'catalog_refresh_last_run_success{command="pull"}'
  expect(await metric(success)).toBe(1)
  await rename(folder, `${folder}.away`)
  await waitFor('the failure', async () => ((await metric(success)) === 0 ? true : undefined), 15_000)
  const failed = 'catalog_refresh_last_run_timestamp_seconds{command="pull",result="failed"}'
  const first = await metric(failed)
  await waitFor('another failure', async () => ((await metric(failed)) > first ? true : undefined), 15_000)
  expect(count(server, 'snapshot_pull_failed')).toBe(1)
  expect(server.log()).toContain(`Pull failed: There is no snapshot at ${folder}: manifest.json is missing.`)
  expect(await servedBy(server)).toBe(early.manifest.snapshotId)
  await rename(`${folder}.away`, folder)
  await publishTo(storageAt(folder), late.dataDir)
  await waitFor(
    'the switch',
    async () => ((await servedBy(server)) === late.manifest.snapshotId ? true : undefined),
    15_000,
  )
  expect(await metric(success)).toBe(1)
  expect(await metric('catalog_refresh_last_run_timestamp_seconds{command="pull",result="published"}')).toBeGreaterThan(
    first,
  )
})

test('of several server processes none pulls: the one that started them does it for all', async () => {
  const folder = await temporaryFolder()
  const [early, late] = [await stateOf(1), await stateOf(2)]
  await publishTo(storageAt(folder), early.dataDir)
  const server = await serve({ PULL_FROM: folder, SERVERS: '2' })
  await publishTo(storageAt(folder), late.dataDir)
  await waitFor('two switches', () => (count(server, 'snapshot_switched') === 2 ? true : undefined), 30_000)
  expect(count(server, 'snapshot_pulled')).toBe(2)
})

test('where there is no snapshot, here or there, the start fails with both reasons', async () => {
  for (const SERVERS of ['1', '2']) {
    const folder = await temporaryFolder()
    const { exitCode, output } = await startAndFail({ DATA_DIR: await temporaryFolder(), PULL_FROM: folder, SERVERS })
    expect(exitCode).toBe(3)
    expect(output).toContain(`There is no snapshot at ${folder}`)
    expect(output).toContain('There is no snapshot: ')
  }
})
