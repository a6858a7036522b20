import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { TAP_RESOURCES } from '../../src/http/tap/documents.ts'
import { createJobService, type JobService } from '../../src/tap/jobs/job-service.ts'
import { pageAt, tableRows } from '../fixtures/docs/docs.ts'
import { type CatalogApp, catalogApp } from '../fixtures/servers/catalog-app.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

let service: CatalogApp
let jobs: JobService
beforeAll(async () => {
  jobs = await createJobService({
    dir: await temporaryFolder(),
    limits: { maxJobs: 1, maxBytes: 1_048_576, keepS: 100, timeoutS: 20 },
    most: 1,
    onFault: (error) => {
      throw error
    },
  })
  service = await catalogApp({ jobs })
})
afterAll(async () => {
  await jobs.stop()
  await service.close()
})

const text = async (path: string): Promise<string> => (await service.get(path)).text()

/** The paths in the first column of the table before the first section of a page, without query strings. */
function documentedPaths(page: string): readonly string[] {
  const [introduction] = pageAt(page).text.split('\n## ')
  return tableRows(introduction!).flatMap(([cell]) =>
    Array.from(cell!.matchAll(/`(\/[^`?]*)(?:\?[^`]*)?`/g), ([, path]) => path!),
  )
}

/** The different first segments of paths under a root. */
const resourcesOf = (paths: readonly string[], root: string): readonly string[] =>
  [...new Set(paths.map((path) => path.slice(root.length + 1).split('/')[0]!))].toSorted()

describe('the resources of table access', () => {
  const DOCUMENTED = resourcesOf(documentedPaths('docs/virtual-observatory.md'), '/tap')

  test('are those in docs/virtual-observatory.md', () => {
    expect(DOCUMENTED).toEqual([...TAP_RESOURCES].toSorted())
  })

  test('have no routes of their own, which the list would not contain', () => {
    const routes = service.app.routes.map(({ path }) => path).filter((path) => /^\/tap\b/i.test(path))
    expect(routes.toSorted()).toEqual(['/TAP', '/TAP/*', '/tap', '/tap/*'])
  })

  test('are there, and are listed in the response to any other path', async () => {
    for (const name of DOCUMENTED) expect((await service.get(`/tap/${name}`)).status, name).not.toBe(404)
    const unknown = await text('/tap/hello')
    expect(unknown).toContain('There is nothing at &quot;/tap/hello&quot;.')
    const named = [...unknown.matchAll(/\/tap\/(\w+)(?!&quot;|\w)/g)].map(([, name]) => name!)
    expect(named.toSorted()).toEqual([...DOCUMENTED])
  })

  test('are declared in the capabilities, the queries by the base URL', async () => {
    const xml = await text('/tap/capabilities')
    const urls = (use: string) => Array.from(xml.matchAll(RegExp(`use="${use}">([^<]*)<`, 'g')), ([, url]) => url!)
    const [base] = urls('base')
    expect(urls('base')).toEqual([expect.stringMatching(/^http:\/\/[^/]+\/tap$/)])
    const declared = resourcesOf(urls('full'), base!)
    // A resource without an IVOA standard has nothing to be declared by; there is none so far.
    expect([...declared, 'async', 'sync'].toSorted()).toEqual([...DOCUMENTED])
  })
})

/** Pages of which the sitemap has no address. */
const NOT_IN_SITEMAP: Readonly<Record<string, string>> = {
  '/search': 'an empty form',
  '/plot': 'one of many plots of its kind; the gallery is listed',
  '/swagger-ui': 'for developers, and drawn by scripts',
}

/** The API documentation is described in docs/rest.md. */
const NOT_IN_DOCS: readonly string[] = ['/swagger-ui']

/** Whether a path can be one of a route; a parameter in braces counts as a segment. */
function isOf(route: string, path: string): boolean {
  const [pattern, segments] = [route, path].map((each) => each.replace(/\/$/, '').split('/'))
  return (
    (pattern!.at(-1) === '*' || pattern!.length === segments!.length) &&
    pattern!.every((part, at) => part === segments![at] || (/^[:*]/.test(part) && segments![at] !== undefined))
  )
}

describe('the pages for people', () => {
  /** The routes that send HTML to browsers, also if it only says that there is no such object. */
  const pages: string[] = []
  beforeAll(async () => {
    for (const { method, path } of service.app.routes) {
      if (method !== 'GET') continue
      const example = path.replaceAll(/:\w+|\*/g, 'x')
      const response = await service.get(example, { headers: { accept: 'text/html' } })
      await response.body?.cancel()
      if (response.headers.get('content-type')?.startsWith('text/html')) pages.push(path)
    }
    expect(pages.length).toBeGreaterThan(10)
  })

  test('are those in docs/pages.md', () => {
    const documented = documentedPaths('docs/pages.md')
    for (const page of pages)
      expect(
        NOT_IN_DOCS.includes(page) || documented.some((path) => isOf(page, path)),
        `docs/pages.md has no page ${page}`,
      ).toBe(true)
    for (const path of documented)
      expect(
        pages.some((page) => isOf(page, path)),
        `${path} in docs/pages.md is a page`,
      ).toBe(true)
  })

  test('have addresses in the sitemap', async () => {
    const locations = async (path: string) =>
      Array.from((await text(path)).matchAll(/<loc>([^<]*)<\/loc>/g), ([, address]) => new URL(address!).pathname)
    const addresses = (await Promise.all((await locations('/sitemap.xml')).map(locations))).flat()
    const missing = pages.filter((page) => !addresses.some((address) => isOf(page, address)))
    expect(missing.toSorted()).toEqual(Object.keys(NOT_IN_SITEMAP).toSorted())
  })
})
