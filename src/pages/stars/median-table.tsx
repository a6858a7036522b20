/** @jsxImportSource preact */
import { columnPath } from '../components/addresses.ts'
import { labelOf } from '../components/labels.ts'
import { ReferenceLink } from '../components/reference-link.tsx'
import { Scroll } from '../components/scroll.tsx'
import { Unit } from '../components/unit.tsx'
import { digits, Value } from '../components/value.tsx'
import { useSite } from '../frame/site.ts'
import type { Parameter } from '../published/published.ts'

/** The values of a star: the median over references with their number and range, or the only value. */
export function MedianTable({ parameters }: { readonly parameters: readonly Parameter[] }) {
  const { href } = useSite()
  if (parameters.length === 0) return <p>No row has a numeric value for the star.</p>
  return (
    <Scroll label="Values of the star">
      <table class="values">
        <caption>
          Medians of the rows that have a value other than a limit; if there is only one row, its value and reference
        </caption>
        <thead class="unseen">
          <tr>
            <th scope="col">Parameter</th>
            <th scope="col">Value</th>
            <th scope="col">Rows or reference</th>
          </tr>
        </thead>
        <tbody>
          {parameters.map(({ column, values, spread }) => {
            const [only] = values
            return (
              <tr key={column.name}>
                <th scope="row">
                  <a class="quiet" href={href(columnPath('stellarhosts', column.name))} title={column.name}>
                    {labelOf(column)}
                  </a>
                </th>
                <td>
                  {values.length === 1 && only !== undefined ? (
                    Value({ row: only.row, column: column.name, unit: column.unit, rowNumber: only.rowNumber })
                  ) : spread === undefined ? (
                    <span class="soft">limits only</span>
                  ) : (
                    <span class="value">
                      <span data-column={column.name} data-derived="median">
                        {digits(spread.median)}
                      </span>
                      {column.unit === undefined ? null : '\u2009'}
                      <Unit unit={column.unit} />
                    </span>
                  )}
                </td>
                <td class="soft">
                  {values.length === 1 && only !== undefined ? (
                    <ReferenceLink html={only.row.st_refname} rowNumber={only.rowNumber} />
                  ) : (
                    <a class="quiet" href={`#values-${column.name}`}>
                      {spread === undefined
                        ? `${values.length} rows`
                        : `median of ${spread.rows}, ${digits(spread.min)} to ${digits(spread.max)}`}
                    </a>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Scroll>
  )
}
