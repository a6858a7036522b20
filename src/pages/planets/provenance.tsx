/** @jsxImportSource preact */
import { datesInWords, tableDates } from '../../format/table-dates.ts'
import { adsPapers, planetPath, queryString, rowsPath } from '../components/addresses.ts'
import { Text } from '../components/value.tsx'
import { useSite } from '../frame/site.ts'
import { FurtherRows, tablesWith } from './further-rows.tsx'
import type { PlanetFacts } from './planet-facts.ts'
import { listed } from './siblings.tsx'

/** The sources of a page's values, and links to the data. */
export function Provenance({ facts }: { readonly facts: PlanetFacts }) {
  const { href, manifest } = useSite()
  const { name, host, rows, row, chosen } = facts
  const { tables, source, snapshotId } = manifest
  return (
    <section aria-labelledby="provenance">
      <h2 id="provenance">Provenance and downloads</h2>
      <dl class="facts">
        <dt>Rows</dt>
        <dd>
          {rows.length} of table <code>exoplanets</code>
        </dd>
        <dt>Snapshot</dt>
        <dd>
          <code>{snapshotId}</code> ({datesInWords(tableDates(tables))})
        </dd>
        <dt>Source</dt>
        <dd>
          <bdi>{source}</bdi>
        </dd>
        {(['rowupdate', 'releasedate'] as const).map((column) =>
          (row[column] ?? null) === null ? null : (
            <>
              <dt>{column === 'rowupdate' ? 'Shown row updated' : 'Shown row released'}</dt>
              <dd>
                <Text row={row} column={column} rowNumber={chosen} />
              </dd>
            </>
          ),
        )}
        <dt>All columns</dt>
        <dd>
          <a href={href(`${planetPath(name)}.json`)}>JSON</a>, <a href={href(`${planetPath(name)}.csv`)}>CSV</a>,{' '}
          <a href={href(`${rowsPath('exoplanets', name)}&format=votable`)}>VOTable</a>
        </dd>
        {tablesWith(manifest, 'pl_name').length === 0 ? null : (
          <>
            <dt>Further tables</dt>
            <dd>
              Rows of this name, if any, in <FurtherRows name={name} />
            </dd>
          </>
        )}
        <dt>Compare</dt>
        <dd>
          <a href={href(`/compare${queryString([['names', listed(name)]])}`)}>{name} beside other planets</a>
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
          <a href={adsPapers(host)} rel="external noreferrer">
            ADS: papers on {host}
          </a>
        </dd>
      </dl>
    </section>
  )
}
