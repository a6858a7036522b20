import { afterAll, beforeAll, expect, test } from 'bun:test'
import { ENDPOINTS, type Endpoint, listedEndpoints } from '../../src/http/endpoints/endpoints.ts'
import { blocksOf, cutAsShown, section, tableRows } from '../fixtures/docs/docs.ts'
import { curlRequest, shellCommands } from '../fixtures/processes/shell-commands.ts'
import { type CatalogApp, catalogApp } from '../fixtures/servers/catalog-app.ts'

let service: CatalogApp
beforeAll(async () => {
  service = await catalogApp()
})
afterAll(() => service.close())

/** A request of the documentation, with the answer that is shown right after it. */
interface Shown {
  readonly text: string
  readonly request: Request
  readonly answer: unknown
}

/** Every request in the documentation to this service: `curl` commands, and request lines in `http` blocks. */
function shownRequests(): readonly Shown[] {
  return blocksOf().flatMap(({ path, language, text, after }) => {
    const json = /^\s*```json\n([\s\S]*?)^```$/m.exec(after)
    const answer = json?.index === 0 ? JSON.parse(json[1]!) : undefined
    if (language === 'http') {
      const [method = '', target = ''] = text.trim().split(' ')
      const request = new Request(`http://127.0.0.1:3000${target}`, { method })
      return [{ text: `${path}: ${text}`, request, answer }]
    }
    if (language !== 'sh') return []
    const commands = shellCommands(text).filter((words) => words[0] === 'curl')
    return commands.map((words) => ({ text: `${path}: ${words.join(' ')}`, request: curlRequest(words), answer }))
  })
}

test('every request in the documentation works, and the answers that are shown are the live ones', async () => {
  const shown = shownRequests()
  expect(shown.length).toBeGreaterThan(7)
  let compared = 0
  for (const { text, request, answer } of shown) {
    expect(new URL(request.url).origin, text).toBe('http://127.0.0.1:3000')
    const response = await service.app.handle(request)
    const status = (answer as { status?: unknown } | undefined)?.status
    expect(response.status, text).toBe(typeof status === 'number' ? status : 200)
    if (answer === undefined) continue
    expect(cutAsShown(await response.json(), answer), text).toEqual(answer)
    compared += 1
  }
  expect(compared).toBeGreaterThan(5)
})

test('every endpoint is listed under its operation id, and no other', () => {
  const rows = tableRows(section('Endpoints')).map(([request, operation]) => {
    const [, method, path] = /^`(\w+) ([^`?]+)/.exec(request!) ?? []
    return [method, path, operation]
  })
  const listed = Object.entries<Endpoint>(ENDPOINTS).filter(([, endpoint]) => listedEndpoints(true).includes(endpoint))
  expect(rows).toEqual(listed.map(([id, { method = 'GET', path }]) => [method, path, `\`${id}\``]))
})
