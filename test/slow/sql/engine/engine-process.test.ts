import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { joined } from '../../../../src/core/pieces.ts'
import { connectToEngine } from '../../../../src/sql/processes/engine-connection.ts'
import {
  encodeFrame,
  FRAME,
  type Frame,
  FrameReader,
  NICENESS,
  PROTOCOL,
  SOCKET_FD,
} from '../../../../src/sql/protocol/frames.ts'
import { hasProc, NO_PROC } from '../../../fixtures/processes/process-tree.ts'
import { skipUnless } from '../../../fixtures/skip-unless.ts'
import { writeTinyCatalog } from '../../../fixtures/snapshots/tiny-catalog.ts'
import { waitFor } from '../../../fixtures/wait-for.ts'

const ENTRY = Bun.fileURLToPath(new URL('../../../../src/sql/engine/engine-process.ts', import.meta.url))

const start = (...args: string[]) => startCommand([process.execPath, ENTRY, ...args])

function startCommand(command: string[]) {
  const child = Bun.spawn(command, { stdio: ['ignore', 'ignore', 'inherit', 'socket-fd'] })
  const received: Frame[] = []
  let arrived = Promise.withResolvers<void>()
  const connection = connectToEngine(child.stdio[SOCKET_FD]!, {
    maxFrameBytes: 1 << 30,
    take(frame) {
      received.push(frame)
      arrived.resolve()
      return undefined
    },
    onFault(error) {
      throw error
    },
  })
  return {
    child,
    connection,
    ask: (query: object): void => connection.send(encodeFrame(FRAME.query, query)),
    /** The next frame; undefined at the end of the connection. */
    async frame(): Promise<Frame | undefined> {
      if (received.length === 0) {
        arrived = Promise.withResolvers()
        await Promise.race([arrived.promise, connection.closed])
      }
      return received.shift()
    },
  }
}

let engine: ReturnType<typeof start>
beforeAll(async () => {
  engine = start(await writeTinyCatalog(), '64')
})
afterAll(() => engine.child.kill('SIGKILL'))

const query = (sql: string, more: object = {}) => ({ sql, maxRows: 10, maxBytes: 1_000_000, ...more })
const HEALTH = { wasmBytes: expect.any(Number) }

describe('an engine process', () => {
  test('says that it is ready, in its version, and that it ends with its server', async () => {
    const frame = await engine.frame()
    expect(frame!.kind).toBe(FRAME.ready)
    expect(frame!.payload).toEqual({ protocol: PROTOCOL, endsWithServer: process.platform === 'linux' })
  })

  test('runs with less priority than the server', () => {
    expect(getPriority(engine.child.pid)).toBe(Math.min(19, getPriority() + NICENESS))
  })

  test('answers a query with its rows, their facts and its memory', async () => {
    engine.ask(query('SELECT 1 AS a'))
    const frame = await engine.frame()
    expect(frame!.kind).toBe(FRAME.result)
    expect(frame!.payload).toEqual({ rows: 1, truncated: false, isDeterministic: true, head: '', health: HEALTH })
    expect((frame!.payload as { health: { wasmBytes: number } }).health.wasmBytes).toBeGreaterThan(1 << 20)
    expect(Buffer.from(joined(frame!.body)).toString()).toBe(
      '{"data":[{"a":1}],"rows":1,"columns":["a"],"query":"SELECT 1 AS a","truncated":false}',
    )
  })

  test('sends a long answer in pieces, in order', async () => {
    const sql = "SELECT printf('%0100000d', value) AS v FROM json_each('[1, 2, 3, 4]')"
    engine.ask(query(sql))
    const pieces: Uint8Array[] = []
    let frame = await engine.frame()
    for (; frame!.kind === FRAME.piece; frame = await engine.frame()) {
      expect(frame!.payload).toEqual({})
      pieces.push(joined(frame!.body))
    }
    expect(frame!.kind).toBe(FRAME.result)
    expect(pieces.length).toBeGreaterThan(1)
    const { data } = JSON.parse(Buffer.concat([...pieces, joined(frame!.body)]).toString())
    expect(data).toEqual([1, 2, 3, 4].map((value) => ({ v: String(value).padStart(100_000, '0') })))
  })

  test('knows what reads the clock, and what is random', async () => {
    for (const [sql, isDeterministic] of [
      ["SELECT date('now')", false],
      ["SELECT date('2020-01-01')", true],
      ['SELECT random()', false],
    ] as const) {
      engine.ask(query(sql))
      expect([sql, (await engine.frame())!.payload]).toMatchObject([sql, { isDeterministic }])
    }
  })

  test('refuses with the code, the sentence and the help', async () => {
    engine.ask(query('DROP TABLE exoplanets'))
    const frame = await engine.frame()
    expect(frame!.kind).toBe(FRAME.refusal)
    expect(frame!.payload).toEqual({
      code: 'not_a_select',
      message: 'Only SELECT is allowed, not "DROP". The catalog is read-only.',
      help: { position: 0 },
      hasMore: false,
      health: HEALTH,
    })
    engine.ask(query('SELECT abs(-9223372036854775807 - 1)'))
    expect((await engine.frame())!.payload).toMatchObject({
      code: 'invalid_sql',
      message: 'The query failed: integer overflow.',
    })
  })

  test('sends the explanation of an unknown column after its refusal, empty if there is none', async () => {
    engine.ask(query('SELECT e.pl_radee FROM exoplanets e'))
    const refusal = await engine.frame()
    expect([refusal!.kind, refusal!.payload]).toMatchObject([FRAME.refusal, { code: 'unknown_column', hasMore: true }])
    const explanation = await engine.frame()
    expect(explanation!.kind).toBe(FRAME.explanation)
    expect(explanation!.payload).toEqual({
      message: 'Table "exoplanets" (here "e") has no column "pl_radee". Did you mean e.pl_rade?',
      help: { position: 7, see: { kind: 'schema' }, suggestions: ['e.pl_rade'] },
    })
    engine.ask(query('SELECT nowhere'))
    expect((await engine.frame())!.payload).toMatchObject({ code: 'unknown_column', hasMore: true })
    const none = await engine.frame()
    expect([none!.kind, none!.payload]).toEqual([FRAME.explanation, {}])
  })

  test('does not end with the signals that stop a server, and ends with its connection', async () => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) engine.child.kill(signal)
    engine.ask(query('SELECT 1'))
    expect((await engine.frame())!.kind).toBe(FRAME.result)
    engine.connection.end()
    expect(await engine.frame()).toBeUndefined()
    expect(await engine.child.exited).toBe(0)
  })
})

skipUnless(Bun.which('nice') !== null, 'there is no nice').test(
  'a process whose priority is lower still keeps it: only an administrator could raise it',
  async () => {
    const catalogPath = await writeTinyCatalog()
    const { child, frame } = startCommand(['nice', '-n', '15', process.execPath, ENTRY, catalogPath, '64'])
    try {
      expect((await frame())!.kind).toBe(FRAME.ready)
      expect(getPriority(child.pid)).toBe(Math.min(19, getPriority() + 15))
    } finally {
      child.kill('SIGKILL')
      await child.exited
    }
  },
)

test.each([
  ['without a catalog', [], 'usage: engine-process <catalog.sqlite> <MB>'],
  ['without a limit', ['/nowhere'], 'usage: engine-process <catalog.sqlite> <MB>'],
  ['with a catalog that does not exist', ['/nowhere/catalog.sqlite', '64'], '/nowhere/catalog.sqlite'],
])('a process %s says what it lacks, and ends as broken', async (_case, args, message) => {
  const failing = start(...args)
  const frame = await failing.frame()
  expect(frame!.kind).toBe(FRAME.failure)
  expect((frame!.payload as { message: string }).message).toContain(message)
  expect((frame!.payload as { message: string }).message.length).toBeLessThanOrEqual(4_000)
  expect(await failing.child.exited).toBe(70)
})

test('a process whose server is of an earlier version, and reads its standard output, tells it its version there', async () => {
  const child = Bun.spawn([process.execPath, ENTRY, await writeTinyCatalog(), '64'], {
    stdout: 'pipe',
    stderr: 'ignore',
  })
  const [ready] = new FrameReader(1_000).push(await new Response(child.stdout).bytes())
  expect(ready!.kind).toBe(FRAME.ready)
  expect(ready!.payload).toMatchObject({ protocol: PROTOCOL })
  // It has nothing to read from.
  expect(await child.exited).not.toBe(0)
})

/** Whether a process runs or is stopped, and is more than an entry that nobody has removed. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

skipUnless(hasProc, NO_PROC).test(
  'a process ends when its server is killed, even while it is stopped itself',
  async () => {
    const catalogPath = await writeTinyCatalog()
    // The server of this process is a program of its own, which can be killed.
    const program = `const child = Bun.spawn([process.execPath, ${JSON.stringify(ENTRY)}, ${JSON.stringify(catalogPath)}, '64'], { stdio: ['ignore', 'ignore', 'ignore', 'socket-fd'] })
    await new Promise((data) => Bun.connect({ fd: child.stdio[3], socket: { data } }))
    console.log(child.pid)
    await child.exited`
    const server = Bun.spawn([process.execPath, '-e', program], { stdout: 'pipe', stderr: 'inherit' })
    const { value } = await server.stdout.getReader().read()
    const pid = Number(Buffer.from(value!).toString())
    expect(isAlive(pid)).toBe(true)
    process.kill(pid, 'SIGSTOP')
    server.kill('SIGKILL')
    await server.exited
    await waitFor('the end of the process', () => !isAlive(pid) || undefined)
  },
)
