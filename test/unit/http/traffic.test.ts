import { expect, test } from 'bun:test'
import { counted, createTraffic, untilTaken } from '../../../src/http/response/traffic.ts'

const PIECES = [new Uint8Array(5), new Uint8Array(7), new Uint8Array(1)]

test('a long body is pending until its pieces are taken, or its client leaves', () => {
  const traffic = createTraffic()
  const taken = untilTaken(traffic, PIECES)
  expect(traffic.pendingBytes).toBe(0)
  expect(taken.next().value).toBe(PIECES[0]!)
  expect(traffic.pendingBytes).toBe(13)
  taken.next()
  expect(traffic.pendingBytes).toBe(8)
  const other = untilTaken(traffic, PIECES)
  other.next()
  expect(traffic.pendingBytes).toBe(21)
  other.return(undefined)
  expect(traffic.pendingBytes).toBe(8)
  taken.next()
  expect(taken.next().done).toBe(true)
  expect(traffic.pendingBytes).toBe(0)
})

test('what is made as it is sent counts piece by piece', () => {
  const traffic = createTraffic()
  expect([...counted(traffic, PIECES)]).toEqual(PIECES)
  expect(traffic.sentBytes).toBe(13)
})
