import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { citation } from '../../core/answers/cautions.ts'
import type { Manifest } from '../../format/manifest.ts'
import { datesInWords, tableDates } from '../../format/table-dates.ts'
import { ENDPOINTS, type Endpoint, isLink, shownPath } from '../endpoints/endpoints.ts'
import type { ExampleRequest } from '../endpoints/examples.ts'

const STYLE = readFileSync(join(import.meta.dir, 'home.css'), 'utf8')
const STYLE_HASH = new Bun.CryptoHasher('sha256').update(STYLE).digest('base64')

/** A planet before its star. */
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Ccircle cx='16' cy='16' r='13' fill='%23f2b632'/%3E%3Ccircle cx='21' cy='19' r='4' fill='%23273043'/%3E%3C/svg%3E"

/** The page is one document: its style is named by its hash, its icon is data, and it runs nothing. */
export const HOME_SECURITY_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

/** A link that works under whatever path the page is published: relative to the page. */
function relative(path: string): string {
  return escapeHtml(path === '/' ? './' : path.slice(1))
}

const grouped = (value: number): string => value.toLocaleString('en')

function countItem(title: string, value: number): string {
  return `<div><dt>${title}</dt><dd>${grouped(value)}</dd></div>`
}

function exampleItem({ title, path }: ExampleRequest): string {
  const shown = escapeHtml(decodeURIComponent(path.replaceAll('+', ' ')))
  return `<li><a href="${relative(path)}"><strong>${escapeHtml(title)}</strong><code>GET ${shown}</code></a></li>`
}

function endpointItem(endpoint: Endpoint): string {
  const { path, method = 'GET', description } = endpoint
  const shown = `<code>${method} ${escapeHtml(shownPath(endpoint))}</code>`
  const name = isLink(endpoint) ? `<a href="${relative(path)}">${shown}</a>` : shown
  return `<li>${name}<span>${escapeHtml(description)}</span></li>`
}

const NAVIGATION: readonly (readonly [string, Endpoint])[] = [
  ['Documentation', ENDPOINTS.get_swagger_ui],
  ['OpenAPI', ENDPOINTS.get_openapi],
  ['Insights', ENDPOINTS.list_insights],
  ['For language models', ENDPOINTS.get_llms],
  ['Agent skill', ENDPOINTS.get_skill],
  ['Health', ENDPOINTS.get_health],
]

/** What a browser gets at `/`. */
export function homePage(
  manifest: Manifest,
  endpoints: readonly Endpoint[],
  examples: readonly ExampleRequest[],
): string {
  const { tables, source, snapshotId } = manifest
  const { exoplanets, stellarhosts } = tables
  const links = NAVIGATION.map(([name, { path }]) => `<li><a href="${relative(path)}">${name}</a></li>`)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="Read-only JSON API for confirmed exoplanets and their host stars.">
<title>Exoplanet Catalog API</title>
<link rel="icon" href="${ICON}">
<style>${STYLE}</style>
</head>
<body>
<main>
<header>
<h1>Exoplanet Catalog API</h1>
<p>Read-only JSON API for confirmed exoplanets and their host stars: paginated tables, your own SQL queries, precomputed
insights, and a download for each planet and host. No API key is required.</p>
<nav aria-label="Documents"><ul>
${links.join('\n')}
</ul></nav>
</header>
<dl class="counts">
${countItem('planets', exoplanets.names)}
${countItem('exoplanets rows', exoplanets.rows)}
${countItem('names in stellarhosts', stellarhosts.names)}
${countItem('stellarhosts rows', stellarhosts.rows)}
</dl>
<p class="soft">Snapshot <code>${escapeHtml(snapshotId)}</code>, ${escapeHtml(datesInWords(tableDates(tables)))}. Source: ${escapeHtml(source)}</p>
<p class="soft">${grouped(stellarhosts.hostsNotInOther)} names in stellarhosts have no planet in exoplanets; ${grouped(exoplanets.hostsNotInOther)} hosts of planets are not in stellarhosts.</p>
<h2>Try it</h2>
<ul class="examples">
${examples.map(exampleItem).join('\n')}
</ul>
<h2>Endpoints</h2>
<ul class="endpoints">
${endpoints.map(endpointItem).join('\n')}
</ul>
<h2>Data source</h2>
<p>This service uses data from the <a href="https://exoplanetarchive.ipac.caltech.edu/">NASA Exoplanet Archive</a>, which is
operated by the California Institute of Technology, under contract with the National Aeronautics and Space Administration
under the Exoplanet Exploration Program.</p>
<p>${escapeHtml(citation(manifest))}</p>
</main>
<footer><p>Values are shown as the archive lists them; unknown values are null. This service is not part of the NASA Exoplanet Archive.</p></footer>
</body>
</html>
`
}
