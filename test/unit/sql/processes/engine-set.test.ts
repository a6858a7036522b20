import { afterEach, describe, expect, spyOn, test } from 'bun:test'
import type { Engine, EngineFailure } from '../../../../src/sql/processes/engine.ts'
import { createEngineSet, type EngineSet } from '../../../../src/sql/processes/engine-set.ts'

const sets: EngineSet[] = []
afterEach(async () => {
  await Promise.all(sets.splice(0).map((set) => set.close(undefined)))
})

/** A process that does what the test says. */
function stub() {
  const ready = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<EngineFailure | undefined>()
  ready.promise.catch(() => {})
  let isUsable = true
  const calls: string[] = []
  const engine = {
    ready: ready.promise,
    ended: ended.promise,
    isUsable: () => isUsable,
    isStopped: () => calls.includes('stop') && !calls.includes('resume'),
    resume: () => calls.push('resume'),
    privateBytes: () => 10,
    kill(reason: unknown) {
      calls.push(`kill ${reason}`)
      isUsable = false
      ended.resolve(undefined)
    },
  } as unknown as Engine
  return {
    engine,
    calls,
    ready: () => ready.resolve(),
    breakDown: () => {
      isUsable = false
    },
    fail(phase: EngineFailure['phase'] = 'query') {
      isUsable = false
      if (phase === 'start') ready.reject(new Error('It did not start.'))
      ended.resolve({ phase, exitCode: 1, signal: null, detail: 'broken' })
    },
  }
}

interface Options {
  readonly wanted?: () => number
  readonly readyCount?: number
  readonly mayStart?: () => boolean
}

function setOf({ wanted = () => 2, readyCount = 2, mayStart = () => true }: Options = {}) {
  const started: ReturnType<typeof stub>[] = []
  const log: string[] = []
  const set = createEngineSet({
    start() {
      if (!mayStart()) throw new Error('no process is left')
      const one = stub()
      started.push(one)
      return one.engine
    },
    wanted,
    readyCount,
    onIdle: () => log.push('idle'),
    onFault: ({ phase }) => log.push(`fault in ${phase}`),
    onSurplus: () => log.push('surplus'),
    onUnavailable: (seconds) => log.push(`unavailable ${seconds}`),
  })
  sets.push(set)
  return { set, started, log }
}

/** Timers that fire when the test says so. */
function heldTimers() {
  const { setTimeout, clearTimeout } = globalThis
  const held: { readonly call: () => void; readonly delay: number }[] = []
  Object.assign(globalThis, {
    setTimeout(call: () => void, delay: number) {
      held.push({ call, delay })
      return held.at(-1)
    },
    clearTimeout(timer: unknown) {
      const at = held.indexOf(timer as (typeof held)[number])
      if (at >= 0) held.splice(at, 1)
    },
  })
  return {
    pending: () => held.map(({ delay }) => delay),
    fire: () => held.shift()!.call(),
    [Symbol.dispose]: () => void Object.assign(globalThis, { setTimeout, clearTimeout }),
  }
}

/** Lets all promises go on that can. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('a set of processes', () => {
  test('is ready with its first processes, and gives out those that are', async () => {
    const { set, started, log } = setOf()
    let isReady = false
    set.ready.then(() => {
      isReady = true
    })
    set.fill()
    expect([started.length, set.size, set.idle]).toEqual([2, 2, 0])
    started[0]!.ready()
    await settled()
    expect([set.idle, isReady, log]).toEqual([1, false, ['idle']])
    started[1]!.ready()
    await settled()
    expect([set.idle, isReady]).toEqual([2, true])
    const taken = set.take()!
    expect([set.idle, set.size]).toEqual([1, 2])
    set.giveBack(taken)
    expect(set.idle).toBe(2)
    expect(set.privateBytes()).toBe(20)
    set.take()
    set.take()
    expect(set.take()).toBeUndefined()
  })

  test('replaces a process that ended, and does not count or give out one that is broken', async () => {
    const { set, started, log } = setOf()
    set.fill()
    for (const one of started) one.ready()
    await settled()
    started[0]!.fail()
    await settled()
    expect([started.length, set.size, set.idle]).toEqual([3, 2, 1])
    expect(log).toContain('fault in query')
    started[1]!.breakDown()
    expect([set.size, set.idle]).toEqual([1, 0])
    expect(set.take()).toBeUndefined()
    set.fill()
    expect(started).toHaveLength(4)
  })

  test('resumes a process that was stopped while it started', () => {
    const { set, started } = setOf()
    set.fill()
    started[0]!.calls.push('stop')
    set.fill()
    expect(started.map(({ calls }) => calls)).toEqual([['stop', 'resume'], []])
  })

  test('ends what is too much after ten seconds, idle ones only', async () => {
    using timers = heldTimers()
    let wanted = 3
    const { set, started, log } = setOf({ wanted: () => wanted, readyCount: 3 })
    set.fill()
    for (const one of started) one.ready()
    await settled()
    expect(timers.pending()).toEqual([])
    wanted = 1
    set.take()
    set.fill()
    set.fill()
    expect(timers.pending()).toEqual([10_000])
    expect(log).not.toContain('surplus')
    // Two are too many, and one of them works.
    timers.fire()
    await settled()
    expect([log.filter((line) => line === 'surplus').length, set.size, set.idle]).toEqual([2, 1, 0])
    expect(started.filter(({ calls }) => calls.length > 0)).toHaveLength(2)
    await set.close('over')
    expect(timers.pending()).toEqual([])
  })

  test('waits longer after each failed start, and says after three when to come back', async () => {
    using timers = heldTimers()
    using _still = spyOn(performance, 'now').mockReturnValue(0)
    let mayStart = false
    const { set, started, log } = setOf({ mayStart: () => mayStart })
    const refusal = set.ready.then(
      () => 'ready',
      (error: Error) => error.message,
    )
    set.fill()
    // One attempt per pause, although two are wanted.
    expect([log, timers.pending()]).toEqual([['fault in start'], [200]])
    set.fill()
    expect(log).toHaveLength(1)
    timers.fire()
    expect([log.length, timers.pending()]).toEqual([2, [400]])
    expect(set.unavailableForS()).toBeUndefined()
    timers.fire()
    expect(timers.pending()).toEqual([800])
    expect(log.at(-1)).toBe('unavailable 2')
    expect(set.unavailableForS()).toBe(2)
    expect(await refusal).toBe('The SQL processes do not start.')
    mayStart = true
    timers.fire()
    expect(started).toHaveLength(2)
    expect(set.unavailableForS()).toBeUndefined()
    for (const one of started) one.ready()
    await settled()
    expect([set.idle, timers.pending()]).toEqual([2, []])
    // A start that succeeded makes the next pause short again.
    mayStart = false
    started[0]!.fail()
    await settled()
    expect(timers.pending()).toEqual([200])
  })

  test('waits after a process that ended while it started, not after one that ended later', async () => {
    using timers = heldTimers()
    const { set, started } = setOf({ wanted: () => 1, readyCount: 1 })
    set.fill()
    started[0]!.fail('start')
    await settled()
    expect([started.length, timers.pending()]).toEqual([1, [200]])
    await set.close(undefined)
    expect(timers.pending()).toEqual([])
  })

  test('ends all its processes when it is closed, and starts no more', async () => {
    const listeners = process.listenerCount('exit')
    const { set, started } = setOf()
    const refusal = set.ready.catch((error: Error) => error.message)
    set.fill()
    expect(process.listenerCount('exit')).toBe(listeners + 1)
    started[0]!.ready()
    await settled()
    const taken = set.take()
    expect(taken).toBe(started[0]!.engine)
    await set.close('over')
    expect(started.map(({ calls }) => calls)).toEqual([['kill over'], ['kill over']])
    expect(await refusal).toBe('The SQL processes were ended.')
    set.fill()
    await settled()
    expect(started).toHaveLength(2)
    expect(process.listenerCount('exit')).toBe(listeners)
  })
})
