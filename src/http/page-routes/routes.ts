import { Elysia } from 'elysia'
import type { HttpContext } from '../response/context.ts'
import { assetRoutes } from './asset-routes.ts'
import { createPageHandlers, type PageHandlers } from './page-handler.tsx'
import { createPageResponder, type PageResponder } from './page-responder.ts'
import { searchPages } from './search-pages.tsx'
import { sqlPages } from './sql-pages.tsx'
import { tablePages } from './table-pages.tsx'

/** The context of every group of pages. */
export interface PageContext extends HttpContext, PageHandlers {
  readonly responder: PageResponder
}

export function createPageContext(context: HttpContext): PageContext {
  const responder = createPageResponder(context)
  return { ...context, responder, ...createPageHandlers(responder, context) }
}

/** The pages of tables, search and SQL, and the static files that all pages load. Other pages have folders next to this one. */
export function pageRoutes(context: PageContext) {
  return new Elysia()
    .use(assetRoutes(context))
    .use(tablePages(context))
    .use(searchPages(context))
    .use(sqlPages(context))
}
