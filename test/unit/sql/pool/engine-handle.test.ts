import { afterEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { type Engine, EngineLost, startEngine } from '../../../../src/sql/pool/engine-handle.ts'
import { PROTOCOL } from '../../../../src/sql/protocol/frames.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

const FRAMES = JSON.stringify(join(import.meta.dir, '../../../../src/sql/protocol/frames.ts'))
let engine: Engine | undefined

afterEach(async () => {
  engine?.kill(undefined)
  await engine?.ended
})

/** An engine whose process sends these frames, each an expression, and the last ones after the first query came. */
async function engineThatSends(atOnce: readonly string[], afterQuery: readonly string[] = []): Promise<Engine> {
  const entry = join(await temporaryFolder(), 'stand-in.ts')
  const sent = (frames: readonly string[]) => frames.map((frame) => `send(encodeFrame(${frame}))`).join('\n')
  await Bun.write(
    entry,
    `import { readSync, writeSync } from 'node:fs'
    import { encodeFrame, FRAME } from ${FRAMES}
    const send = (pieces: Uint8Array[]) => { for (const piece of pieces) writeSync(1, piece) }
    ${sent(atOnce)}
    const byte = Buffer.alloc(65536)
    readSync(0, byte)
    ${sent(afterQuery)}
    while (readSync(0, byte) > 0);`,
  )
  engine = startEngine({ catalogPath: '/nowhere', memoryMb: 64, entry })
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
    [`FRAME.refusal, { code: 'new_code', message: 'm', help: {}, hasMore: false, health: ${JSON.stringify(health)} }`],
  )
  await started.ready
  const error = await started.run({ sql: 'SELECT 1', maxRows: 1 }).result.catch((thrown) => thrown)
  expect(error).toBeInstanceOf(EngineLost)
  expect((await started.ended)!.detail).toContain('unknown code new_code')
})

describe('an answer of many frames', () => {
  const READY = `FRAME.ready, { protocol: ${PROTOCOL}, endsWithServer: true }`
  const piece = (byte: number, length: number) => `FRAME.piece, {}, new Uint8Array(${length}).fill(${byte})`
  const end = `FRAME.result, { rows: 1, truncated: false, isDeterministic: true, head: '', health: { wasmBytes: 1 } }, new Uint8Array(3).fill(9)`
  const answered = async (frames: readonly string[]) => {
    const started = await engineThatSends([READY], frames)
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
