/** @jsxImportSource preact */

import { ACKNOWLEDGE_URL, citation } from '../../core/answers/cautions.ts'
import type { ResultRow } from '../../core/answers/rows.ts'
import { datesInWords, tableDates } from '../../format/table-dates.ts'
import { groupedDigits } from '../../units/typeset-numbers.ts'
import { CiteBox } from '../citation/cite-box.tsx'
import { hostPath, planetPath } from '../components/addresses.ts'
import { FurtherTableList } from '../frame/further-tables.tsx'
import { planetListPath } from '../frame/navigation.ts'
import { Page, SITE_NAME } from '../frame/page.tsx'
import { SearchBox } from '../frame/search-box.tsx'
import { useSite } from '../frame/site.ts'
import { type GalleryEntry, PlotList, plotPreview } from '../gallery/gallery-page.tsx'
import { SITE_SCRIPT } from '../scripts/scripts.ts'

/** A link and a description of its target. */
export interface HomeLink {
  readonly title: string
  /** Path from the root of the service, encoded. */
  readonly path: string
}

/** An endpoint as readers see it; `path` is present if the path can be opened without changes. */
export interface HomeEndpoint {
  readonly shown: string
  readonly description: string
  readonly path: string | undefined
}

export interface HomePageProps {
  /** A planet and a host that exist in the archive. */
  readonly planet: string
  readonly host: string
  /** Example requests. */
  readonly examples: readonly HomeLink[]
  readonly endpoints: readonly HomeEndpoint[]
  /** Rows of the insight on the newest planets; empty if the archive has none. */
  readonly newest: readonly ResultRow[]
  /** A selection of plots from the gallery. */
  readonly plots: readonly GalleryEntry[]
}

/** Maximum number of planets in the list of the newest. */
export const MAX_NEWEST = 8

/** The page that browsers get at `/`. */
export function HomePage(props: HomePageProps) {
  const { manifest } = useSite()
  const { exoplanets, stellarhosts } = manifest.tables
  return (
    <Page
      title={SITE_NAME}
      description="Look up exoplanets and their host stars: every published value with its reference, plots, SQL, downloads and an API."
      path="/"
      scripts={[SITE_SCRIPT]}
      {...plotPreview(props.plots)}
    >
      <section class="hero" aria-labelledby="name">
        <h1 id="name">Look up a planet or its star</h1>
        <SearchBox id="look-up" />
        <Start {...props} />
      </section>
      <dl class="counts">
        <Count name="planets" value={exoplanets.names} />
        <Count name="exoplanets rows" value={exoplanets.rows} />
        <Count name="names in stellarhosts" value={stellarhosts.names} />
        <Count name="stellarhosts rows" value={stellarhosts.rows} />
      </dl>
      <p class="soft">
        {`NASA Exoplanet Archive, ${datesInWords(tableDates(manifest.tables))}; snapshot `}
        <code>{manifest.snapshotId}</code>. Source: <bdi>{manifest.source}</bdi>
      </p>
      <Plots plots={props.plots} />
      <div class="columns">
        <Newest rows={props.newest} />
        <WaysIn {...props} />
      </div>
      <Further />
      <Citing />
      <Endpoints endpoints={props.endpoints} />
    </Page>
  )
}

function Count({ name, value }: { readonly name: string; readonly value: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{groupedDigits(value)}</dd>
    </div>
  )
}

function Start({ planet, host }: Pick<HomePageProps, 'planet' | 'host'>) {
  const { href, manifest } = useSite()
  return (
    <p>
      For example <a href={href(planetPath(planet))}>{planet}</a> or <a href={href(hostPath(host))}>{host}</a>. You can
      also browse all <a href={href(planetListPath(manifest))}>planets</a> and{' '}
      <a href={href('/stellarhosts')}>host stars</a>, or write your own <a href={href('/sql')}>SQL</a>.
    </p>
  )
}

function Plots({ plots }: Pick<HomePageProps, 'plots'>) {
  const { href } = useSite()
  if (plots.length === 0) return null
  return (
    <section aria-labelledby="plots">
      <h2 id="plots">Plots</h2>
      <PlotList entries={plots} />
      <p>
        <a href={href('/plots')}>All plots</a>, <a href={href('/plot')}>your own axes</a>, and{' '}
        <a href={href('/insights')}>insights</a>: common questions with their answers.
      </p>
    </section>
  )
}

function Newest({ rows }: { readonly rows: readonly ResultRow[] }) {
  const { href } = useSite()
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="newest">
      <h2 id="newest">Newest planets</h2>
      <ul class="plain">
        {rows.slice(0, MAX_NEWEST).map((row) => (
          <li key={String(row.pl_name)}>
            <a href={href(planetPath(String(row.pl_name)))}>{row.pl_name}</a>{' '}
            <span class="soft">
              {[row.first_release, row.discoverymethod]
                .filter((value) => value !== null && value !== undefined)
                .join(', ')}
            </span>
          </li>
        ))}
      </ul>
      <p>
        <a href={href('/insights/recently-added-planets')}>More new planets</a>
      </p>
    </section>
  )
}

function WaysIn({ examples, planet }: Pick<HomePageProps, 'examples' | 'planet'>) {
  const { href, hasMcp } = useSite()
  return (
    <section aria-labelledby="ways">
      <h2 id="ways">For programs, VO tools and agents</h2>
      <ul>
        <li>
          JSON, CSV and VOTable by plain GET requests, without a key: <a href={href('/swagger-ui')}>documentation</a>,{' '}
          <a href={href('/rest/openapi.json')}>OpenAPI</a>, <a href={href('/rest/insights')}>insights</a>,{' '}
          <a href={href('/health')}>health</a>.
        </li>
        <li>
          All data on one planet as a file: <a href={href(`${planetPath(planet)}.json`)}>JSON</a>,{' '}
          <a href={href(`${planetPath(planet)}.csv`)}>CSV</a>; <a href={href('/data/')}>whole tables</a>.
        </li>
        <li>
          TOPCAT, PyVO and other tools of the Virtual Observatory: table access at <code>tap</code> (
          <a href={href('/tap/capabilities')}>capabilities</a>).
        </li>
        <li>
          AI agents:{' '}
          {hasMcp ? (
            <>
              the Model Context Protocol at <code>mcp</code>,{' '}
            </>
          ) : null}
          <a href={href('/llms.txt')}>llms.txt</a>, <a href={href('/skill.md')}>skill</a>.
        </li>
      </ul>
      <h3>Example requests</h3>
      <ul>
        {examples.map(({ title, path }) => (
          <li key={path}>
            <a href={href(path)}>{title}</a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Endpoints({ endpoints }: Pick<HomePageProps, 'endpoints'>) {
  const { href } = useSite()
  return (
    <details>
      <summary>All endpoints of the API</summary>
      <ul class="plain">
        {endpoints.map(({ shown, description, path }) => (
          <li key={shown}>
            {path === undefined ? (
              <code>{shown}</code>
            ) : (
              <a href={href(path)}>
                <code>{shown}</code>
              </a>
            )}{' '}
            {description}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The tables without pages of rows. */
function Further() {
  const { manifest } = useSite()
  if (Object.keys(manifest.furtherTables).length === 0) return null
  return (
    <section aria-labelledby="further">
      <h2 id="further">Further tables</h2>
      <FurtherTableList />
    </section>
  )
}

function Citing() {
  const { manifest } = useSite()
  return (
    <>
      <section aria-labelledby="citing">
        <h2 id="citing">How to cite</h2>
        <p>
          {citation(manifest).replace(` See ${ACKNOWLEDGE_URL}`, '')} See{' '}
          <a href={ACKNOWLEDGE_URL}>Acknowledging the archive</a>; the page of each planet names its references.
        </p>
      </section>
      <CiteBox path="/" title={SITE_NAME} tables={['exoplanets', 'stellarhosts']} references={[]} />
    </>
  )
}
