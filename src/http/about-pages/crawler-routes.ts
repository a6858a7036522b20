import { Elysia } from 'elysia'
import type { InsightDescriptor } from '../../core/answers/insight.ts'
import type { TableList } from '../../core/answers/tables.ts'
import type { Answer, Catalog } from '../../core/catalog/catalog.ts'
import { CatalogError } from '../../core/errors.ts'
import { quoteForMessage } from '../../core/text/quote-for-message.ts'
import { columnPath, columnsPath } from '../../pages/components/addresses.ts'
import {
  robotsText,
  type SitemapContent,
  type SitemapPart,
  sitemapIndex,
  sitemapPart,
  sitemapParts,
} from '../../pages/crawlers/sitemap.ts'
import { NAVIGATION } from '../../pages/frame/navigation.ts'
import { plotPath } from '../../pages/gallery/gallery-page.tsx'
import { insightPath } from '../../pages/insights/insights-page.tsx'
import { readJson } from '../page-routes/read-json.ts'
import type { PageContext } from '../page-routes/routes.ts'
import { handler } from '../request/handler.ts'
import { TEXT_TYPE, XML_TYPE } from '../request/media-types.ts'
import { rejectParameters } from '../request/query-parameters.ts'
import { rawPath } from '../request/request-url.ts'
import { perCatalog, textAnswer } from '../response/text-answer.ts'

const PARTS = '/sitemap/'

/** Pages in addition to those that every page links to. */
const OTHER_PAGES = ['/', '/insights', '/data/', '/changes', '/about'] as const
/** Linked from the head of pages, but not a page to be listed here. */
const NOT_LISTED: ReadonlySet<string> = new Set(['/swagger-ui'])

function contentOf(catalog: Catalog): SitemapContent {
  const names = (kind: 'planet' | 'host') => catalog.namesBeginning('', kind, Number.POSITIVE_INFINITY).values
  const columns = readJson<TableList>(catalog.tables()).flatMap(({ name }) => {
    const schema = readJson<{ readonly columns: readonly { readonly name: string }[] }>(catalog.schema(name))
    return [columnsPath(name), ...schema.columns.map((column) => columnPath(name, column.name))]
  })
  const main = [...NAVIGATION.map(({ path }) => path), ...OTHER_PAGES].filter((path) => !NOT_LISTED.has(path))
  const slugsOf = (list: Answer): readonly string[] =>
    readJson<readonly Pick<InsightDescriptor, 'slug'>[]>(list).map(({ slug }) => slug)
  const insights = slugsOf(catalog.insightList()).map(insightPath)
  const plots = slugsOf(catalog.plotList()).map(plotPath)
  return {
    pages: [...new Set(main), ...insights, ...plots, ...columns],
    planets: names('planet'),
    hosts: names('host'),
    date: catalog.manifest.archiveDate,
  }
}

/** `GET /robots.txt`, `GET /sitemap.xml` and the parts of the sitemap. */
export function crawlerRoutes({ catalog, sender, settings, address }: PageContext) {
  const base = (): string => settings.baseUrl ?? address() ?? 'http://localhost'
  const partsOf = perCatalog((current) => sitemapParts(contentOf(current)))
  const robots = perCatalog(({ manifest }) => textAnswer(manifest, 'robots', TEXT_TYPE, robotsText(settings.baseUrl)))
  const index = perCatalog((current): Answer => {
    const { manifest } = current
    return textAnswer(manifest, 'sitemap', XML_TYPE, sitemapIndex(partsOf(current), base(), manifest.archiveDate))
  })
  const answerOf = ({ manifest }: Catalog, part: SitemapPart): Answer =>
    textAnswer(manifest, `sitemap|${part.name}`, XML_TYPE, sitemapPart(part, base(), manifest.archiveDate))
  return new Elysia()
    .get(
      '/robots.txt',
      handler((request) => {
        const current = catalog()
        return sender.send(request, current, robots(current))
      }),
    )
    .get(
      '/sitemap.xml',
      handler((request) => {
        const current = catalog()
        rejectParameters(request)
        return sender.send(request, current, index(current))
      }),
    )
    .get(
      `${PARTS}*`,
      handler((request) => {
        const current = catalog()
        rejectParameters(request)
        const name = rawPath(request.url).slice(PARTS.length)
        const part = partsOf(current).find((other) => other.name === name)
        if (part === undefined)
          throw new CatalogError(
            'unknown_path',
            `The sitemap has no part ${quoteForMessage(name)}; /sitemap.xml lists them.`,
          )
        return sender.send(request, current, answerOf(current, part))
      }),
    )
}
