/** @jsxImportSource preact */

import { ACKNOWLEDGE_URL, ACKNOWLEDGMENT, cautionList } from '../../core/answers/cautions.ts'
import { hasDefaultFlag } from '../../format/manifest.ts'
import { tableDates } from '../../format/table-dates.ts'
import { groupedDigits } from '../../units/typeset-numbers.ts'
import { CiteBox } from '../citation/cite-box.tsx'
import { FurtherTableList } from '../frame/further-tables.tsx'
import { planetListPath } from '../frame/navigation.ts'
import { Page } from '../frame/page.tsx'
import { useSite } from '../frame/site.ts'
import { SITE_SCRIPT } from '../scripts/scripts.ts'
import { Sentence } from './markdown.tsx'

export const ABOUT_PATH = '/about'

/** A page about the archive and this service, the meaning of the values, and how to cite both. */
export function AboutPage() {
  const { href, manifest, hasMcp } = useSite()
  const { exoplanets, stellarhosts } = manifest.tables
  const dates = tableDates(manifest.tables)
  return (
    <Page
      title="About"
      description="The NASA Exoplanet Archive, the meaning of a row, how to read limits and masses, and how to cite the data."
      path={ABOUT_PATH}
      scripts={[SITE_SCRIPT]}
    >
      <h1>About</h1>
      <p class="lead">
        Look up, compare, plot, query and download the tables of confirmed exoplanets and their host stars of the{' '}
        <a href="https://exoplanetarchive.ipac.caltech.edu/">NASA Exoplanet Archive</a>. The archive collects published
        values; this service shows the values of the archive unchanged and is not part of it.
      </p>
      <h2>Contents</h2>
      <dl class="facts">
        <dt>Planets</dt>
        <dd>
          <a href={href(planetListPath(manifest))}>{groupedDigits(exoplanets.names)} planets</a>,{' '}
          {groupedDigits(exoplanets.rows)} rows, table of {dates.exoplanets ?? 'unknown date'}
        </dd>
        <dt>Host stars</dt>
        <dd>
          <a href={href('/stellarhosts')}>{groupedDigits(stellarhosts.names)} names</a>,{' '}
          {groupedDigits(stellarhosts.rows)} rows, table of {dates.stellarhosts ?? 'unknown date'}
          <div class="soft small">
            {groupedDigits(stellarhosts.hostsNotInOther)} of them have no planet in exoplanets;{' '}
            {groupedDigits(exoplanets.hostsNotInOther)} hosts of planets are not in stellarhosts
          </div>
        </dd>
        {Object.keys(manifest.furtherTables).length === 0 ? null : (
          <>
            <dt>Further tables</dt>
            <dd>
              <FurtherTableList />
            </dd>
          </>
        )}
        <dt>Source</dt>
        <dd>
          <bdi>{manifest.source}</bdi>
        </dd>
        <dt>Snapshot</dt>
        <dd>
          <code>{manifest.snapshotId}</code>: the same ID means the same data. <a href={href('/changes')}>Changes</a>
        </dd>
      </dl>
      <h2>How to read the data</h2>
      <ul>
        {cautionList(manifest).map((text) => (
          <li key={text}>
            <Sentence text={text} />
          </li>
        ))}
      </ul>
      <p>
        Each column is described on the column pages of <a href={href('/columns/exoplanets')}>exoplanets</a> and{' '}
        <a href={href('/columns/stellarhosts')}>stellarhosts</a>.
      </p>
      <h2>How values are chosen</h2>
      <p>
        {hasDefaultFlag(manifest) ? (
          <>
            The archive marks one row of each planet as its default. Pages show that row first. If it has no value for a
            parameter, the value of another reference can be shown instead, with that reference named; a mean or median
            of several references is never shown for a planet. Stars have no default row: their pages show the median of
            the references with their number and range, and every reference.
          </>
        ) : (
          <>
            In this archive, the table exoplanets is composite: the archive combined the values of each planet from
            several references, and calculated some. They may not be consistent with each other.
          </>
        )}
      </p>
      <h2>Access to the data</h2>
      <ul>
        <li>
          <a href={href('/sql')}>SQL</a> in the browser, and as a URL for programs
        </li>
        <li>
          <a href={href('/data/')}>Whole tables as files</a>
        </li>
        <li>
          <a href={href('/swagger-ui')}>HTTP API</a>: tables with filters, SQL, insights, downloads
        </li>
        <li>
          Tools of the Virtual Observatory, such as TOPCAT and PyVO: table access (TAP) at <code>tap</code>
        </li>
        <li>
          AI agents: <a href={href('/llms.txt')}>llms.txt</a>
          {hasMcp ? (
            <>
              , and the Model Context Protocol at <code>mcp</code>
            </>
          ) : null}
        </li>
      </ul>
      <h2>How to cite</h2>
      <p>Publications that use the archive are asked to acknowledge it:</p>
      <blockquote>{ACKNOWLEDGMENT}</blockquote>
      <p>
        Cite the archive’s paper, the table with its date, and the reference of each value; see{' '}
        <a href={ACKNOWLEDGE_URL}>Acknowledging the archive</a>. Pages of planets and stars name the references that
        they show. To say where you found a number, cite the URL of the page and the snapshot.
      </p>
      <CiteBox title="About" path={ABOUT_PATH} tables={['exoplanets', 'stellarhosts']} references={[]} />
      <h2>Privacy</h2>
      <p>
        Pages set no cookies and load nothing from other hosts. The queries that the SQL page remembers stay in the
        browser.
      </p>
    </Page>
  )
}
