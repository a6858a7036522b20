import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { ENDPOINTS, type Endpoint, listedEndpoints } from '../../src/http/endpoints/endpoints.ts'
import { curlRequest, shellCommands } from '../fixtures/processes/shell-commands.ts'
import { type CatalogApp, catalogApp } from '../fixtures/servers/catalog-app.ts'

const readme = await Bun.file(join(import.meta.dir, '../../README.md')).text()

let service: CatalogApp
beforeAll(async () => {
  service = await catalogApp()
})
afterAll(() => service.close())

/** A request of README, with the answer that README shows right after it. */
interface Shown {
  readonly text: string
  readonly request: Request
  readonly answer: unknown
}

/** Every request of README that this service answers: `curl` commands, and request lines in `http` blocks. */
function shownRequests(): readonly Shown[] {
  const blocks = Array.from(readme.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm), ([whole, language, text], i) => ({
    language,
    text: text!,
    after: readme.slice(readme.indexOf(whole) + whole.length).trimStart(),
    i,
  }))
  return blocks.flatMap(({ language, text, after }) => {
    const json = /^```json\n([\s\S]*?)^```$/m.exec(after)
    const answer = json?.index === 0 ? JSON.parse(json[1]!) : undefined
    if (language === 'http') {
      const [method = '', path = ''] = text.trim().split(' ')
      return [{ text, request: new Request(`http://127.0.0.1:3000${path}`, { method }), answer }]
    }
    if (language !== 'sh') return []
    const commands = shellCommands(text).filter((words) => words[0] === 'curl')
    return commands.map((words) => ({ text: words.join(' '), request: curlRequest(words), answer }))
  })
}

test('every request that README shows works, and the answers that it shows are the live ones', async () => {
  const shown = shownRequests()
  expect(shown.length).toBeGreaterThan(7)
  let compared = 0
  for (const { text, request, answer } of shown) {
    expect(new URL(request.url).origin, text).toBe('http://127.0.0.1:3000')
    const response = await service.app.handle(request)
    const status = (answer as { status?: unknown } | undefined)?.status
    expect(response.status, text).toBe(typeof status === 'number' ? status : 200)
    if (answer === undefined) continue
    expect(await response.json(), text).toEqual(answer)
    compared += 1
  }
  expect(compared).toBeGreaterThan(3)
})

test('README lists every endpoint under its operation id, and no other', () => {
  const section = /^## The API$[\s\S]*?(?=^## )/m.exec(readme)?.[0] ?? ''
  const rows = Array.from(section.matchAll(/^\| `(\w+) ([^`?]+)[^|]*\| `(\w+)` \|/gm), (match) => match.slice(1, 4))
  const listed = Object.entries<Endpoint>(ENDPOINTS).filter(([, endpoint]) => listedEndpoints(true).includes(endpoint))
  expect(rows).toEqual(listed.map(([id, { method = 'GET', path }]) => [method, path, id]))
})
