import { expect, test } from 'bun:test'
import { z } from 'zod'
import { valueWording } from '../../../../src/mcp/results/value-wording.ts'

test.each([
  [z.number().min(1), 0, 'it must be at least 1, but is 0'],
  [z.number().max(3), 4, 'it must be at most 3, but is 4'],
  [z.string().min(1), '', 'it must not be empty'],
  [z.string().min(2), 'a', 'it must be at least 2 characters long, but is "a"'],
  [z.array(z.string()).min(1), [], 'it must not be empty'],
  [z.number().int().min(1), 0, 'it must be at least 1, but is 0'],
  [z.array(z.string()).min(2), [], 'it must be at least 2 entries long, but is a list'],
] as const)('what is wrong with a value is said in words (%#)', (schema, value, words) => {
  const { error } = schema.safeParse(value, { error: valueWording })
  expect(error!.issues.map(({ message }) => message)).toEqual([words])
})
