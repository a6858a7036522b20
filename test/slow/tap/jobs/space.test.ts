import { afterEach, describe, expect, test } from 'bun:test'
import { chmod, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { boundByModes } from '../../../fixtures/bound-by-modes.ts'
import { startServer, type TestServer } from '../../../fixtures/servers/test-server.ts'
import { skipUnless } from '../../../fixtures/skip-unless.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'
import { waitFor } from '../../../fixtures/wait-for.ts'

let server: TestServer | undefined
afterEach(async () => server?.stop())

/** About 30 MB. */
const LARGE =
  'select a.pl_name, b.hostname, a.disc_facility from ps a cross join ps b cross join (select top 8 hostname as h from ps) c'

async function start(env: Readonly<Record<string, string>>, prefix: readonly string[] = []): Promise<string> {
  server = await startServer({ SQL_PROCESSES: '1', ...env }, [], prefix)
  return `${server.url}/tap`
}

async function post(tap: string, query: string): Promise<Response> {
  const body = new URLSearchParams({ QUERY: query, FORMAT: 'csv', PHASE: 'RUN' })
  return fetch(`${tap}/async`, { method: 'POST', body, redirect: 'manual' })
}

async function ended(job: string): Promise<string> {
  return waitFor(
    'the end',
    async () => {
      const phase = await (await fetch(`${job}/phase`)).text()
      return /COMPLETED|ERROR|ABORTED/.test(phase) ? phase : undefined
    },
    60_000,
  )
}

describe('results have a bound together', () => {
  test('one that is too large is an error, nothing of it stays, and further ones get 503 when there is no room', async () => {
    const dir = await temporaryFolder()
    const tap = await start({ JOBS_DIR: dir, JOBS_MB: '8' })
    const job = (await post(tap, LARGE)).headers.get('location')!
    expect(await ended(job)).toBe('ERROR')
    expect(await (await fetch(`${job}/error`)).text()).toContain('the space that is left')
    const files = await readdir(join(dir, 'jobs', job.split('/').at(-1)!))
    expect(files.filter((file) => file.startsWith('result'))).toEqual([])
    const fits = LARGE.replace('top 8', 'top 1')
    const jobs: string[] = []
    let refused: Response | undefined
    for (let i = 0; i < 6 && refused === undefined; i++) {
      const response = await post(tap, fits.replace('hostname as h', `hostname as h${i}`))
      if (response.status === 303) {
        jobs.push(response.headers.get('location')!)
        await ended(jobs.at(-1)!)
        await Bun.sleep(1_100)
      } else refused = response
    }
    expect(refused?.status).toBe(503)
    expect(refused?.headers.get('retry-after')).toBe('30')
    for (const made of jobs) await fetch(made, { method: 'DELETE', redirect: 'manual' })
    await Bun.sleep(1_100)
    const last = await post(tap, 'select 1 as n')
    expect(await ended(last.headers.get('location')!)).toBe('COMPLETED')
  })
})

test('a folder that cannot be written: no jobs, and everything else', async () => {
  const tap = await start({ JOBS_DIR: '/proc/nowhere' })
  expect((await fetch(`${tap}/async`)).status).toBe(404)
  expect(await (await fetch(`${tap}/capabilities`)).text()).not.toContain('executionDuration')
  expect((await fetch(`${tap}/sync?query=select+1+as+n&format=csv`)).status).toBe(200)
  expect(server!.log()).toContain('jobs_unavailable')
})

test('"off": no jobs, and nothing in the log', async () => {
  const tap = await start({ JOBS_DIR: 'off' })
  expect((await fetch(`${tap}/async`)).status).toBe(404)
  expect(server!.log()).not.toContain('jobs_unavailable')
})

test('a folder that is gone while the service runs is a 503, and a way to say so', async () => {
  const dir = await temporaryFolder()
  const tap = await start({ JOBS_DIR: dir })
  await rm(join(dir, 'jobs'), { recursive: true })
  const refused = await post(tap, 'select 1')
  expect(refused.status).toBe(503)
  expect(await refused.text()).not.toContain(dir)
  expect((await fetch(`${tap}/sync?query=select+1+as+n&format=csv`)).status).toBe(200)
})

const bound = boundByModes()
skipUnless(bound !== undefined, 'this user is not bound by modes of files').test(
  'a folder that is made read-only is a 503 until it can be written again',
  async () => {
    const dir = await temporaryFolder()
    const tap = await start({ JOBS_DIR: dir }, bound)
    await chmod(join(dir, 'jobs'), 0o500)
    expect((await post(tap, 'select 1')).status).toBe(503)
    expect((await fetch(`${tap}/async`)).status).toBe(200)
    await chmod(join(dir, 'jobs'), 0o700)
    expect((await post(tap, 'select 1')).status).toBe(303)
  },
)

/** A file system of one megabyte, where this user may mount one. */
async function smallDisk(): Promise<string | undefined> {
  const dir = await temporaryFolder()
  const mount = Bun.which('mount')
  if (mount === null) return undefined
  const { exitCode } = Bun.spawnSync([mount, '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', dir], { stderr: 'ignore' })
  return exitCode === 0 ? dir : undefined
}

const disk = await smallDisk()
skipUnless(disk !== undefined, 'no file system can be mounted here').test(
  'a full disk is an error of the job',
  async () => {
    try {
      const tap = await start({ JOBS_DIR: disk! })
      const job = (await post(tap, LARGE)).headers.get('location')!
      expect(await ended(job)).toBe('ERROR')
      expect(await (await fetch(`${job}/error`)).text()).toContain('no space left')
      const next = await post(tap, 'select 1 as n')
      expect(await ended(next.headers.get('location')!)).toBe('COMPLETED')
    } finally {
      await server?.stop()
      Bun.spawnSync(['umount', disk!])
    }
  },
)
