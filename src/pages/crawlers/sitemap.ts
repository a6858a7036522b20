import { xmlText } from '../../formats/votable.ts'
import { hostPath, planetPath } from '../components/addresses.ts'

/** Addresses in one part; the protocol allows 50,000. */
export const ADDRESSES_PER_PART = 10_000

/** What the sitemap lists. */
export interface SitemapContent {
  /** Addresses of pages that are no planets and no hosts, encoded, from the root of the service. */
  readonly pages: readonly string[]
  readonly planets: readonly string[]
  readonly hosts: readonly string[]
  /** `YYYY-MM-DD`; null if the archive gives none. */
  readonly date: string | null
}

/** A part of the sitemap: the name of its file and the addresses in it. */
export interface SitemapPart {
  readonly name: string
  readonly paths: readonly string[]
}

/** The parts, each with at most `size` addresses. */
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

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

function entry(kind: 'url' | 'sitemap', address: string, date: string | null): string {
  const modified = date === null ? '' : `<lastmod>${date}</lastmod>`
  return `<${kind}><loc>${xmlText(address)}</loc>${modified}</${kind}>\n`
}

/** The index of all parts; `base` is the address of the service without a slash at the end. */
export function sitemapIndex(parts: readonly SitemapPart[], base: string, date: string | null): string {
  const entries = parts.map(({ name }) => entry('sitemap', `${base}/sitemap/${name}`, date))
  return `${HEAD}<sitemapindex xmlns="${NAMESPACE}">\n${entries.join('')}</sitemapindex>\n`
}

/** One part with its addresses. */
export function sitemapPart({ paths }: SitemapPart, base: string, date: string | null): string {
  const entries = paths.map((path) => entry('url', `${base}${path}`, date))
  return `${HEAD}<urlset xmlns="${NAMESPACE}">\n${entries.join('')}</urlset>\n`
}

/** Addresses that give no end of answers, or answers for programs: crawlers are to leave them alone. */
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

/** What crawlers are asked for; `base` is the public address of the service, undefined where nobody has set it. */
export function robotsText(base: string | undefined): string {
  const folder = base === undefined ? '' : new URL(base).pathname.replace(/\/$/, '')
  const lines = ['User-agent: *', ...LEFT_ALONE.map((path) => `Disallow: ${folder}${path}`)]
  // The list of files is a page; the files are large.
  lines.push(`Allow: ${folder}/data/$`)
  if (base !== undefined) lines.push('', `Sitemap: ${base}/sitemap.xml`)
  return `${lines.join('\n')}\n`
}
