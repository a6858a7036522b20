import { afterEach, describe, expect, test } from 'bun:test'
import { chmod, exists, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import type { Observation } from '../../../src/observe.ts'
import { jobsFolder } from '../../../src/server/jobs-folder.ts'
import { openJobs } from '../../../src/server/open-jobs.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { waitFor } from '../../fixtures/wait-for.ts'

const LIMITS = { jobsMax: 10, jobsMb: 1, jobsKeepS: 10, jobsTimeoutS: 10, sqlProcesses: 1 }
const place = (dataDir: string, port: number, jobsDir = '') => ({ jobsDir, dataDir, host: '127.0.0.1', port })

const made: string[] = []
afterEach(async () => {
  for (const dir of made.splice(0)) await rm(dir, { recursive: true, force: true })
})

test('a folder of nobody but a server on a free port goes with it', async () => {
  const seen: Observation[] = []
  const settings = { ...place('/data', 0), ...LIMITS }
  const folder = (await jobsFolder(settings))!
  made.push(folder.dir)
  expect((await stat(folder.dir)).mode & 0o777).toBe(0o700)
  await folder.remove()
  expect(await exists(folder.dir)).toBe(false)

  const folders = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('exoplanet-catalog-jobs-'))
  const before = await folders()
  const jobs = (await openJobs(settings, (observation) => seen.push(observation)))!
  const [own] = (await folders()).filter((name) => !before.includes(name))
  expect(own).toBeDefined()
  await jobs.close()
  expect(await folders()).not.toContain(own!)
  expect(seen).toEqual([])
})

test('servers on one port share a folder, and those of other data or ports do not', async () => {
  const dataDir = await temporaryFolder()
  const dirOf = async (...where: Parameters<typeof place>) => {
    const { dir } = (await jobsFolder(place(...where)))!
    made.push(dir)
    return dir
  }
  const dir = await dirOf(dataDir, 40_123)
  expect(await dirOf(dataDir, 40_123)).toBe(dir)
  expect(await dirOf(dataDir, 40_124)).not.toBe(dir)
  expect(await dirOf(`${dataDir}/other`, 40_123)).not.toBe(dir)
  expect(await dirOf(dataDir, 40_123, `${dataDir}/jobs`)).toBe(`${dataDir}/jobs`)
  expect(await jobsFolder(place(dataDir, 40_123, 'OFF'))).toBeUndefined()
})

describe('a folder that others can read', () => {
  test.each([0o750, 0o710, 0o720, 0o704, 0o701, 0o702])('with mode %o is not used, which is told', async (mode) => {
    const settings = { ...place(await temporaryFolder(), 40_123), ...LIMITS }
    const { dir } = (await jobsFolder(settings))!
    made.push(dir)
    await chmod(dir, mode)
    await expect(jobsFolder(settings)).rejects.toThrow('other users can read it')
    const seen: Observation[] = []
    expect(await openJobs(settings, (observation) => seen.push(observation))).toBeUndefined()
    expect(seen.map(({ kind }) => kind)).toEqual(['jobs_unavailable'])
  })
})

test('the limits of jobs are those of the settings, each in its unit; a folder that was named stays', async () => {
  const dir = `${await temporaryFolder()}/jobs`
  const seen: Observation[] = []
  const limits = { jobsMax: 7, jobsMb: 3, jobsKeepS: 60, jobsTimeoutS: 5, sqlProcesses: 1 }
  const jobs = (await openJobs({ ...place('/data', 0, dir), ...limits }, (observation) => seen.push(observation)))!
  expect(jobs.service.limits).toEqual({ maxJobs: 7, maxBytes: 3 * 1_048_576, keepS: 60, timeoutS: 5 })
  await jobs.close()
  expect(await exists(dir)).toBe(true)
  expect(
    await openJobs({ ...place('/data', 0, 'off'), ...limits }, (observation) => seen.push(observation)),
  ).toBeUndefined()
  expect(seen).toEqual([])
})

test('a fault of ours in a job is logged, and told without its words', async () => {
  const seen: Observation[] = []
  const settings = { ...place('/data', 0, await temporaryFolder()), ...LIMITS }
  const { service, close } = (await openJobs(settings, (observation) => seen.push(observation)))!
  const error = new Error('a secret')
  service.start(async () => {
    throw error
  })
  const { id } = await service.create('c', {})
  await service.run(id)
  const job = await waitFor('its end', async () => {
    const found = await service.get(id)
    return found.phase === 'ERROR' ? found : undefined
  })
  expect(job.error).toMatchObject({ isTransient: true })
  expect(job.error!.message).not.toContain('secret')
  expect(seen).toEqual([{ kind: 'job_fault', error }])
  await close()
})
