import { Elysia } from 'elysia'
import { CatalogError } from '../../core/errors.ts'
import { createTapTables } from '../../tap/schema/tap-tables.ts'
import { handler } from '../request/handler.ts'
import { pathStart, rawPath } from '../request/request-url.ts'
import { preflightResponse, READ_METHODS } from '../response/common-headers.ts'
import type { HttpContext } from '../response/context.ts'
import { perCatalog } from '../response/text-answer.ts'
import { documentAt } from './documents.ts'
import { tapFault } from './fault.ts'
import { createSync } from './sync.ts'

/** The same service under both spellings. */
const ROOTS = ['/tap', '/TAP'] as const
const QUERY_METHODS = [...READ_METHODS, 'POST'] as const

/** Table access for the tools of the Virtual Observatory. */
export function tapRoutes(context: HttpContext) {
  const { catalog, observe, sender, settings } = context
  const tablesOf = perCatalog((current) => createTapTables(current.manifest, (table) => current.unicodeColumns(table)))
  const sync = createSync(context, tablesOf)

  const answer = async (request: Request, root: string): Promise<Response> => {
    const path = rawPath(request.url).slice(root.length).replace(/^\//, '').replace(/\/$/, '')
    const isQuery = path === 'sync'
    const methods = isQuery ? QUERY_METHODS : READ_METHODS
    if (request.method === 'OPTIONS') return preflightResponse(methods)
    if (!(methods as readonly string[]).includes(request.method))
      throw new CatalogError('method_not_allowed', `${request.method} is not possible here.`, { allow: methods })
    const current = catalog()
    if (isQuery) return sync(current, request)
    const base = `${settings.baseUrl ?? request.url.slice(0, pathStart(request.url))}${root}`
    const found = documentAt(path, base, request, current, tablesOf(current))
    if (found !== undefined) return sender.send(request, current, found)
    throw new CatalogError(
      'unknown_path',
      `There is nothing at "${root}/${path.slice(0, 100)}". There are ${root}/sync, ${root}/tables, ${root}/capabilities, ${root}/availability and ${root}/examples.`,
    )
  }

  const elysia = new Elysia()
  for (const root of ROOTS) {
    const guarded = handler((request) => answer(request, root).catch((thrown) => tapFault(thrown, request, observe)))
    elysia.all(root, guarded, { parse: 'none' })
    elysia.all(`${root}/*`, guarded, { parse: 'none' })
  }
  return elysia
}
