/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import type { TableName } from '../../format/table.ts'
import { datesInWords, tableDates } from '../../format/table-dates.ts'
import { useSite } from '../frame/site.ts'

/** Where the rows of a page come from, as items of a description list: their number and table, the snapshot and its source. */
export function Origin({ rows, table }: { readonly rows: number; readonly table: TableName }) {
  const { tables, source, snapshotId } = useSite().manifest
  return (
    <>
      <dt>Rows</dt>
      <dd>
        {rows} of table <code>{table}</code>
      </dd>
      <dt>Snapshot</dt>
      <dd>
        <code>{snapshotId}</code> ({datesInWords(tableDates(tables))})
      </dd>
      <dt>Source</dt>
      <dd>
        <bdi>{source}</bdi>
      </dd>
    </>
  )
}

/** Links to the pages of other services on the object with this name, as an item of a description list. */
export function Elsewhere({ name, children }: { readonly name: string; readonly children?: ComponentChildren }) {
  return (
    <>
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
        {children}
      </dd>
    </>
  )
}
