import { expect, test } from 'bun:test'
import type { Answer } from '../../../../src/core/catalog/catalog.ts'
import { createSender } from '../../../../src/http/response/sender.ts'
import { readCommandLine } from '../../../../src/settings.ts'
import { fakeCatalog } from '../../../fixtures/servers/fake-catalog.ts'

const LINKS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/a': { link: '<?page=2>; rel="next"', 'x-total-count': '10' },
  '/b': { 'x-total-count': '3', 'x-warnings': 'unknown_name' },
  '/c': {},
}

test('an answer has its own headers and none of another, each time it is made, kept or sent again', async () => {
  const sender = createSender({ settings: readCommandLine({}, []).settings, version: '1', observe: () => {} })
  const current = fakeCatalog({})
  const ask = async (path: string): Promise<Response> => {
    const request = new Request(`http://localhost${path}`)
    const known = sender.sendFromUrlCache(request, current)
    if (known !== undefined) return known
    const text = `{"path":"${path}"}`
    const answer: Answer = {
      snapshotId: 's',
      key: path,
      mediaType: 'application/json',
      headers: () => LINKS[path]!,
      // As pages do: into the memory that the next one is written to as well.
      body(scratch) {
        if (scratch === undefined) return new TextEncoder().encode(text)
        return scratch.subarray(0, new TextEncoder().encodeInto(text, scratch).written)
      },
    }
    return sender.send(request, current, answer)
  }
  const tags = new Map<string, Set<string | null>>()
  for (let round = 1; round <= 6; round += 1)
    for (const path of Object.keys(LINKS)) {
      const response = await ask(path)
      for (const name of ['link', 'x-total-count', 'x-warnings'])
        expect([round, path, name, response.headers.get(name)]).toEqual([round, path, name, LINKS[path]![name] ?? null])
      expect(await response.text()).toBe(`{"path":"${path}"}`)
      tags.set(path, (tags.get(path) ?? new Set()).add(response.headers.get('etag')))
    }
  expect([...tags.values()].map(({ size }) => size)).toEqual([1, 1, 1])
  expect(new Set([...tags.values()].flatMap((all) => [...all])).size).toBe(3)
})
