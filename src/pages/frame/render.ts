import { h, type VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { type Site, SiteProvider } from './site.ts'

/** Renders the HTML of a page, including the doctype. The renderer escapes all text. */
export function renderDocument(site: Site, page: VNode): string {
  return `<!doctype html>\n${renderToString(h(SiteProvider, { value: site }, page))}\n`
}

/** Renders the HTML of a part that pages share and that does not depend on the site. The renderer escapes all text. */
export function renderFragment(part: VNode): string {
  return renderToString(part)
}
