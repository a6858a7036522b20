/** @jsxImportSource preact */
import { adsPapers, hostPath, queryString } from '../components/addresses.ts'
import { useSite } from '../frame/site.ts'
import { Elsewhere, Origin } from '../published/origin.tsx'
import type { HostFacts } from './star-facts.ts'

/** The sources of the values on a host's page, and links to the data. */
export function StarProvenance({ facts }: { readonly facts: HostFacts }) {
  const { href } = useSite()
  const { name, table, rows } = facts
  const read = `/rest/${table}${queryString([
    ['hostname', name],
    ['columns', '*'],
  ])}`
  return (
    <section aria-labelledby="provenance">
      <h2 id="provenance">Provenance and downloads</h2>
      <dl class="facts">
        <Origin rows={rows.length} table={table} />
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
        <Elsewhere name={name}>
          ,{' '}
          <a href={adsPapers(name)} rel="external noreferrer">
            ADS: papers on {name}
          </a>
        </Elsewhere>
      </dl>
    </section>
  )
}
