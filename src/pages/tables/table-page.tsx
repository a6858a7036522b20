/** @jsxImportSource preact */
import { jsxTemplate } from 'preact/jsx-runtime'
import type { Page as RowsPage } from '../../core/answers/rows.ts'
import type { Problem } from '../../core/answers/service.ts'
import type { Column } from '../../format/column.ts'
import type { Manifest } from '../../format/manifest.ts'
import type { TableName } from '../../format/table.ts'
import type { Row } from '../../objects/values.ts'
import { groupedDigits } from '../../units/typeset-numbers.ts'
import { CiteBox } from '../citation/cite-box.tsx'
import { CodeBox } from '../code/code-box.tsx'
import { tableSql } from '../code/table-sql.ts'
import { sqlPath } from '../components/addresses.ts'
import { Scroll } from '../components/scroll.tsx'
import type { ConditionColumns } from '../conditions/new-condition.tsx'
import { type KnownValues, NoRows } from '../conditions/no-rows.tsx'
import { LinkedText } from '../frame/linked-text.tsx'
import { planetListPath } from '../frame/navigation.ts'
import { Page } from '../frame/page.tsx'
import { useSite } from '../frame/site.ts'
import { SITE_SCRIPT } from '../scripts/scripts.ts'
import { cellMarkup } from './cell.ts'
import { ColumnChooser, type ColumnTopics } from './column-chooser.tsx'
import type { ColumnFacts } from './column-facts.ts'
import { ColumnHead } from './column-head.tsx'
import { FILTER_FORM, FilterBar, isDefaultRows, type WithoutValue } from './filter-bar.tsx'
import { type Read, type TableAddresses, tableAddresses } from './table-address.ts'

export interface TablePageProps {
  readonly table: TableName
  /** The read that is shown; if there is a problem, the parts of it that are valid. */
  readonly read: Read
  readonly rows: readonly Row[]
  /** Number of rows that match, and number of rows in the whole table. */
  readonly total: number
  readonly totalAll: number
  /** The columns that are shown, in display order. */
  readonly columns: readonly ColumnFacts[]
  readonly topics: ColumnTopics
  /** The columns to choose from for a new condition. */
  readonly conditionColumns: ConditionColumns
  /** The columns that are shown with their companions: those of the same rows as data. */
  readonly dataColumns: readonly string[]
  /** Number of matching rows without a value, by column; rows of the whole table if there is no filter. */
  readonly nulls?: ReadonlyMap<string, number> | undefined
  readonly withoutValue?: readonly WithoutValue[]
  readonly warnings?: RowsPage['warnings'] | undefined
  readonly problem?: Pick<Problem, 'detail' | 'code'> | undefined
}

const TITLES = { exoplanets: 'Planets', stellarhosts: 'Host stars' } as const
const ABOUT = {
  exoplanets: 'Confirmed exoplanets of the NASA Exoplanet Archive: sort, filter and choose columns.',
  stellarhosts: 'Host stars of exoplanets in the NASA Exoplanet Archive: sort, filter and choose columns.',
} as const

interface Counts {
  /** Number of planets or hosts in the whole table. */
  readonly names: number
  readonly totalAll: number
  /** Undefined if no rows could be read. */
  readonly total: number | undefined
  readonly hasDefaultFlag: boolean
}

/** The kind and the number of the rows, as a sentence. */
function leadOf(table: TableName, read: Read, { names, totalAll, total, hasDefaultFlag }: Counts): string {
  const of = (all: number): string =>
    total === undefined || total === all ? groupedDigits(all) : `${groupedDigits(total)} of ${groupedDigits(all)}`
  if (table === 'stellarhosts')
    return `${of(totalAll)} rows of ${groupedDigits(names)} hosts, usually one row per host and reference.`
  if (!hasDefaultFlag) return `${of(totalAll)} rows of ${groupedDigits(names)} planets.`
  return read.conditions.some(isDefaultRows)
    ? `${of(names)} planets, one row each: the archive’s default row.`
    : `${of(totalAll)} rows of ${groupedDigits(names)} planets: one row per planet and reference.`
}

function addressesOf({ tables }: Pick<Manifest, 'tables'>, table: TableName): TableAddresses {
  const { columns, defaultColumns } = tables[table]
  return tableAddresses(
    table,
    defaultColumns,
    columns.map(({ name }) => name),
  )
}

/** The page of a table. */
export function TablePage(props: TablePageProps) {
  const { table, read, rows, total, totalAll, columns, topics, conditionColumns, dataColumns, nulls, problem } = props
  const { withoutValue = [], warnings = [] } = props
  const { href, manifest } = useSite()
  const { names, columns: all, defaultColumns } = manifest.tables[table]
  const addresses = addressesOf(manifest, table)
  const types = new Map(all.map((column) => [column.name, column.type]))
  // Data have the content of the cells: values with their uncertainties and limit flags.
  const data = { ...read, columns: dataColumns }
  const json = addresses.data(data)
  const path = addresses.page(read)
  const isPlain = path === `/${table}` || (table === 'exoplanets' && path === planetListPath(manifest))
  const sql = tableSql({ name: table, columns: all, defaultColumns }, data)
  return (
    <Page
      title={TITLES[table]}
      description={ABOUT[table]}
      path={path}
      json={json}
      isUnlisted={!isPlain}
      scripts={[SITE_SCRIPT]}
      // Column widths depend on all cells. If rows were shown before the last one has arrived, the columns would shift.
      head={problem === undefined ? <link rel="expect" href="#data" {...{ blocking: 'render' }} /> : undefined}
    >
      <h1>{TITLES[table]}</h1>
      <p class="lead">
        {leadOf(table, read, {
          names,
          totalAll,
          total: problem === undefined ? total : undefined,
          hasDefaultFlag: types.has('default_flag'),
        })}
      </p>
      {problem === undefined ? null : (
        <p class="message" role="alert">
          <LinkedText text={problem.detail} /> <span class="soft">({problem.code})</span>
        </p>
      )}
      <FilterBar
        table={table}
        read={read}
        addresses={addresses}
        defaultColumns={defaultColumns}
        isText={(column) => types.get(column) === 'text'}
        hasDefaultFlag={types.has('default_flag')}
        withoutValue={withoutValue}
        conditionColumns={conditionColumns}
      />
      <ColumnChooser table={table} read={read} topics={topics} defaultColumns={defaultColumns} />
      {problem === undefined ? (
        <>
          {warnings.length === 0 ? null : (
            <div class="caveats">
              <ul>
                {warnings.map(({ code, message }) => (
                  <li key={code + message}>{message}</li>
                ))}
              </ul>
            </div>
          )}
          {total === 0 ? <NoRows known={knownValues(read, columns, addresses)} /> : null}
          <Rows table={table} read={read} rows={rows} total={total} columns={columns} nulls={nulls} />
          <Pager table={table} read={read} total={total} />
          <section aria-labelledby="data">
            <h2 id="data">Download</h2>
            {dataColumns.length === read.columns.length ? null : (
              <p class="small soft">With the uncertainties and limit flags of the shown columns.</p>
            )}
            <ul class="row">
              <li>
                <a href={href(json)}>JSON of this page</a>
              </li>
              {(['csv', 'tsv', 'ndjson', 'votable'] as const).map((format) => (
                <li key={format}>
                  <a href={href(addresses.data(data, format, true))}>
                    {FORMATS[format]}
                    {total === 0 ? '' : total === 1 ? ', the one row' : `, all ${groupedDigits(total)} rows`}
                  </a>
                </li>
              ))}
              <li>
                <a href={href(sqlPath(sql))}>SQL</a>
              </li>
            </ul>
          </section>
          <div class="columns">
            <CodeBox view={{ kind: 'rows', path: json, sql }} />
            <CiteBox path={path} title={`Table ${table}`} tables={[table]} references={[]} />
          </div>
        </>
      ) : (
        <Rows table={table} read={read} rows={rows} total={Number.NaN} columns={columns} />
      )}
    </Page>
  )
}

/** Values of the text columns that the conditions compare. */
function knownValues(read: Read, columns: readonly ColumnFacts[], addresses: TableAddresses): readonly KnownValues[] {
  return columns.flatMap(({ column: { name, type }, frequent }) => {
    const isCompared = read.conditions.some(({ column, kind }) => column === name && kind !== 'isnull')
    if (type !== 'text' || !isCompared || frequent.length === 0) return []
    const others = read.conditions.filter(({ column }) => column !== name)
    const values = frequent.map(({ value }) => {
      const equal = { column: name, kind: 'compare', operator: 'eq', value } as const
      return { text: value, path: addresses.page({ ...read, page: 1, conditions: [...others, equal] }) }
    })
    return [{ column: name, values }]
  })
}

const FORMATS = { csv: 'CSV', tsv: 'TSV', ndjson: 'NDJSON', votable: 'VOTable' } as const

function Rows({
  table,
  read,
  rows,
  total,
  columns,
  nulls,
}: Pick<TablePageProps, 'table' | 'read' | 'rows' | 'total' | 'columns' | 'nulls'>) {
  const { href, manifest } = useSite()
  const addresses = addressesOf(manifest, table)
  const first = (read.page - 1) * read.limit + 1
  const caption =
    rows.length === 0
      ? total > 0
        ? 'This page has no rows.'
        : 'Columns of the table'
      : `Rows ${groupedDigits(first)} to ${groupedDigits(first + rows.length - 1)} of ${groupedDigits(total)}`
  const shown: readonly Column[] = columns.map(({ column }) => column)
  return (
    <Scroll label={`Table ${table}`}>
      <table class="rows">
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map((facts) => (
              <ColumnHead
                key={facts.column.name}
                table={table}
                facts={facts}
                read={read}
                addresses={addresses}
                form={FILTER_FORM}
                nulls={nulls?.get(facts.column.name) ?? facts.nulls}
                rows={nulls === undefined ? facts.rows : total}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {jsxTemplate([
            rows
              .map((row, rowNumber) => {
                const cells = shown.map(
                  (column) =>
                    `<td${column.type === 'text' ? '' : ' class="number"'}>${cellMarkup({ column, row, rowNumber }, href)}</td>`,
                )
                return `<tr>${cells.join('')}</tr>`
              })
              .join(''),
          ])}
        </tbody>
      </table>
    </Scroll>
  )
}

function Pager({ table, read, total }: Pick<TablePageProps, 'table' | 'read' | 'total'>) {
  const { href, manifest } = useSite()
  const { page, limit } = read
  const last = limit === 0 ? 1 : Math.max(1, Math.ceil(total / limit))
  if (last === 1 && page === 1) return null
  const addresses = addressesOf(manifest, table)
  const to = (number: number): string => href(addresses.page({ ...read, page: number }))
  return (
    <nav class="pager" aria-label="Pages of the table">
      <ul class="row">
        {page > 1 ? (
          <>
            <li>
              <a href={to(1)}>First</a>
            </li>
            <li>
              <a href={to(Math.min(page - 1, last))} rel="prev">
                Previous
              </a>
            </li>
          </>
        ) : null}
        <li aria-current="page">
          Page {groupedDigits(page)} of {groupedDigits(last)}
        </li>
        {page < last ? (
          <>
            <li>
              <a href={to(page + 1)} rel="next">
                Next
              </a>
            </li>
            <li>
              <a href={to(last)}>Last</a>
            </li>
          </>
        ) : null}
      </ul>
    </nav>
  )
}
