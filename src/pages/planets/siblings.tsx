/** @jsxImportSource preact */
import type { Column } from '../../format/column.ts'
import type { Row } from '../../objects/values.ts'
import { comparePath, MAX_COMPARED, planetPath } from '../components/addresses.ts'
import { labelOf, M_SIN_I } from '../components/labels.ts'
import { Scroll } from '../components/scroll.tsx'
import { Unit } from '../components/unit.tsx'
import { Text, Value } from '../components/value.tsx'
import { useSite } from '../frame/site.ts'

/** Columns of a list of planets; those that the archive lacks are omitted. */
export const SIBLING_COLUMNS = [
  'discoverymethod',
  'disc_year',
  'pl_orbper',
  'pl_orbsmax',
  'pl_orbeccen',
  'pl_rade',
  'pl_bmasse',
  'pl_bmassprov',
  'pl_eqt',
] as const

/** The columns of a list of planets that exist in a table. */
export function siblingColumns(columns: readonly Column[]): readonly Column[] {
  return SIBLING_COLUMNS.flatMap((name) => columns.find((column) => column.name === name) ?? [])
}

/** The planets of a host, one row each; `name` is the planet that the page is about. */
export function PlanetList({
  siblings,
  name,
  caption,
}: {
  readonly siblings: readonly Row[]
  readonly name?: string
  readonly caption: string
}) {
  const { href, manifest } = useSite()
  const columns = siblingColumns(manifest.tables.exoplanets.columns).filter(({ name }) => name !== 'pl_bmassprov')
  return (
    <Scroll label={caption}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Planet</th>
            {columns.map((column) => (
              <th key={column.name} scope="col" class={column.type === 'text' ? undefined : 'number'}>
                {labelOf(column)} <Unit unit={column.unit} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {siblings.map((row) => {
            const own = String(row.pl_name)
            return (
              <tr key={own} class={own === name ? 'chosen' : undefined}>
                <th scope="row">{own === name ? own : <a href={href(planetPath(own))}>{own}</a>}</th>
                {columns.map((column) => (
                  <td key={column.name} class={column.type === 'text' ? undefined : 'number'} data-planet={own}>
                    {column.type === 'text' || column.name === 'disc_year' ? (
                      <Text row={row} column={column.name} />
                    ) : (
                      <Value row={row} column={column.name} />
                    )}
                    {column.name === 'pl_bmasse' && row.pl_bmasse !== null && row.pl_bmassprov === 'Msini' ? (
                      <span class="soft small"> {M_SIN_I}</span>
                    ) : null}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </Scroll>
  )
}

export function Siblings({
  host,
  name,
  siblings,
}: {
  readonly host: string
  readonly name: string
  readonly siblings: readonly Row[]
}) {
  const { href } = useSite()
  if (siblings.length < 2) return null
  return (
    <section aria-labelledby="siblings">
      <h2 id="siblings">Planets of {host}</h2>
      <PlanetList siblings={siblings} name={name} caption={`${siblings.length} planets, the default row of each`} />
      <p>
        <a href={href(comparePath(siblings.slice(0, MAX_COMPARED).map((row) => String(row.pl_name))))}>
          Compare {siblings.length > MAX_COMPARED ? 'the first six of ' : ''}them
        </a>
      </p>
    </section>
  )
}
