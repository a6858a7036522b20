/** @jsxImportSource preact */
import { datesInWords, tableDates } from '../../format/table-dates.ts'
import { adsPapers, hostPath, queryString } from '../components/addresses.ts'
import { useSite } from '../frame/site.ts'
import type { HostFacts } from './star-facts.ts'

/** The sources of the values on a host's page, and links to the data. */
export function StarProvenance({ facts }: { readonly facts: HostFacts }) {
  const { href, manifest } = useSite()
  const { name, table, rows } = facts
  const { tables, source, snapshotId } = manifest
  const read = `/rest/${table}${queryString([
    ['hostname', name],
    ['columns', '*'],
  ])}`
  return (
    <section aria-labelledby="provenance">
      <h2 id="provenance">Provenance and downloads</h2>
      <dl class="facts">
        <dt>Rows</dt>
        <dd>
          {rows.length} of table <code>{table}</code>
        </dd>
        <dt>Snapshot</dt>
        <dd>
          <code>{snapshotId}</code> ({datesInWords(tableDates(tables))})
        </dd>
        <dt>Source</dt>
        <dd>
          <bdi>{source}</bdi>
        </dd>
        <dt>All columns</dt>
        <dd>
          {table === 'stellarhosts' ? (
            <>
              <a href={href(`${hostPath(name)}.json`)}>JSON</a>, <a href={href(`${hostPath(name)}.csv`)}>CSV</a>
            </>
          ) : (
            <>
              <a href={href(read)}>JSON</a>, <a href={href(`${read}&limit=all&format=csv`)}>CSV</a>
            </>
          )}
          , <a href={href(`${read}&limit=all&format=votable`)}>VOTable</a>
        </dd>
        <dt>Elsewhere</dt>
        <dd>
          <a
            href={`https://exoplanetarchive.ipac.caltech.edu/overview/${encodeURIComponent(name)}`}
            rel="external noreferrer"
          >
            NASA Exoplanet Archive
          </a>
          ,{' '}
          <a
            href={`https://simbad.cds.unistra.fr/simbad/sim-id?Ident=${encodeURIComponent(name)}`}
            rel="external noreferrer"
          >
            SIMBAD
          </a>
          ,{' '}
          <a href={adsPapers(name)} rel="external noreferrer">
            ADS: papers on {name}
          </a>
        </dd>
      </dl>
    </section>
  )
}
