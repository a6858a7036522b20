import { afterEach, expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { descendants, hasProc, NO_PROC } from '../../../fixtures/processes/process-tree.ts'
import { startServer, type TestServer } from '../../../fixtures/servers/test-server.ts'
import { skipUnless } from '../../../fixtures/skip-unless.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'
import { waitFor } from '../../../fixtures/wait-for.ts'

const servers: TestServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()))
})

async function start(env: Readonly<Record<string, string>>): Promise<TestServer> {
  const server = await startServer({ SQL_PROCESSES: '1', ...env })
  servers.push(server)
  return server
}

/** Takes some seconds. */
const SLOW = `select count(*) as n from (select top 400 pl_rade from ps) a, (select top 400 pl_rade from ps) b,
  (select top 250 pl_rade from ps) c where a.pl_rade + b.pl_rade > c.pl_rade`
const ENDLESS = `select count(*) from ps a, ps b, ps c, ps d, ps e, ps f where a.pl_rade < b.pl_rade + c.pl_rade * d.pl_rade - e.pl_rade + f.pl_rade`

/** Makes a job and gives its id. */
async function make({ url }: TestServer, query: string): Promise<string> {
  const body = new URLSearchParams({ QUERY: query, FORMAT: 'csv', PHASE: 'RUN' })
  const response = await fetch(`${url}/tap/async`, { method: 'POST', body, redirect: 'manual' })
  expect(response.status).toBe(303)
  return response.headers.get('location')!.split('/').at(-1)!
}

const textOf = async ({ url }: TestServer, path: string): Promise<string> =>
  (await fetch(`${url}/tap/async/${path}`)).text()
const until = (server: TestServer, id: string, phase: string): Promise<true> =>
  waitFor(phase, async () => ((await textOf(server, `${id}/phase`)) === phase ? true : undefined), 60_000)

test('whichever process is asked, it answers for any job', async () => {
  const env = { JOBS_DIR: await temporaryFolder() }
  const [one, other] = [await start(env), await start(env)]
  const id = await make(one, 'select top 1 hostname from ps order by hostname')
  await until(other, id, 'COMPLETED')
  expect(await textOf(other, `${id}/results/result`)).toStartWith('hostname\n"')
  const second = await make(one, ENDLESS)
  await until(other, second, 'EXECUTING')
  await fetch(`${other.url}/tap/async/${second}/phase`, {
    method: 'POST',
    body: new URLSearchParams({ PHASE: 'ABORT' }),
  })
  expect(await textOf(one, `${second}/phase`)).toBe('ABORTED')
  // Its process lets it go: the next one of the same process runs.
  await until(other, await make(one, 'select 1 as n'), 'COMPLETED')
  await fetch(`${other.url}/tap/async/${id}`, { method: 'DELETE', redirect: 'manual' })
  expect((await fetch(`${one.url}/tap/async/${id}`)).status).toBe(404)
})

skipUnless(hasProc, NO_PROC).test('a job whose process is killed begins again in another one', async () => {
  const env = { JOBS_DIR: await temporaryFolder() }
  const [one, other] = [await start(env), await start(env)]
  const id = await make(one, SLOW)
  await until(other, id, 'EXECUTING')
  one.signal('SIGKILL')
  await one.exited
  await until(other, id, 'COMPLETED')
  expect(await textOf(other, `${id}/results/result`)).toMatch(/^n\n\d+\n$/)
  // Of what the killed process wrote nothing is left.
  const files = await readdir(join(env.JOBS_DIR, 'jobs', id))
  expect(files.filter((file) => file.startsWith('result-'))).toHaveLength(1)
})

skipUnless(hasProc, NO_PROC).test(
  'one whose processes are killed again and again is an error that says so',
  async () => {
    const env = { JOBS_DIR: await temporaryFolder() }
    let server = await start(env)
    const id = await make(server, ENDLESS)
    let startedAt: string | undefined
    for (let i = 0; i < 2; i++) {
      const before = startedAt
      startedAt = await waitFor('the next attempt', async () => {
        const [, time] = /startTime>([^<]+)</.exec(await textOf(server, id)) ?? []
        return time === before ? undefined : time
      })
      server.signal('SIGKILL')
      await server.exited
      server = await start(env)
    }
    await until(server, id, 'ERROR')
    expect(await textOf(server, `${id}/error`)).toContain('process that ran the job has ended')
  },
)

test('a service that stops lets its jobs go, and the next one runs them', async () => {
  const env = { JOBS_DIR: await temporaryFolder() }
  const first = await start(env)
  const [running, waiting] = [await make(first, SLOW), await make(first, 'select 2 as n')]
  await until(first, running, 'EXECUTING')
  const startMs = performance.now()
  await first.stop()
  expect(performance.now() - startMs).toBeLessThan(6_000)
  const second = await start(env)
  await until(second, waiting, 'COMPLETED')
  await until(second, running, 'COMPLETED')
})

test('several server processes on one port share their jobs', async () => {
  const server = await start({ SERVERS: '2' })
  const id = await make(server, 'select 3 as n')
  for (let i = 0; i < 30; i++) {
    const response = await fetch(`${server.url}/tap/async/${id}`, { headers: { connection: 'close' } })
    expect(response.status).toBe(200)
    await response.text()
  }
  await until(server, id, 'COMPLETED')
})

skipUnless(hasProc, NO_PROC).test('a server process of several that is killed loses no job', async () => {
  const server = await start({ SERVERS: '2' })
  const ids = await Promise.all([make(server, SLOW), make(server, SLOW.replace('250', '249'))])
  await waitFor('one that runs', async () =>
    (await Promise.all(ids.map((id) => textOf(server, `${id}/phase`)))).includes('EXECUTING') ? true : undefined,
  )
  const isServer = async (pid: number): Promise<boolean> =>
    (
      await Bun.file(`/proc/${pid}/cmdline`)
        .text()
        .catch(() => '')
    ).includes('main.ts')
  for (const pid of descendants(server.pid))
    if (await isServer(pid)) {
      process.kill(pid, 'SIGKILL')
      break
    }
  // A connection to the process that was killed is closed: a client asks again on another one.
  const phase = async (id: string): Promise<string> => textOf(server, `${id}/phase`).catch(() => '')
  for (const id of ids) await waitFor('COMPLETED', async () => ((await phase(id)) === 'COMPLETED' ? true : undefined))
})
