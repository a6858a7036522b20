/** @jsxImportSource preact */

import { hasDefaultFlag } from '../../format/manifest.ts'
import { tableTitle } from '../../format/table-titles.ts'
import { groupedDigits } from '../../units/typeset-numbers.ts'
import { useSite } from './site.ts'

const columnsOf = (table: string): string => `/columns/${encodeURIComponent(table)}`

/** Further tables have no pages of rows; their rows are available through SQL. */
const rowsOf = (table: string): string => `/sql?q=${encodeURIComponent(`SELECT * FROM ${table}`)}`

/** The names of the further tables, each a link to its columns, after a semicolon; renders nothing if there are none. */
export function FurtherTableNames() {
  const { href, manifest } = useSite()
  const names = Object.keys(manifest.furtherTables)
  if (names.length === 0) return null
  return (
    <>
      ; further tables:{' '}
      {names.map((name, at) => (
        <>
          {at === 0 ? '' : ', '}
          <a href={href(columnsOf(name))}>{name}</a>
        </>
      ))}
    </>
  )
}

/** A short title of a table, followed by a comma, without the explanation after it; empty if no title is known. */
function titleOf(name: string, hasFlag: boolean): string {
  const title = tableTitle(name, hasFlag)
  return title === name ? '' : `${title.split(':', 1)[0]}, `
}

/** The further tables: the content, size and date of each, its columns, and its rows in the SQL editor. */
export function FurtherTableList() {
  const { href, manifest } = useSite()
  return (
    <ul class="plain">
      {Object.entries(manifest.furtherTables).map(([name, { rows, date }]) => (
        <li key={name}>
          <code>{name}</code> {titleOf(name, hasDefaultFlag(manifest))}
          <span class="soft">
            {groupedDigits(rows)} {rows === 1 ? 'row' : 'rows'}, {date ?? 'unknown date'}
          </span>
          : <a href={href(columnsOf(name))}>columns</a>, <a href={href(rowsOf(name))}>rows by SQL</a>
        </li>
      ))}
    </ul>
  )
}
