import { h, type VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { type Site, SiteProvider } from './site.ts'

/** The HTML of a page, from the doctype on. Every text in it is escaped by the renderer. */
export function renderDocument(site: Site, page: VNode): string {
  return `<!doctype html>\n${renderToString(h(SiteProvider, { value: site }, page))}\n`
}

/** The HTML of a part that pages have in common and that needs no site. Every text in it is escaped by the renderer. */
export function renderFragment(part: VNode): string {
  return renderToString(part)
}
