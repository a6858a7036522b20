import { afterEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { byteLengthOf } from '../../../../src/core/pieces.ts'
import type { VoOutput } from '../../../../src/formats/vo/vo-output.ts'
import { type Engine, EngineLost } from '../../../../src/sql/processes/engine.ts'
import { type EngineOptions, startEngine } from '../../../../src/sql/processes/engine-handle.ts'
import { isStopped } from '../../../../src/sql/processes/process-state.ts'
import { PROTOCOL } from '../../../../src/sql/protocol/frames.ts'
import { descendants, hasProc, NO_PROC } from '../../../fixtures/processes/process-tree.ts'
import { skipUnless } from '../../../fixtures/skip-unless.ts'
import { writeTinyCatalog } from '../../../fixtures/snapshots/tiny-catalog.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'
import { waitFor } from '../../../fixtures/wait-for.ts'
import { watchTimers } from '../../../fixtures/watch-timers.ts'

const FRAMES = JSON.stringify(join(import.meta.dir, '../../../../src/sql/protocol/frames.ts'))
let engine: Engine | undefined

afterEach(async () => {
  engine?.kill(undefined)
  await engine?.ended
})

/**
 * An engine whose process sends these frames, each an expression: some at once, the next after the first query came, and so
 * on for each query.
 */
async function engineThatSends(
  atOnce: readonly string[],
  afterQueries: readonly (readonly string[])[] = [],
  limits: Pick<EngineOptions, 'explainMs' | 'overdueMs' | 'startMs'> = {},
): Promise<Engine> {
  const entry = join(await temporaryFolder(), 'stand-in.ts')
  const sent = (frames: readonly string[]) => frames.map((frame) => `send(encodeFrame(${frame}))`).join('\n')
  await Bun.write(
    entry,
    `import { readSync, writeSync } from 'node:fs'
    import { encodeFrame, FRAME, SOCKET_FD } from ${FRAMES}
    const send = (pieces: Uint8Array[]) => { for (const piece of pieces) writeSync(SOCKET_FD, piece) }
    ${sent(atOnce)}
    const byte = Buffer.alloc(65536)
    ${afterQueries.map((frames) => `readSync(SOCKET_FD, byte)\n${sent(frames)}`).join('\n')}
    while (readSync(SOCKET_FD, byte) > 0);`,
  )
  engine = startEngine({ catalogPath: '/nowhere', memoryMb: 64, entry, ...limits })
  return engine
}

describe('a process of another version is not asked anything, and the log says what to do', () => {
  test.each([
    ['that counts on', `FRAME.ready, { protocol: ${PROTOCOL + 1} }`],
    ['of before there was a count', 'FRAME.ready, { wasmBytes: 1 }'],
    ['whose kinds of frames have moved', `FRAME.query, { protocol: ${PROTOCOL} }`],
  ])('%s', async (_case, frame) => {
    const { ready, ended } = await engineThatSends([frame])
    await expect(ready).rejects.toThrow()
    const fault = await ended
    expect(fault).toMatchObject({ phase: 'start' })
    expect(fault!.detail).toContain('Restart the server.')
  })
})

test('a code that this server does not know is a fault of ours, not an answer', async () => {
  const health = { wasmBytes: 1 }
  const started = await engineThatSends(
    [`FRAME.ready, { protocol: ${PROTOCOL}, endsWithServer: true }`],
    [
      [
        `FRAME.refusal, { code: 'new_code', message: 'm', help: {}, hasMore: false, health: ${JSON.stringify(health)} }`,
      ],
    ],
  )
  await started.ready
  const error = await started.run({ sql: 'SELECT 1', maxRows: 1 }).result.catch((thrown) => thrown)
  expect(error).toBeInstanceOf(EngineLost)
  expect((await started.ended)!.detail).toContain('unknown code new_code')
})

const READY = `FRAME.ready, { protocol: ${PROTOCOL}, endsWithServer: true }`
const QUERY = { sql: 'SELECT 1', maxRows: 1 }

describe('an answer of many frames', () => {
  const piece = (byte: number, length: number) => `FRAME.piece, {}, new Uint8Array(${length}).fill(${byte})`
  const end = `FRAME.result, { rows: 1, truncated: false, isDeterministic: true, head: '', health: { wasmBytes: 1 } }, new Uint8Array(3).fill(9)`
  const answered = async (frames: readonly string[]) => {
    const started = await engineThatSends([READY], [frames])
    await started.ready
    return started.run({ sql: 'SELECT 1', maxRows: 1 }).result
  }

  test('is never joined where it is long', async () => {
    const sizes = Array.from({ length: 10 }, (_, i) => 131_072 + i)
    const { json } = await answered([...sizes.map((size, i) => piece(i, size)), end])
    const expected = Buffer.concat([...sizes.map((size, i) => Buffer.alloc(size, i)), Buffer.alloc(3, 9)])
    expect(Buffer.concat(json).equals(expected)).toBe(true)
    expect(json.length).toBeGreaterThanOrEqual(sizes.length)
    expect(Math.min(...json.map(({ length }) => length))).toBeGreaterThan(0)
  })

  test('is one piece where it is short', async () => {
    const { json } = await answered([piece(1, 131_072), piece(2, 100), end])
    const expected = Buffer.concat([Buffer.alloc(131_072, 1), Buffer.alloc(100, 2), Buffer.alloc(3, 9)])
    expect(json.map((one) => expected.equals(one))).toEqual([true])
  })

  test('that ends in a fault is a fault, whatever came before', async () => {
    const pieces = Array.from({ length: 10 }, () => piece(1, 131_072))
    const broken =
      'FRAME.refusal, { code: "new_code", message: "m", help: {}, hasMore: false, health: { wasmBytes: 1 } }'
    const error = await answered([...pieces, broken]).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(EngineLost)
  })
})

describe('an answer that goes to a stream', () => {
  const piece = (text: string) => `FRAME.piece, {}, Buffer.from('${text}')`
  const end = (head: string) =>
    `FRAME.result, { rows: 1, truncated: false, isDeterministic: true, head: '${head}', health: { wasmBytes: 1 } }, Buffer.from('!')`

  test('is handed on from so many bytes on, in order; what comes last is its result', async () => {
    const started = await engineThatSends([READY], [[piece('abc'), piece('def'), piece('ghi'), end('')], [end('')]])
    await started.ready
    const written: string[] = []
    const write = (pieces: readonly Uint8Array[]): undefined => {
      written.push(Buffer.concat([...pieces]).toString())
    }
    const query = { ...QUERY, stream: { fromBytes: 4, write } }
    const { json } = await started.run(query).result
    expect([written.join(''), Buffer.concat(json).toString()]).toEqual(['abcdefghi', '!'])
    expect(written[0]).toStartWith('abcdef')
    expect(started.answerBytes()).toBe(0)
    // The next one has a beginning of its own.
    const short = await started.run(query).result
    expect([written.join(''), Buffer.concat(short.json).toString()]).toEqual(['abcdefghi', '!'])
  })

  test('stays whole where it is short, with what belongs before it', async () => {
    const started = await engineThatSends([READY], [[piece('abc'), end('head ')]])
    await started.ready
    const write = () => {
      throw new Error('not called')
    }
    const { json } = await started.run({ ...QUERY, stream: { fromBytes: 100, write } }).result
    expect(Buffer.concat(json).toString()).toBe('head abc!')
  })

  test('and that is lost in the middle tells whose fault it was', async () => {
    for (const [frames, isOurFault] of [
      [[piece('abc'), `FRAME.failure, { message: 'out of luck' }`], true],
      [[piece('abc')], false],
    ] as const) {
      const started = await engineThatSends([READY], [[...frames, 'FRAME.piece, {}, (process.exit(1), Buffer.of(1))']])
      await started.ready
      const error = await started.run(QUERY).result.catch((thrown) => thrown)
      expect(error).toBeInstanceOf(EngineLost)
      expect(error.isOurFault).toBe(isOurFault)
      const detail = isOurFault ? 'out of luck' : ''
      expect(await started.ended).toEqual({ phase: 'query', exitCode: 1, signal: null, detail })
    }
  })
})

test.each([
  [10, 'too_much_unread'],
  [1e12, 'result_too_large'],
  [undefined, 'result_too_large'],
])('an answer that is too large for the room %p of its client is refused as %s', async (room, code) => {
  const refusal = `FRAME.refusal, { code: 'result_too_large', message: 'm', help: {}, hasMore: false, health: { wasmBytes: 1 } }`
  const started = await engineThatSends([READY], [[refusal]])
  await started.ready
  const error = await started
    .run({ ...QUERY, ...(room === undefined ? {} : { room: () => room }) })
    .result.catch((thrown) => thrown)
  expect(error).toMatchObject({ code })
  expect(started.isUsable()).toBe(true)
})

test('a process is stopped only where it ends with its server, and goes on', async () => {
  const ready = (endsWithServer: boolean) => `FRAME.ready, { protocol: ${PROTOCOL}, endsWithServer: ${endsWithServer} }`
  const independent = await engineThatSends([ready(false)])
  await independent.ready
  expect(independent.pause()).toBe(false)
  independent.kill(undefined)
  await independent.ended
  expect(independent.pause()).toBe(false)
  const started = await engineThatSends([ready(true)])
  await started.ready
  expect(started.pause()).toBe(true)
  if (hasProc) await waitFor('the stop', () => started.isStopped() || undefined)
  started.resume()
  if (hasProc) await waitFor('the end of the stop', () => !started.isStopped() || undefined)
})

skipUnless(hasProc, NO_PROC).test('one that was stopped again from outside goes on all the same', async () => {
  const before = new Set(descendants(process.pid))
  const started = await engineThatSends([`FRAME.ready, { protocol: ${PROTOCOL}, endsWithServer: true }`])
  await started.ready
  const [pid] = descendants(process.pid).filter((each) => !before.has(each)) as [number]
  const isNow = (state: boolean) => waitFor('the signal', () => isStopped(pid) === state || undefined)
  expect(started.pause()).toBe(true)
  await isNow(true)
  process.kill(pid, 'SIGCONT')
  await isNow(false)
  expect(started.isStopped()).toBe(false)
  process.kill(pid, 'SIGSTOP')
  await isNow(true)
  started.resume()
  await isNow(false)
})

test('one that is ended rejects its query with the reason, and is no fault', async () => {
  const started = await engineThatSends([READY], [[]])
  await started.ready
  const { result, free } = started.run(QUERY)
  started.kill('the reason')
  expect(await result.catch((reason) => reason)).toBe('the reason')
  await free
  expect(started.isUsable()).toBe(false)
  expect(await started.ended).toBeUndefined()
})

test('the process is told the text, the limits, the format and the facts of a query, and no more', async () => {
  // What it reads is told as its failure: the length and kind of the frame, the length of its JSON, and the JSON.
  const told = "FRAME.failure, { message: byte.toString('utf8', 9, 9 + byte.readUInt32LE(5)) }"
  const fill = 'FRAME.piece, {}, (process.exit(1), Buffer.of(1))'
  const vo: VoOutput = { format: 'csv', query: 'q', columns: [], snapshotId: 's', source: '', warnings: [] }
  const facts = { snapshotId: 's', source: 'https://archive.example' }
  for (const [query, frame] of [
    [QUERY, { ...QUERY, maxBytes: 134_217_728 }],
    [
      { ...QUERY, format: 'votable', vo, facts, maxBytes: 99, room: () => 100 },
      { ...QUERY, maxBytes: 99, format: 'votable', vo, facts },
    ],
    [
      { ...QUERY, room: () => 50, clients: new Set(['a']) },
      { ...QUERY, maxBytes: 50 },
    ],
    [
      { ...QUERY, stream: { fromBytes: 1, write: () => undefined }, room: () => 50 },
      { ...QUERY, maxBytes: Number.MAX_SAFE_INTEGER },
    ],
  ] as const) {
    const started = await engineThatSends([READY], [[told, fill]])
    await started.ready
    await started.run(query).result.catch(() => {})
    expect(JSON.parse((await started.ended)!.detail)).toEqual(frame)
  }
})

test('a query that comes in many parts is read whole', async () => {
  engine = startEngine({ catalogPath: await writeTinyCatalog(), memoryMb: 64 })
  await engine.ready
  const text = Array.from({ length: 60_000 }, (_, i) => String(i)).join(' ')
  const { json } = await engine.run({ sql: `SELECT '${text}' AS text`, maxRows: 1 }).result
  expect(JSON.parse(Buffer.concat([...json]).toString()).data[0].text === text).toBe(true)
})

describe('the limits of a process', () => {
  const MIB = 1_048_576
  const health = '{ wasmBytes: 1 }'
  const piece = `FRAME.piece, {}, new Uint8Array(${MIB - 100})`
  const end = `FRAME.result, { rows: 1, truncated: false, isDeterministic: true, head: '', health: ${health} }`
  const refusal = `FRAME.refusal, { code: 'unknown_column', message: 'plain', help: {}, hasMore: true, health: ${health} }`
  const explanation = `FRAME.explanation, { message: 'better', help: {} }`
  const outcome = (started: Engine) => started.run(QUERY).result.catch((thrown) => thrown)

  test('one that does not get ready in time is ended', async () => {
    const { ready, ended } = await engineThatSends([], [], { startMs: 50 })
    await expect(ready).rejects.toThrow()
    expect(await ended).toBeUndefined()
  })

  test('one that is ready in time is not ended later', async () => {
    using timers = watchTimers()
    const started = await engineThatSends([READY], [], { startMs: 54_321 })
    await started.ready
    await waitFor('the end of the timer', () => (timers.pending().includes(54_321) ? undefined : true))
  })

  test('an answer that is longer than one may be is not taken, and its process is ended', async () => {
    const started = await engineThatSends([READY], [[...new Array(129).fill(piece), end]])
    await started.ready
    expect((await outcome(started)) instanceof EngineLost).toBe(true)
    expect((await started.ended)!.detail).toMatch(/an answer of 13\d{7} bytes/)
  })

  test('the bytes of one answer do not count in the next', async () => {
    const long = [...new Array(60).fill(piece), end]
    const started = await engineThatSends([READY], [long, long, long])
    await started.ready
    for (const _ of [1, 2, 3]) expect(byteLengthOf((await started.run(QUERY).result).json)).toBe(60 * (MIB - 100))
  })

  test('better words for a refusal are taken, and their process goes on', async () => {
    using timers = watchTimers()
    const limits = { explainMs: 30_000, overdueMs: 1_000 }
    const started = await engineThatSends([READY], [[refusal, explanation], [end]], limits)
    await started.ready
    expect(await outcome(started)).toMatchObject({ code: 'unknown_column', message: 'better' })
    expect(timers.pending().filter((delay) => delay >= 30_000 && delay <= 31_000)).toEqual([])
    expect(await outcome(started)).toMatchObject({ rows: 1 })
  })

  test('a process that never finds them is ended, after its client has been answered', async () => {
    const started = await engineThatSends([READY], [[refusal]], { explainMs: 50, overdueMs: 300 })
    await started.ready
    const { result, free } = started.run(QUERY)
    const error = await result.catch((thrown) => thrown)
    expect(error).toMatchObject({ code: 'unknown_column', message: 'plain' })
    await free
    expect(started.isUsable()).toBe(false)
    expect(await started.ended).toBeUndefined()
  })

  test('one that has grown answers, and then ends without a fault', async () => {
    const grown = end.replace(health, `{ wasmBytes: ${97 * MIB} }`)
    const started = await engineThatSends([READY], [[grown]])
    await started.ready
    expect(await outcome(started)).toMatchObject({ rows: 1 })
    expect([started.isUsable(), started.hasGrown()]).toEqual([false, true])
    expect(await started.ended).toBeUndefined()
  })
})
