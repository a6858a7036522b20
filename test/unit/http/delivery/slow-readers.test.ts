import { expect, test } from 'bun:test'
import { createSlowReaders, MIN_BYTES_PER_S, READING_WINDOW_MS } from '../../../../src/http/delivery/slow-readers.ts'
import { watchTimers } from '../../../fixtures/watch-timers.ts'

/** An answer of which a test says how much was taken. */
function reading() {
  const state = { taken: 0, cuts: 0 }
  return Object.assign(state, {
    cut() {
      state.cuts += 1
    },
  })
}

const ENOUGH = (MIN_BYTES_PER_S * READING_WINDOW_MS) / 1_000

test('who takes nothing, or less than the least rate, is cut once, after the window', () => {
  const readers = createSlowReaders(() => 1_000)
  const [idle, slow, steady] = [reading(), reading(), reading()]
  for (const one of [idle, slow, steady]) readers.watch(one)
  slow.taken = ENOUGH - 1
  steady.taken = ENOUGH
  readers.look(1_000 + READING_WINDOW_MS - 1)
  expect([idle, slow, steady].map(({ cuts }) => cuts)).toEqual([0, 0, 0])
  readers.look(1_000 + READING_WINDOW_MS)
  readers.look(1_000 + READING_WINDOW_MS)
  expect([idle, slow, steady].map(({ cuts }) => cuts)).toEqual([1, 1, 0])
})

test('each window counts by itself: what was taken before does not help', () => {
  const readers = createSlowReaders(() => 0)
  const one = reading()
  readers.watch(one)
  one.taken = 100 * ENOUGH
  readers.look(READING_WINDOW_MS)
  readers.look(2 * READING_WINDOW_MS - 1)
  expect(one.cuts).toBe(0)
  readers.look(2 * READING_WINDOW_MS)
  expect(one.cuts).toBe(1)
})

test('what is over is watched no more', () => {
  const readers = createSlowReaders(() => 0)
  const one = reading()
  readers.watch(one)()
  readers.look(10 * READING_WINDOW_MS)
  expect(one.cuts).toBe(0)
})

test('there is a timer while anything is watched, and none when nothing is', () => {
  using timers = watchTimers()
  const readers = createSlowReaders(() => 0)
  const [end, endOther] = [readers.watch(reading()), readers.watch(reading())]
  expect(timers.pending()).toHaveLength(1)
  end()
  end()
  expect(timers.pending()).toHaveLength(1)
  endOther()
  expect(timers.pending()).toEqual([])
  readers.watch(reading())()
  expect(timers.pending()).toEqual([])
})

test('an answer that waits for what is to come is not slow, and has its whole window after that', () => {
  const readers = createSlowReaders(() => 0)
  const one = Object.assign(reading(), { isDry: true })
  readers.watch(one)
  readers.look(10 * READING_WINDOW_MS)
  one.isDry = false
  readers.look(11 * READING_WINDOW_MS - 1)
  expect(one.cuts).toBe(0)
  readers.look(11 * READING_WINDOW_MS)
  expect(one.cuts).toBe(1)
})
