/** @jsxImportSource preact */
import { adsPapers, comparePath, planetPath, rowsPath } from '../components/addresses.ts'
import { Text } from '../components/value.tsx'
import { useSite } from '../frame/site.ts'
import { Elsewhere, Origin } from '../published/origin.tsx'
import { FurtherRows, tablesWith } from './further-rows.tsx'
import type { PlanetFacts } from './planet-facts.ts'

/** The sources of a page's values, and links to the data. */
export function Provenance({ facts }: { readonly facts: PlanetFacts }) {
  const { href, manifest } = useSite()
  const { name, host, rows, row, chosen } = facts
  return (
    <section aria-labelledby="provenance">
      <h2 id="provenance">Provenance and downloads</h2>
      <dl class="facts">
        <Origin rows={rows.length} table="exoplanets" />
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
          <a href={href(`${rowsPath('exoplanets', name)}&limit=all&format=votable`)}>VOTable</a>
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
          <a href={href(comparePath([name]))}>{name} beside other planets</a>
        </dd>
        <Elsewhere name={name}>
          ,{' '}
          <a href={adsPapers(host)} rel="external noreferrer">
            ADS: papers on {host}
          </a>
        </Elsewhere>
      </dl>
    </section>
  )
}
