import { afterEach, describe, expect, test } from 'bun:test'
import { connectToEngine, type EngineConnection } from '../../../../src/sql/processes/engine-connection.ts'
import { encodeFrame, FRAME, type Frame, SOCKET_FD } from '../../../../src/sql/protocol/frames.ts'
import { waitFor } from '../../../fixtures/wait-for.ts'

/** A program that sends back what it receives, and ends with its input. */
const ECHO = `const { readSync, writeSync } = require('node:fs')
const piece = Buffer.alloc(65536)
for (let length; (length = readSync(${SOCKET_FD}, piece)) > 0; )
  for (let at = 0; at < length; ) at += writeSync(${SOCKET_FD}, piece, at, length - at)`

/** A program that sends five frames, more than the system holds, and ends. */
const SENDS_FIVE = `import { writeSync } from 'node:fs'
import { encodeFrame, FRAME } from ${JSON.stringify(Bun.fileURLToPath(new URL('../../../../src/sql/protocol/frames.ts', import.meta.url)))}
for (let number = 0; number < 5; number++)
  for (const piece of encodeFrame(FRAME.piece, { number }, new Uint8Array(300_000)))
    for (let at = 0; at < piece.length; ) at += writeSync(${SOCKET_FD}, piece, at)`

let child: Bun.Subprocess<'ignore', 'ignore', 'inherit'> | undefined
afterEach(async () => {
  child?.kill('SIGKILL')
  await child?.exited
})

function connected(
  take: (frame: Frame) => Promise<unknown> | undefined,
  program = ECHO,
): { connection: EngineConnection; faults: unknown[] } {
  child = Bun.spawn([process.execPath, '-e', program], { stdio: ['ignore', 'ignore', 'inherit', 'socket-fd'] })
  const faults: unknown[] = []
  const options = { maxFrameBytes: 4_000_000, take, onFault: (error: unknown) => faults.push(error) }
  return { connection: connectToEngine(child.stdio[SOCKET_FD]!, options), faults }
}

const numbered = (number: number, body = new Uint8Array()): Uint8Array[] => encodeFrame(FRAME.piece, { number }, body)
const numberOf = ({ payload }: Frame): number => (payload as { number: number }).number

describe('the connection to a process', () => {
  test('sends and receives frames in order, also those that the socket does not take at once', async () => {
    const received: [number, number][] = []
    const { connection, faults } = connected((frame) => {
      received.push([numberOf(frame), frame.body.reduce((sum, part) => sum + part.reduce((a, b) => a + b, 0), 0)])
      return undefined
    })
    const sizes = [10, 3_000_000, 0, 70_000]
    sizes.forEach((size, i) => {
      connection.send(numbered(i, new Uint8Array(size).fill(i + 1)))
    })
    await waitFor('the frames', () => received.length === sizes.length || undefined)
    expect(received).toEqual(sizes.map((size, i) => [i, size * (i + 1)]))
    connection.end()
    await connection.closed
    expect([await child!.exited, faults]).toEqual([0, []])
  })

  test('takes nothing while the last frame is not done with, and closes after the last of a process that has ended', async () => {
    const begun: number[] = []
    const waits = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
    const { connection, faults } = connected((frame) => {
      begun.push(numberOf(frame))
      return waits[numberOf(frame)]!.promise
    }, SENDS_FIVE)
    let isClosed = false
    connection.closed.then(() => {
      isClosed = true
    })
    for (const [i, { resolve }] of waits.entries()) {
      await waitFor('the next frame', () => begun.length === i + 1 || undefined)
      await Bun.sleep(5)
      expect([begun.at(-1), isClosed]).toEqual([i, false])
      resolve()
    }
    await connection.closed
    expect([await child!.exited, faults]).toEqual([0, []])
    // Too late, and without effect.
    connection.send(numbered(5))
    connection.end()
  })

  test.each([
    ['a frame is too long', 'Buffer.alloc(8, 255)', 'a frame of 4294967295 bytes'],
    ['a frame has no JSON', 'Buffer.from([9, 0, 0, 0, 3, 4, 0, 0, 0, 1, 2, 3, 4])', 'JSON'],
  ])('tells a fault if %s', async (_, bytes, message) => {
    const { connection, faults } = connected(() => undefined, `require('node:fs').writeSync(${SOCKET_FD}, ${bytes})`)
    await connection.closed
    expect(String(faults[0])).toContain(message)
    expect(faults.length).toBe(1)
  })

  test('tells a fault if a frame cannot be taken, at once or later, and takes no other of those received', async () => {
    for (const fail of [
      () => {
        throw new Error('at once')
      },
      async () => Promise.reject(new Error('later')),
    ]) {
      let taken = 0
      const { connection, faults } = connected(() => {
        taken += 1
        return fail()
      })
      connection.send([Buffer.concat([...numbered(0), ...numbered(1), ...numbered(2)])])
      await waitFor('the fault', () => faults.length > 0 || undefined)
      expect(String(faults[0])).toMatch(/at once|later/)
      expect(taken).toBe(1)
      connection.end()
      await connection.closed
    }
  })
})
