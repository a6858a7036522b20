import { expect, test } from 'bun:test'
import { rememberHeaders } from '../../../src/negotiation/known-headers.ts'

test('a header is read once, up to 256 different ones of at most 200 characters', () => {
  let reads = 0
  const lengthOf = rememberHeaders((header) => {
    reads += 1
    return header.length
  })
  const long = 'x'.repeat(201)
  for (let again = 0; again < 3; again += 1) expect([lengthOf(long), lengthOf('gzip')]).toEqual([201, 4])
  expect(reads).toBe(3 + 1)
  const headers = Array.from({ length: 1_000 }, (_, i) => `gzip;q=0.${i}`)
  for (const header of headers) lengthOf(header)
  reads = 0
  for (const header of headers) lengthOf(header)
  expect(reads).toBe(1_000 - 255)
})
