import { XML_DECLARATION, xmlText } from '../../formats/xml.ts'
import { hostPath, planetPath } from '../components/addresses.ts'

/** Maximum number of URLs per part; the protocol allows 50,000. */
export const ADDRESSES_PER_PART = 10_000

/** The content of the sitemap. */
export interface SitemapContent {
  /** Paths of pages other than planets and hosts, encoded, from the root of the service. */
  readonly pages: readonly string[]
  readonly planets: readonly string[]
  readonly hosts: readonly string[]
  /** `YYYY-MM-DD`; null if the archive has no date. */
  readonly date: string | null
}

/** A part of the sitemap: its file name and its paths. */
export interface SitemapPart {
  readonly name: string
  readonly paths: readonly string[]
}

/** Splits the sitemap into parts with at most `size` paths each. */
export function sitemapParts(
  { pages, planets, hosts }: Omit<SitemapContent, 'date'>,
  size = ADDRESSES_PER_PART,
): readonly SitemapPart[] {
  const parts = (kind: string, paths: readonly string[]): SitemapPart[] =>
    Array.from({ length: Math.ceil(paths.length / size) }, (_, at) => ({
      name: `${kind}-${at + 1}.xml`,
      paths: paths.slice(at * size, (at + 1) * size),
    }))
  return [
    ...parts('pages', pages),
    ...parts('planets', planets.map(planetPath)),
    ...parts('hosts', hosts.map(hostPath)),
  ]
}

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

function entry(kind: 'url' | 'sitemap', address: string, date: string | null): string {
  const modified = date === null ? '' : `<lastmod>${date}</lastmod>`
  return `<${kind}><loc>${xmlText(address)}</loc>${modified}</${kind}>\n`
}

/** The index of all parts; `base` is the service URL without a slash at the end. */
export function sitemapIndex(parts: readonly SitemapPart[], base: string, date: string | null): string {
  const entries = parts.map(({ name }) => entry('sitemap', `${base}/sitemap/${name}`, date))
  return `${XML_DECLARATION}<sitemapindex xmlns="${NAMESPACE}">\n${entries.join('')}</sitemapindex>\n`
}

/** One part with its URLs. */
export function sitemapPart({ paths }: SitemapPart, base: string, date: string | null): string {
  const entries = paths.map((path) => entry('url', `${base}${path}`, date))
  return `${XML_DECLARATION}<urlset xmlns="${NAMESPACE}">\n${entries.join('')}</urlset>\n`
}

/** Paths that crawlers should not visit: they lead to an unlimited number of responses, or to responses for programs. */
const LEFT_ALONE = [
  '/sql?',
  '/search?',
  '/plot?',
  '/compare?',
  '/exoplanets?',
  '/stellarhosts?',
  '/rest/',
  '/tap/',
  '/TAP/',
  '/mcp',
  '/data/',
] as const

/** The content of robots.txt; `base` is the public URL of the service, undefined if none is configured. */
export function robotsText(base: string | undefined): string {
  const folder = base === undefined ? '' : new URL(base).pathname.replace(/\/$/, '')
  const lines = ['User-agent: *', ...LEFT_ALONE.map((path) => `Disallow: ${folder}${path}`)]
  // The list of data files is a page; the files themselves are large and stay excluded.
  lines.push(`Allow: ${folder}/data/$`)
  if (base !== undefined) lines.push('', `Sitemap: ${base}/sitemap.xml`)
  return `${lines.join('\n')}\n`
}
