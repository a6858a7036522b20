import { Elysia } from 'elysia'
import type { Answer } from '../core/catalog.ts'
import { VERSION } from '../core/version.ts'
import type { Manifest } from '../format/manifest.ts'
import { acceptsHtml } from './accept.ts'
import type { HttpContext } from './context.ts'
import { ENDPOINTS, type Endpoint, listedEndpoints } from './endpoints.ts'
import { handler } from './handler.ts'
import { detailOf } from './openapi/operations.ts'

function homeJson(listed: readonly Endpoint[]): string {
  const endpoints = listed.map(({ path, method = 'GET', description }) => ({ method, path, description }))
  return JSON.stringify({ name: 'exoplanet-catalog', version: VERSION, endpoints })
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

function homeHtml({ tables, archiveDate, source }: Manifest, listed: readonly Endpoint[]): string {
  const items = listed.map(({ path, method, description }) => {
    const shown = `<code>${escapeHtml(path)}</code>`
    const link = path.includes('{') || method === 'POST' ? shown : `<a href="${path.slice(1)}">${shown}</a>`
    return `<li>${link} ${escapeHtml(description)}</li>`
  })
  const dated = archiveDate === null ? '' : ` of ${archiveDate}`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Exoplanet catalogue</title></head><body><h1>Exoplanet catalogue</h1>
<p>${tables.exoplanets.rows} rows on ${tables.exoplanets.names} planets and ${tables.stellarhosts.rows} rows on
${tables.stellarhosts.names} hosts, from the archive${dated} (${escapeHtml(source)}).</p>
<ul>
${items.join('\n')}
</ul></body></html>
`
}

/** `GET /`: the endpoints, as JSON or as a page for whoever asks for HTML. */
export function homeRoutes({ catalog, sender, hasMcp }: HttpContext) {
  const listed = listedEndpoints(hasMcp)
  return new Elysia().get(
    ENDPOINTS.list_endpoints.path,
    handler((request) => {
      const { manifest } = catalog()
      const isPage = acceptsHtml(request.headers.get('accept'))
      const answer: Answer = {
        snapshotId: manifest.snapshotId,
        key: isPage ? 'home|html' : 'home|json',
        mediaType: isPage ? 'text/html; charset=utf-8' : 'application/json',
        body: () => new TextEncoder().encode(isPage ? homeHtml(manifest, listed) : homeJson(listed)),
      }
      return sender.send(request, manifest, answer, { ...sender.lifetimes.page, vary: 'Accept' })
    }),
    { detail: detailOf('list_endpoints') },
  )
}
