/** @jsxImportSource preact */

import type { ChangeList } from '../../core/answers/changes.ts'
import { isTableName, NAMED_THINGS, TABLE_NAMES, type TableName } from '../../format/table.ts'
import { groupedDigits } from '../../units/typeset-numbers.ts'
import { columnPath, columnsPath, hostPath, planetPath } from '../components/addresses.ts'
import { Scroll } from '../components/scroll.tsx'
import { Page } from '../frame/page.tsx'
import { useSite } from '../frame/site.ts'

export const CHANGES_PATH = '/changes'

type Refresh = ChangeList['refreshes'][number]
type TableChanges = NonNullable<Refresh['tables']>[TableName]

/** Planets and hosts first, then further tables in the order of the report. */
function tableNames(tables: NonNullable<Refresh['tables']>): readonly string[] {
  return [...TABLE_NAMES, ...Object.keys(tables).filter((name) => !isTableName(name))]
}

/** Maximum number of listed columns, those with the most changed values. */
const SHOWN_COLUMNS = 12

/** The changes made by the last data refreshes. */
export function ChangesPage({ refreshes }: ChangeList) {
  return (
    <Page
      title="Changes"
      description="Changes made by the latest refreshes of the data: planets, stars, rows and columns."
      path={CHANGES_PATH}
      json="/rest/changes"
    >
      <h1>Changes</h1>
      <p class="lead">Changes made by the latest refreshes of the data, most recent first.</p>
      {refreshes.length === 0 ? (
        <p>
          The data of this service have not been refreshed yet. Each refresh that changes the data will be listed here.
        </p>
      ) : (
        refreshes.map((refresh) => <RefreshView key={refresh.to.id} refresh={refresh} />)
      )}
    </Page>
  )
}

function RefreshView({ refresh }: { readonly refresh: Refresh }) {
  const { from, to, tables, new_tables = [], removed_tables = [] } = refresh
  const { href, manifest } = useSite()
  const heading = `snapshot-${to.id}`
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>
        {to.archive_date ?? 'Unknown date'} <span class="soft small">snapshot {to.id}</span>
        {to.id === manifest.snapshotId ? <span class="soft small">, current</span> : null}
      </h2>
      {from === undefined || tables === undefined ? (
        <p>The first snapshot: there is no earlier one to compare it with.</p>
      ) : (
        <>
          <p class="soft small">
            Compared with snapshot {from.id}
            {from.archive_date === null ? '' : ` of ${from.archive_date}`}.
          </p>
          <Counts tables={tables} />
          <Names title="New tables" names={new_tables} path={(name) => href(columnsPath(name))} />
          <Names title="Removed tables" names={removed_tables} />
          {tableNames(tables).map((table) => (
            <TableView key={table} table={table} changes={tables[table]!} />
          ))}
        </>
      )}
    </section>
  )
}

function Counts({ tables }: { readonly tables: NonNullable<Refresh['tables']> }) {
  return (
    <Scroll label="Rows by table">
      <table>
        <thead>
          <tr>
            <th scope="col">Table</th>
            {['Rows before', 'Added', 'Removed', 'Changed', 'Rows now'].map((title) => (
              <th key={title} scope="col" class="number">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tableNames(tables).map((table) => {
            const { before, added, removed, changed, after } = tables[table]!.rows
            return (
              <tr key={table}>
                <th scope="row">{table}</th>
                {[before, added, removed, changed, after].map((value, at) => (
                  <td key={String(at)} class="number">
                    {groupedDigits(value)}
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

function TableView({ table, changes }: { readonly table: string; readonly changes: TableChanges }) {
  const { href } = useSite()
  const { new_names, removed_names, new_columns, removed_columns, column_changes, changed_values } = changes
  const isMain = isTableName(table)
  const pathOf = table === 'exoplanets' ? planetPath : hostPath
  const titles = isMain
    ? [`New ${NAMED_THINGS[table]}`, `Removed ${NAMED_THINGS[table]}`]
    : [`New in ${table}`, `Removed from ${table}`]
  // All columns of a further table are described on one page.
  const columnHref = (column: string) => href(isMain ? columnPath(table, column) : columnsPath(table))
  const values = Object.entries(changed_values).sort(([, a], [, b]) => b - a)
  return (
    <>
      <Names title={titles[0]!} names={new_names} {...(isMain ? { path: (name) => href(pathOf(name)) } : {})} />
      <Names title={titles[1]!} names={removed_names} />
      <Names title={`New columns of ${table}`} names={new_columns} path={columnHref} />
      <Names title={`Removed columns of ${table}`} names={removed_columns} />
      {values.length === 0 ? null : (
        <>
          <h3>Columns of {table} with the most changed values</h3>
          <ul class="row">
            {values.slice(0, SHOWN_COLUMNS).map(([column, rows]) => (
              <li key={column}>
                <a href={columnHref(column)}>{column}</a> <span class="soft">{groupedDigits(rows)}</span>
              </li>
            ))}
            {values.length > SHOWN_COLUMNS ? (
              <li class="soft">and {values.length - SHOWN_COLUMNS} more columns</li>
            ) : null}
          </ul>
        </>
      )}
      {column_changes.length === 0 ? null : (
        <>
          <h3>Columns of {table} with a changed description</h3>
          <ul>
            {column_changes.map(({ column, property, before, after }) => (
              <li key={column + property}>
                <a href={columnHref(column)}>{column}</a>: {property.replace('_', ' ')} <bdi>{before ?? 'unknown'}</bdi>{' '}
                → <bdi>{after ?? 'unknown'}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

interface NamesProps {
  readonly title: string
  readonly names: readonly string[]
  readonly path?: (name: string) => string
}

/** Number of names above which a list is folded. */
const MAX_OPEN = 60

function Names({ title, names, path }: NamesProps) {
  if (names.length === 0) return null
  const list = (
    <ul class="row">
      {names.map((name) => (
        <li key={name}>
          {path === undefined ? (
            <bdi>{name}</bdi>
          ) : (
            <a href={path(name)}>
              <bdi>{name}</bdi>
            </a>
          )}
        </li>
      ))}
    </ul>
  )
  return (
    <>
      <h3>
        {title} <span class="soft">({groupedDigits(names.length)})</span>
      </h3>
      {names.length <= MAX_OPEN ? (
        list
      ) : (
        <details>
          <summary>All {groupedDigits(names.length)} names</summary>
          {list}
        </details>
      )}
    </>
  )
}
