/** @jsxImportSource preact */

import type { InsightResult } from '../../core/answers/insight.ts'
import { TABLE_NAMES, type TableName } from '../../format/table.ts'
import { groupedDigits } from '../../units/typeset-numbers.ts'
import { sqlPath } from '../components/addresses.ts'
import { useSite } from '../frame/site.ts'

/** The tables whose names occur in the text of a query. */
export function tablesIn(sql: string): readonly TableName[] {
  return TABLE_NAMES.filter((name) => new RegExp(`\\b${name}\\b`).test(sql))
}

/** The rows that a query left out, and the reasons; renders nothing if there are none. */
export function LeftOut({ rows }: { readonly rows: InsightResult['left_out'] }) {
  if (rows === undefined || rows.length === 0) return null
  return (
    <>
      <h2>Rows set aside</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Reason</th>
            <th scope="col" class="number">
              Rows
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ reason, rows: count }) => (
            <tr key={reason}>
              <td>{reason}</td>
              <td class="number">{groupedDigits(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** The SQL behind the content of a page, and a link that opens it in the SQL editor. */
export function SqlBehind({ sql }: { readonly sql: string }) {
  const { href } = useSite()
  return (
    <div class="behind">
      <a class="button" href={href(sqlPath(sql))}>
        Open in the SQL editor
      </a>
      <details>
        <summary>The SQL behind it</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable with the keyboard */}
        <pre data-copy="the SQL" tabIndex={0}>
          <code>{sql}</code>
        </pre>
      </details>
    </div>
  )
}
