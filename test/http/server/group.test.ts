import { afterAll, expect, test } from 'bun:test'
import { cp } from 'node:fs/promises'
import { changedArchive } from '../../fixtures/archives/changed-archive.ts'
import { engineProcesses } from '../../fixtures/processes/engine-processes.ts'
import { descendants, hasProc, listeningPorts, NO_PROC } from '../../fixtures/processes/process-tree.ts'
import { startAndFail, startServer, type TestServer } from '../../fixtures/servers/test-server.ts'
import { skipUnless } from '../../fixtures/skip-unless.ts'
import { builtSnapshot } from '../../fixtures/snapshots/built-snapshot.ts'
import { publishArchive } from '../../fixtures/snapshots/publish-archive.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { waitFor } from '../../fixtures/wait-for.ts'

const groups: TestServer[] = []
afterAll(async () => {
  for (const group of groups) await group.stop()
})

async function startServerGroup(env: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  const group = await startServer({ SERVERS: '2', SQL_PROCESSES: '1', ...env })
  groups.push(group)
  return group
}

/** The server processes of a group: its children that have SQL processes. */
function servers(group: TestServer): number[] {
  return descendants(group.pid).filter((pid) => engineProcesses(pid).length > 0)
}

function logCount(group: TestServer, kind: string): number {
  return group.log().split(`"kind":"${kind}"`).length - 1
}

/** A new connection each time, so that the system may choose another process. */
async function statuses(group: TestServer, count: number): Promise<number[]> {
  const found: number[] = []
  for (let i = 0; i < count; i += 1) {
    const response = await fetch(`${group.url}/health`, { headers: { connection: 'close' }, keepalive: false })
    await response.text()
    found.push(response.status)
  }
  return found
}

const inProc = skipUnless(hasProc, NO_PROC).test

inProc('two server processes listen on one port, say so in one line, and both take a new snapshot', async () => {
  const dataDir = await temporaryFolder()
  await cp((await builtSnapshot()).dataDir, dataDir, { recursive: true })
  const group = await startServerGroup({ DATA_DIR: dataDir })
  expect(group.startLine).toEndWith(', 2 server processes')
  await waitFor('two server processes', () => (servers(group).length === 2 ? true : undefined))
  expect(new Set(await statuses(group, 20))).toEqual(new Set([200]))

  const { snapshotId } = await publishArchive(await changedArchive(4), dataDir)
  await waitFor('two switches', () => (logCount(group, 'snapshot_switched') === 2 ? true : undefined))
  for (let i = 0; i < 10; i += 1) {
    const health = Object(await (await fetch(`${group.url}/health`, { keepalive: false })).json())
    expect(health.snapshot.id).toBe(snapshotId)
  }
})

inProc('one that is killed is replaced, and the other answers meanwhile', async () => {
  const group = await startServerGroup()
  const [killed] = await waitFor('two server processes', () =>
    servers(group).length === 2 ? servers(group) : undefined,
  )
  process.kill(killed!, 'SIGKILL')
  await waitFor('the loss to be noticed', () => (logCount(group, 'server_ended') === 1 ? true : undefined))
  expect(new Set(await statuses(group, 10))).toEqual(new Set([200]))
  await waitFor('another one', () => {
    const now = servers(group)
    return now.length === 2 && !now.includes(killed!) ? true : undefined
  })
  expect(new Set(await statuses(group, 10))).toEqual(new Set([200]))
})

skipUnless(hasProc && Bun.which('prlimit') !== null, 'prlimit is not installed').test(
  'one that the system cannot start is tried again, and the other answers meanwhile',
  async () => {
    const group = await startServerGroup()
    const limitFiles = (most: number): void => {
      const command = ['prlimit', '--pid', String(group.pid), `--nofile=${most}:`]
      expect(Bun.spawnSync(command).exitCode).toBe(0)
    }
    const [killed] = await waitFor('two server processes', () =>
      servers(group).length === 2 ? servers(group) : undefined,
    )
    limitFiles(3)
    process.kill(killed!, 'SIGKILL')
    await waitFor('two attempts', () => (logCount(group, 'server_not_started') >= 2 ? true : undefined))
    expect(new Set(await statuses(group, 10))).toEqual(new Set([200]))
    limitFiles(1_024)
    await waitFor('another one', () => {
      const now = servers(group)
      return now.length === 2 && !now.includes(killed!) ? true : undefined
    })
    expect(new Set(await statuses(group, 10))).toEqual(new Set([200]))
  },
)

inProc('a signal to look for a new snapshot does not end a process that is starting', async () => {
  const group = await startServerGroup()
  const [killed] = await waitFor('two server processes', () =>
    servers(group).length === 2 ? servers(group) : undefined,
  )
  process.kill(killed!, 'SIGKILL')
  await waitFor('the loss to be noticed', () => (logCount(group, 'server_ended') === 1 ? true : undefined))
  await waitFor('another one', () => {
    group.signal('SIGHUP')
    return servers(group).filter((pid) => pid !== killed).length === 2 ? true : undefined
  })
  expect(new Set(await statuses(group, 10))).toEqual(new Set([200]))
  expect(logCount(group, 'server_ended')).toBe(1)
})

inProc('the end of the group, in order or by force, ends every process of it', async () => {
  for (const name of ['SIGTERM', 'SIGKILL'] as const) {
    const group = await startServerGroup()
    const all = await waitFor('all processes', () => {
      const found = descendants(group.pid)
      return found.length === 2 + 2 * 2 ? found : undefined
    })
    const own = servers(group)
    group.signal(name)
    const exitCode = await group.exited
    if (name === 'SIGTERM') {
      expect(exitCode).toBe(0)
      // It has waited for each of them.
      expect(own.filter(isThere)).toEqual([])
    }
    await waitFor('all of them to be gone', () => (all.every((pid) => !isThere(pid)) ? true : undefined), 6_000)
  }
})

inProc('the end comes within seconds, also where one of its processes does not answer any more', async () => {
  const group = await startServerGroup()
  const [stuck] = await waitFor('two server processes', () =>
    servers(group).length === 2 ? servers(group) : undefined,
  )
  process.kill(stuck!, 'SIGSTOP')
  try {
    group.signal('SIGTERM')
    expect(await Promise.race([group.exited, Bun.sleep(40_000)])).toBe(1)
  } finally {
    process.kill(stuck!, 'SIGKILL')
  }
})

test('a port on which another group listens is refused with a sentence', async () => {
  const group = await startServerGroup()
  const { dataDir } = await builtSnapshot()
  const env = { SERVERS: '2', SQL_PROCESSES: '1', DATA_DIR: dataDir, PORT: String(group.port) }
  const { exitCode, output } = await startAndFail(env)
  expect(exitCode).toBe(1)
  expect(output).toStartWith(
    `The server did not start: it cannot listen on HOST "127.0.0.1", PORT ${group.port}: the port is in use, or HOST is not an address of this machine. Choose another PORT or HOST.`,
  )
  expect(output.trim().split('\n')).toHaveLength(1)
})

test('a host that has no address is an invalid setting for a group, too', async () => {
  const { dataDir } = await builtSnapshot()
  for (const SERVERS of ['1', '2']) {
    const { exitCode, output } = await startAndFail({ SERVERS, DATA_DIR: dataDir, HOST: 'nowhere.invalid' })
    expect(exitCode).toBe(2)
    expect(output).toContain('it cannot listen on HOST "nowhere.invalid"')
  }
})

test('what keeps one from starting ends the group with its sentence', async () => {
  const { exitCode, output } = await startAndFail({ SERVERS: '2', DATA_DIR: '/nonexistent' })
  expect(exitCode).toBe(3) // as of one server process
  expect(output).toContain('There is no snapshot')
  expect(output.split('There is no snapshot')).toHaveLength(2)
})

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

inProc('a call is cancelled whichever process takes the notification', async () => {
  const group = await startServerGroup()
  const post = (message: object) =>
    fetch(`${group.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', connection: 'close' },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
      keepalive: false,
    })
  const sql = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n'
  // Several rounds, so that in some of them another process gets the notification.
  for (let round = 0; round < 6; round += 1) {
    const id = `call ${round}`
    const call = post({ id, method: 'tools/call', params: { name: 'query_catalog', arguments: { sql } } })
    await waitFor('the call to run', async () => {
      const metrics = await (await fetch(`${group.url}/metrics`)).text()
      return /^catalog_sql_queries\{state="running"\} [1-9]/m.test(metrics) ? true : undefined
    })
    const before = performance.now()
    await post({ method: 'notifications/cancelled', params: { requestId: id } })
    expect((await call).status).toBe(202)
    // Without the notification it would have run for 30 s.
    expect(performance.now() - before).toBeLessThan(15_000)
  }
})

skipUnless(hasProc && process.getuid?.() === 0, 'only root may listen on port 80').test(
  'the port of HTTP is shared like any other',
  async () => {
    const group = await startServerGroup({ HOST: '127.0.0.99', PORT: '80' })
    expect(group.url).toBe('http://127.0.0.99')
    await waitFor('two server processes', () => (servers(group).length === 2 ? true : undefined))
    const ports = servers(group).flatMap((pid) => listeningPorts(pid))
    expect(ports).toEqual([80, 80])
  },
)
