import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { VERSION } from '../../../src/core/version.ts'
import { createSender } from '../../../src/http/response/sender.ts'
import { swaggerUiRoutes } from '../../../src/http/routes/swagger-ui.ts'
import type { PageFile } from '../../../src/http/swagger-ui/files.ts'
import { readCommandLine } from '../../../src/settings.ts'
import { fakeCatalog } from '../../fixtures/servers/fake-catalog.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const mediaType = 'text/css; charset=utf-8'

/** A server of the page whose style sheet is this text. */
async function serverWith(text: string): Promise<(path: string) => Promise<Response>> {
  const location = join(await temporaryFolder(), 'page.css')
  await Bun.write(location, text)
  const files = new Map<string, PageFile>([['page.css', { mediaType, location }]])
  const { settings } = readCommandLine({}, [])
  const catalog = fakeCatalog({})
  const observe = () => {}
  const sender = createSender({ settings, version: VERSION, observe })
  const context = { catalog: () => catalog, settings, observe, sender, hasMcp: true, clientOf: () => '' }
  const app = swaggerUiRoutes({ ...context, isStopping: () => false, address: () => undefined }, files)
  return async (path) => app.handle(new Request(`http://localhost:3000${path}`))
}

test('a file of the page has another tag wherever it has other bytes, and the same where it has the same', async () => {
  const servers = await Promise.all(['a { top: 0 }', 'a { top: 1 }', 'a { top: 0 }'].map(serverWith))
  const answers = await Promise.all(servers.map((get) => get('/swagger-ui/page.css')))
  expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual([
    'a { top: 0 }',
    'a { top: 1 }',
    'a { top: 0 }',
  ])
  const [first, other, same] = answers.map((answer) => answer.headers.get('etag'))
  expect(first).toStartWith('"')
  expect(other).not.toBe(first)
  expect(same).toBe(first)
})

test('the page has one tag for each of its two addresses', async () => {
  const get = await serverWith('')
  const answers = await Promise.all(['/swagger-ui', '/swagger-ui/', '/swagger-ui'].map(get))
  const tags = answers.map((answer) => answer.headers.get('etag'))
  expect(tags[1]).not.toBe(tags[0])
  expect(tags[2]).toBe(tags[0])
})
