/** @jsxImportSource preact */
import { hasDefaultFlag } from '../../format/manifest.ts'
import { tableTitle } from '../../format/table-titles.ts'
import { useSite } from './site.ts'

const columnsOf = (table: string): string => `/columns/${encodeURIComponent(table)}`

/** Further tables have no pages of rows; SQL has them. */
const rowsOf = (table: string): string => `/sql?q=${encodeURIComponent(`SELECT * FROM ${table}`)}`

/** The names of the tables besides the two, each leading to its columns, behind a semicolon; nothing where there are none. */
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

/** What a table holds, without the explanation behind it, and a comma; nothing where that is not known. */
function titleOf(name: string, hasFlag: boolean): string {
  const title = tableTitle(name, hasFlag)
  return title === name ? '' : `${title.split(':', 1)[0]}, `
}

/** The tables besides the two: what each holds, its size and date, its columns, and its rows in the SQL editor. */
export function FurtherTableList() {
  const { href, manifest } = useSite()
  return (
    <ul class="plain">
      {Object.entries(manifest.furtherTables).map(([name, { rows, date }]) => (
        <li key={name}>
          <code>{name}</code> {titleOf(name, hasDefaultFlag(manifest))}
          <span class="soft">
            {rows.toLocaleString('en-US')} rows, {date ?? 'unknown date'}
          </span>
          : <a href={href(columnsOf(name))}>columns</a>, <a href={href(rowsOf(name))}>rows by SQL</a>
        </li>
      ))}
    </ul>
  )
}
