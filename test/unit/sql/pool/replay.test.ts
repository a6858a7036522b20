import { describe, expect, test } from 'bun:test'
import type { Pieces } from '../../../../src/core/pieces.ts'
import { createReplay } from '../../../../src/sql/pool/replay.ts'

const pieces = (...texts: readonly string[]): Pieces => texts.map((text) => Buffer.from(text))
const text = (given: Pieces | undefined) => (given === undefined ? undefined : Buffer.concat([...given]).toString())

describe('a query that runs again', () => {
  const begun = () => {
    const replay = createReplay(100)
    const first = replay.execution()
    expect(first.fromBytes).toBe(100)
    expect(text(first.next(pieces('abc', 'de')))).toBe('abcde')
    return replay
  }

  test('goes on where it was, however its answer is cut', () => {
    for (const cuts of [['abcdefgh'], ['a', 'bcd', 'efg', 'h'], ['abcde', 'fgh'], ['abcdef', 'gh']]) {
      const again = begun().execution()
      expect(again.fromBytes).toBe(0)
      expect(cuts.map((cut) => text(again.next(pieces(cut)))).join('')).toBe('fgh')
      expect(text(again.last(pieces('ij')))).toBe('ij')
    }
  })

  test('and begins in another way is told from it', () => {
    const again = begun().execution()
    expect(text(again.next(pieces('abX')))).toBe('')
    expect(again.next(pieces('defg'))).toBeUndefined()
  })

  test('and ends before it got so far is told from it', () => {
    const again = begun().execution()
    expect(text(again.next(pieces('abc')))).toBe('')
    expect(again.last(pieces('d'))).toBeUndefined()
    expect(text(begun().execution().last(pieces('abcde')))).toBe('')
  })

  test('a third time goes on after what two have given', () => {
    const replay = begun()
    expect(text(replay.execution().next(pieces('abcdefg')))).toBe('fg')
    expect(text(replay.execution().last(pieces('abcdefgh')))).toBe('h')
  })
})

test('what is short enough to be given at once is given as it is', () => {
  expect(text(createReplay(100).execution().last(pieces('ab', 'c')))).toBe('abc')
})
