import { Elysia } from 'elysia'
import type { Answer } from '../core/catalog.ts'
import { VERSION } from '../core/version.ts'
import type { Manifest } from '../format/manifest.ts'
import { acceptsHtml } from './accept.ts'
import type { HttpContext } from './context.ts'
import { handler } from './handler.ts'

/** One endpoint as the start page lists it; `path` may hold `{placeholders}`. */
interface Endpoint {
  readonly path: string
  readonly description: string
}

export const ENDPOINTS: readonly Endpoint[] = [
  { path: '/rest/exoplanets', description: 'Confirmed exoplanets, one row for each planet and reference' },
  { path: '/rest/stellarhosts', description: 'Stellar hosts and their systems' },
  { path: '/rest/exoplanets/schema', description: 'Columns of exoplanets with types, units and descriptions' },
  { path: '/rest/stellarhosts/schema', description: 'Columns of stellarhosts with types, units and descriptions' },
  { path: '/rest/query', description: 'One SQL SELECT over both tables' },
  { path: '/rest/insights', description: 'Prepared rankings, lists and distributions' },
  { path: '/rest/insights/{slug}', description: 'The result of one insight' },
  { path: '/exoplanets/{pl_name}.json', description: 'Everything about one planet, to download' },
  { path: '/exoplanets/{pl_name}.csv', description: 'The rows of one planet, to download' },
  { path: '/stellarhosts/{hostname}.json', description: 'Everything about one host, to download' },
  { path: '/stellarhosts/{hostname}.csv', description: 'The rows of one host, to download' },
  { path: '/health', description: 'Whether the service is up, and which snapshot it serves' },
]

function homeJson(): string {
  const endpoints = ENDPOINTS.map(({ path, description }) => ({ method: 'GET', path, description }))
  return JSON.stringify({ name: 'exoplanet-catalog', version: VERSION, endpoints })
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

function homeHtml({ tables, archiveDate, source }: Manifest): string {
  const items = ENDPOINTS.map(({ path, description }) => {
    const shown = `<code>${escapeHtml(path)}</code>`
    const link = path.includes('{') ? shown : `<a href="${path.slice(1)}">${shown}</a>`
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
export function homeRoutes({ catalog, sender }: HttpContext) {
  return new Elysia().get(
    '/',
    handler((request) => {
      const { manifest } = catalog()
      const isPage = acceptsHtml(request.headers.get('accept'))
      const answer: Answer = {
        snapshotId: manifest.snapshotId,
        key: isPage ? 'home|html' : 'home|json',
        mediaType: isPage ? 'text/html; charset=utf-8' : 'application/json',
        body: () => new TextEncoder().encode(isPage ? homeHtml(manifest) : homeJson()),
      }
      return sender.send(request, manifest, answer, { ...sender.lifetimes.page, vary: 'Accept' })
    }),
  )
}
