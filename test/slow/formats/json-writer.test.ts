import { expect, test } from 'bun:test'
import { firstWrong, numbersOfFewDecimals } from '../../fixtures/formats/written-json.ts'

test('many numbers of few decimals are written as JSON.stringify writes them', () => {
  expect(firstWrong(numbersOfFewDecimals(100_000))).toBeUndefined()
})
