/** @jsxImportSource preact */
import type { ComponentChildren, VNode } from 'preact'
import { VERSION } from '../../core/version.ts'
import { datesInWords, tableDates } from '../../format/table-dates.ts'
import type { Asset } from './assets.ts'
import { FurtherTableNames } from './further-tables.tsx'
import { FOOT_NAVIGATION, NAVIGATION, PLANETS_PATH, planetListPath } from './navigation.ts'
import { SearchBox } from './search-box.tsx'
import { useSite } from './site.ts'
import { ICON, STYLE } from './style.ts'

export const SITE_NAME = 'Exoplanet Catalog'

export interface PageProps {
  /** Title of the document, without the name of the site. */
  readonly title: string
  /** One sentence for search engines and previews. */
  readonly description: string
  /** The canonical path of this page, encoded, from the root of the service. */
  readonly path: string
  /** The path of the same content as JSON, from the root of the service. */
  readonly json?: string
  /** Script files, which run once the document has been parsed. */
  readonly scripts?: readonly Asset[]
  /** The picture that other sites show with a link to the page; `path` is encoded, from the root of the service. */
  readonly picture?: { readonly path: string; readonly width: number; readonly height: number }
  /** More elements of the document head, such as structured data. */
  readonly head?: ComponentChildren
  /** True if search engines must not list the page. */
  readonly isUnlisted?: boolean
  readonly children: ComponentChildren
}

/** A complete document: head, navigation, search box, the content of the page, and the data source. */
export function Page(props: PageProps): VNode {
  const { title, description, path, json, scripts = [], picture, head, isUnlisted = false, children } = props
  const { href, address } = useSite()
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title === SITE_NAME ? title : `${title} · ${SITE_NAME}`}</title>
        <meta name="description" content={description} />
        {isUnlisted ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={address(path)} />}
        {json === undefined ? null : <link rel="alternate" type="application/json" href={href(json)} />}
        <link rel="icon" type={ICON.mediaType} href={href(ICON.path)} />
        <link rel="stylesheet" href={href(STYLE.path)} />
        {scripts.map((script) => (
          <script key={script.path} type="module" src={href(script.path)} />
        ))}
        <meta property="og:site_name" content={SITE_NAME} />
        <meta property="og:type" content="website" />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={description} />
        {picture === undefined ? null : (
          <>
            <meta property="og:image" content={address(picture.path)} />
            <meta property="og:image:width" content={String(picture.width)} />
            <meta property="og:image:height" content={String(picture.height)} />
            <meta property="og:image:alt" content={description} />
            <meta name="twitter:card" content="summary_large_image" />
          </>
        )}
        {head}
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to the content
        </a>
        <Head path={path} />
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <Foot path={path} json={json} />
      </body>
    </html>
  )
}

/** The part of a URL before its query string. */
const withoutQuery = (path: string): string => path.split('?', 1)[0]!

function Head({ path }: { readonly path: string }) {
  const { href, manifest } = useSite()
  const current = withoutQuery(path)
  return (
    <header class="head">
      <a class="name" href={href('/')} aria-current={path === '/' ? 'page' : undefined}>
        {SITE_NAME}
      </a>
      <nav aria-label="Site">
        <ul>
          {NAVIGATION.map((entry) => (
            <li key={entry.path}>
              <a
                href={href(entry.path === PLANETS_PATH ? planetListPath(manifest) : entry.path)}
                aria-current={
                  current === entry.path ? 'page' : current.startsWith(`${entry.path}/`) ? 'true' : undefined
                }
              >
                {entry.name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <SearchBox />
    </header>
  )
}

function Foot({ path, json }: { readonly path: string; readonly json: string | undefined }) {
  const { href, manifest } = useSite()
  return (
    <footer class="foot">
      <nav aria-label="More pages">
        <ul class="row">
          {FOOT_NAVIGATION.map((entry) => (
            <li key={entry.path}>
              <a href={href(entry.path)} aria-current={withoutQuery(path) === entry.path ? 'page' : undefined}>
                {entry.name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <p>
        Data of the <a href="https://exoplanetarchive.ipac.caltech.edu/">NASA Exoplanet Archive</a> (
        {datesInWords(tableDates(manifest.tables))}
        <FurtherTableNames />
        ), snapshot <code>{manifest.snapshotId}</code>. This service is not part of the archive; version {VERSION}.
      </p>
      {json === undefined ? null : (
        <p>
          <a href={href(json)}>This page as JSON</a>
        </p>
      )}
    </footer>
  )
}
