import { expect, test } from 'bun:test'
import { open } from 'node:fs/promises'
import { describeFailure, rebuildError } from '../../../../build/workers/thread-failure.ts'

test('an error of the system is the same one on the other side of a thread', async () => {
  const error = await open('/nowhere/at/all').catch((thrown) => thrown)
  const rebuilt = rebuildError(structuredClone(describeFailure(error)))
  expect(rebuilt).toMatchObject({ code: 'ENOENT', syscall: 'open', message: error.message, stack: error.stack })
})

test('what is thrown and is no error has its text, and no code', () => {
  const rebuilt = rebuildError(structuredClone(describeFailure('out of luck')))
  expect([rebuilt.message, 'code' in rebuilt]).toEqual(['out of luck', false])
})
