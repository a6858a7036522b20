import { expect, test } from 'bun:test'
import { buildCase, expectedOf, goldenCases } from './golden-cases.ts'

const cases = await goldenCases()

test.each(cases)('the archive of case %s gives what is expected, no file more or less', async (name) => {
  const [expected, found] = [await expectedOf(name), await buildCase(name)]
  // Paths first: a missing or an extra file is named, not buried in the difference of all texts.
  expect([...found.keys()].sort()).toEqual([...expected.keys()].sort())
  for (const [path, text] of found) expect(`${path}\n${text}`).toBe(`${path}\n${expected.get(path)}`)
})

test('there are cases of archives that build and of archives that are refused', async () => {
  const refused = cases.filter((name) => name.startsWith('broken-'))
  expect(refused.length).toBeGreaterThanOrEqual(5)
  expect(cases.length - refused.length).toBeGreaterThanOrEqual(5)
  for (const name of refused) expect([...(await expectedOf(name)).keys()]).toEqual(['error.txt'])
})
