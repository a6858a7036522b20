/** @jsxImportSource preact */
import type { Row } from '../../objects/values.ts'
import { hostPath } from '../components/addresses.ts'
import { labelOf, STAR_COLUMNS } from '../components/labels.ts'
import { ReferenceLink } from '../components/reference-link.tsx'
import { Text, Value } from '../components/value.tsx'
import { useSite } from '../frame/site.ts'

const COLUMNS = ['st_spectype', ...STAR_COLUMNS, 'sy_dist'] as const

/** The host values in the planet's row. */
export function StarValues({
  row,
  rowNumber,
  host,
}: {
  readonly row: Row
  readonly rowNumber: number
  readonly host: string
}) {
  const { href, manifest } = useSite()
  const units = new Map(manifest.tables.exoplanets.columns.map(({ name, unit }) => [name, unit]))
  const told = COLUMNS.filter((column) => (row[column] ?? null) !== null)
  return (
    <section aria-labelledby="host">
      <h2 id="host">
        Host: <a href={href(hostPath(host))}>{host}</a>
      </h2>
      {told.length === 0 ? (
        <p>The row has no values for the star.</p>
      ) : (
        <dl class="facts">
          {told.map((column) => (
            <>
              <dt>{labelOf({ name: column })}</dt>
              <dd>
                {column === 'st_spectype' ? (
                  <Text row={row} column={column} rowNumber={rowNumber} />
                ) : (
                  <Value row={row} column={column} unit={units.get(column)} rowNumber={rowNumber} />
                )}
              </dd>
            </>
          ))}
          {typeof row.st_refname === 'string' ? (
            <>
              <dt>Reference</dt>
              <dd>
                <ReferenceLink html={row.st_refname} />
              </dd>
            </>
          ) : null}
        </dl>
      )}
      <p>
        <a href={href(hostPath(host))}>Every published value of {host}</a>
      </p>
    </section>
  )
}
