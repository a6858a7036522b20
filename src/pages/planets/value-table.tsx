/** @jsxImportSource preact */
import { columnPath } from '../components/addresses.ts'
import { labelOf, M_SIN_I } from '../components/labels.ts'
import { ReferenceLink } from '../components/reference-link.tsx'
import { Scroll } from '../components/scroll.tsx'
import { digits, Value } from '../components/value.tsx'
import { useSite } from '../frame/site.ts'
import { massKind, massLabel, type PlanetFacts, planetReference, type TwinParameter } from './planet-facts.ts'

/** The values of a planet, each with uncertainties, unit and reference, and the range of all published values. */
export function ValueTable({ facts }: { readonly facts: PlanetFacts }) {
  if (facts.groups.length === 0) return <p>{facts.rows.length === 1 ? 'Its row has' : 'Its rows have'} no numbers.</p>
  return (
    <Scroll label="Values of the planet">
      <table class="values">
        <thead class="unseen">
          <tr>
            <th scope="col">Parameter</th>
            <th scope="col">Value</th>
            <th scope="col">Reference</th>
            <th scope="col">Published</th>
          </tr>
        </thead>
        {facts.groups.map(({ heading, parameters }) => (
          <tbody key={heading}>
            <tr class="group">
              <th colSpan={4} scope="rowgroup">
                {heading}
              </th>
            </tr>
            {parameters.map((parameter) => (
              <ValueRow key={parameter.column.name} parameter={parameter} />
            ))}
          </tbody>
        ))}
      </table>
    </Scroll>
  )
}

function ValueRow({ parameter }: { readonly parameter: TwinParameter }) {
  const { href } = useSite()
  const { column, shown, isOfOtherRow, twin, values, spread } = parameter
  if (shown === undefined) return null
  const { name } = column
  const isMass = /^pl_bmass[ej]$/.test(name)
  const kind = isMass ? massKind(shown.row) : undefined
  const label = isMass ? massLabel(shown.row).label : labelOf(column)
  const other = twin?.values.find(({ rowNumber }) => rowNumber === shown.rowNumber)
  return (
    <tr>
      <th scope="row">
        <a class="quiet" href={href(columnPath('exoplanets', name))} title={name}>
          {label}
        </a>
        {kind === undefined || kind === M_SIN_I ? null : <span class="soft small"> ({kind})</span>}
      </th>
      <td>
        <Value row={shown.row} column={name} unit={column.unit} rowNumber={shown.rowNumber} />
        {other === undefined ? null : (
          <div class="soft small">
            <Value row={other.row} column={twin!.column.name} unit={twin!.column.unit} rowNumber={other.rowNumber} />
          </div>
        )}
      </td>
      <td>
        <ReferenceLink html={planetReference(shown.row, name)} />
        {isOfOtherRow ? <div class="soft small">not in the default row</div> : null}
      </td>
      <td class="soft">
        {values.length < 2 ? (
          ''
        ) : (
          <a class="quiet" href={`#values-${name}`}>
            {values.length} rows
            {spread === undefined || spread.min === spread.max
              ? ''
              : `, ${digits(spread.min)} to ${digits(spread.max)}`}
          </a>
        )}
      </td>
    </tr>
  )
}
