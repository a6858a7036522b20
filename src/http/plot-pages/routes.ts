import { Elysia } from 'elysia'
import type { PageContext } from '../page-routes/routes.ts'
import { galleryPages } from './gallery-pages.tsx'
import { insightPages } from './insight-pages.tsx'
import { ownPlots } from './own-plots.tsx'

/** All pages that show a plot. */
export function plotPages(context: PageContext) {
  return new Elysia().use(galleryPages(context)).use(insightPages(context)).use(ownPlots(context))
}
