import { afterEach, expect, test } from 'bun:test'
import { waitFor } from '../../fixtures/wait-for.ts'

const PROGRAM = Bun.fileURLToPath(new URL('../../fixtures/processes/group-program.ts', import.meta.url))

interface Line {
  readonly kind: string
  readonly [name: string]: unknown
}

const started: Bun.Subprocess[] = []
afterEach(async () => {
  for (const group of started.splice(0)) {
    group.kill('SIGKILL')
    await group.exited
  }
})

function startGroup(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const child = Bun.spawn([process.execPath, PROGRAM, ...args], {
    env: { ...process.env, ...env },
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  started.push(child)
  const lines: Line[] = []
  const read = (async () => {
    let text = ''
    for await (const piece of child.stdout.pipeThrough(new TextDecoderStream())) {
      const parts = (text + piece).split('\n')
      text = parts.pop()!
      lines.push(...parts.map((line) => JSON.parse(line) as Line))
    }
  })()
  const of = (kind: string): Line[] => lines.filter((line) => line.kind === kind)
  return {
    child,
    of,
    lines,
    read,
    tell(word: string): void {
      child.stdin.write(`${word}\n`)
      child.stdin.flush()
    },
    first: (kind: string) => waitFor(kind, () => of(kind)[0]),
    /** The processes that a refresh reaches, once there are three of them besides those that are gone. */
    members(gone: readonly number[] = []): Promise<readonly number[]> {
      lines.length = 0
      return waitFor('three members', async () => {
        this.tell('refresh')
        await Bun.sleep(20)
        const pids = new Set(of('refreshed').map(({ pid }) => Number(pid)))
        for (const pid of gone) pids.delete(pid)
        return pids.size === 3 ? [...pids] : undefined
      })
    },
  }
}

test('a group shares the port of its first process, and replaces a process that ends', async () => {
  const group = startGroup(['--data', 'folder', '--exit-with-parent'])
  const { startLine } = await group.first('started')
  const { port, args } = JSON.parse(String(startLine))
  expect(args).toEqual(['--data', 'folder', '--servers', '1', '--port', '0', '--shared-port'])
  const members = await group.members()
  const answer = await fetch(`http://127.0.0.1:${port}/`, { keepalive: false })
  expect(members).toContain(Number(await answer.text()))

  const gone: number[] = []
  // The pause before the next process doubles while processes do not live long.
  for (const [pid, restartMs] of [
    [members[0]!, 100],
    [members[1]!, 200],
  ] as const) {
    process.kill(pid, 'SIGKILL')
    const { kind: _, ...ended } = await group.first('server_ended')
    expect(ended).toEqual({ pid, exitCode: null, signal: 'SIGKILL', restartMs })
    gone.push(pid)
    expect(await group.members(gone)).toHaveLength(3)
  }

  group.tell('stop')
  expect(await group.child.exited).toBe(0)
  await group.read
  // Each has ended before the group says so, and none has been replaced.
  expect(group.of('stopped')).toHaveLength(3)
  expect(group.lines.at(-1)!.kind).toBe('ended')
  expect(group.of('server_ended')).toEqual([])
})

test.each([
  ['2', { name: 'UsageError', isGroupError: false, isNoSnapshot: false }],
  ['3', { name: 'NoSnapshotError', isGroupError: true, isNoSnapshot: true }],
  ['7', { name: 'GroupError', isGroupError: true, isNoSnapshot: false }],
])('processes that end with %s before they listen end the start', async (code, expected) => {
  const { first, child } = startGroup([], { MEMBER_EXIT: code })
  expect(await first('failed')).toEqual({
    kind: 'failed',
    message: 'one of its processes ended before it listened.',
    ...expected,
  })
  expect(await child.exited).toBe(1)
})

test('a port that is in use is refused before any process starts', async () => {
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, reusePort: true, fetch: () => new Response() })
  try {
    // A process of the group would listen beside this server, which shares its port.
    const { first } = startGroup([], { GROUP_PORT: String(server.port), MEMBER_EXIT: '7' })
    const { name, message } = await first('failed')
    expect(name).toBe('PortInUseError')
    expect(message).toContain(`PORT ${server.port}: the port is in use`)
  } finally {
    await server.stop(true)
  }
})
