import { expect, test } from 'bun:test'
import { perCatalog } from '../../../../src/http/response/text-answer.ts'
import { fakeCatalog } from '../../../fixtures/servers/fake-catalog.ts'

test('what could not be made for a catalog is tried again, and what was made is kept', async () => {
  let makings = 0
  const made = perCatalog(async () => {
    makings += 1
    if (makings === 1) throw new Error('no memory')
    return makings
  })
  const catalog = fakeCatalog()
  const failures = await Promise.allSettled([made(catalog), made(catalog)])
  expect(failures.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(makings).toBe(1)
  expect(await made(catalog)).toBe(2)
  expect(await made(catalog)).toBe(2)
  expect(await made(fakeCatalog())).toBe(3)
})
