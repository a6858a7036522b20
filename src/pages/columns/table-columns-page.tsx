/** @jsxImportSource preact */

import type { ColumnDescription, SchemaResponse } from '../../core/answers/column.ts'
import type { TableList } from '../../core/answers/tables.ts'
import { isTableName, type TableName } from '../../format/table.ts'
import { sparkHistogram } from '../../plots/small/spark-histogram.ts'
import { groupedDigits } from '../../units/typeset-numbers.ts'
import { CiteBox } from '../citation/cite-box.tsx'
import { CodeBox } from '../code/code-box.tsx'
import { columnPath, columnsPath } from '../components/addresses.ts'
import { SmallDrawing } from '../components/drawing.tsx'
import { Scroll } from '../components/scroll.tsx'
import { Unit } from '../components/unit.tsx'
import { Page } from '../frame/page.tsx'
import { useSite } from '../frame/site.ts'
import { SITE_SCRIPT } from '../scripts/scripts.ts'
import { type ColumnGroup, columnGroups, matchingGroups } from './column-groups.ts'
import { schemaPath, shownNumber, shownShare, TYPE_WORDS } from './column-words.ts'

export interface TableColumnsProps {
  readonly table: TableList[number]
  readonly others: TableList
  readonly schema: SchemaResponse
  /** The search text for columns; all are shown if it is empty. */
  readonly search: string
  readonly statisticsOf: (column: string) => ColumnDescription
}

/** The columns of a table: their meanings, the shares of rows with values, and the ranges of their numbers. */
export function TableColumnsPage({ table, others, schema, search, statisticsOf }: TableColumnsProps) {
  const { href } = useSite()
  const groups = columnGroups(schema.columns)
  const found = matchingGroups(groups, search)
  const path = columnsPath(table.name)
  return (
    <Page
      title={`Columns of ${table.name}`}
      description={`Meaning, unit, range and completeness of the ${schema.columns.length} columns of ${table.name}.`}
      path={path}
      json={schemaPath(table.name)}
      isUnlisted={search !== ''}
      scripts={[SITE_SCRIPT]}
    >
      <h1>
        Columns of <code>{table.name}</code>
      </h1>
      <p class="lead">
        {table.title}
        {isTableName(table.name) ? (
          <>
            {'. '}
            <a href={href(`/${table.name satisfies TableName}`)}>Open the table</a>.
          </>
        ) : null}
      </p>
      <ul class="row">
        {others.map(({ name }) => (
          <li key={name}>
            <a href={href(columnsPath(name))} aria-current={name === table.name ? 'page' : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
      <form class="search" action={href(path)} method="get" aria-label="Columns">
        <label class="unseen" for="column-search">
          Words in the name or meaning
        </label>
        <input
          id="column-search"
          type="search"
          name="q"
          value={search}
          placeholder="Words in the name or meaning, such as transit depth"
          maxLength={200}
        />
        <button type="submit">Search</button>
      </form>
      <p role="status">
        {search === ''
          ? `${schema.columns.length} columns; uncertainties, limit flags and similar columns are listed with the column that they belong to.`
          : `${found.length} of ${groups.length} columns have “${search}” in their name or meaning.`}
      </p>
      {found.length === 0 ? null : (
        <Scroll label={`Columns of ${table.name}`}>
          <table>
            <thead>
              <tr>
                <th scope="col">Column</th>
                <th scope="col">Meaning</th>
                <th scope="col">Unit</th>
                <th scope="col">Values</th>
                <th scope="col">Range</th>
                <th scope="col" class="number">
                  No value
                </th>
              </tr>
            </thead>
            <tbody>
              {found.map((group) => (
                <GroupRow
                  key={group.column.name}
                  table={table.name}
                  group={group}
                  rows={schema.total_rows}
                  statistics={statisticsOf(group.column.name)}
                />
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
      <div class="columns">
        <CodeBox view={{ kind: 'rows', path: schemaPath(table.name) }} />
        <CiteBox
          path={path}
          title={`Columns of ${table.name}`}
          tables={isTableName(table.name) ? [table.name] : []}
          references={[]}
        />
      </div>
    </Page>
  )
}

interface GroupRowProps {
  readonly table: string
  readonly group: ColumnGroup
  readonly rows: number
  readonly statistics: ColumnDescription
}

function GroupRow({ table, group, rows, statistics }: GroupRowProps) {
  const { href } = useSite()
  const { name, description, unit, data_type, nulls, min, max } = group.column
  const { histogram } = statistics
  const to = (column: string) => href(columnPath(table, column))
  return (
    <tr>
      <th scope="row">
        <a href={to(name)}>{name}</a>
        {group.companions.length === 0 ? null : (
          <span class="companions small">
            {group.companions.map((companion) => (
              <>
                {' '}
                <a href={to(companion.name)} title={`${companion.name}: ${companion.meaning}`}>
                  {companion.ending.replace(/^_/, '')}
                </a>
              </>
            ))}
          </span>
        )}
      </th>
      <td class="wide">{description ?? <span class="none">not described by the archive</span>}</td>
      <td>
        <Unit unit={unit} />
      </td>
      <td>
        {histogram !== undefined && histogram !== null && histogram.counts.length > 0 ? (
          <SmallDrawing svg={sparkHistogram(histogram)} />
        ) : (
          <span class="soft">{TYPE_WORDS[data_type]}</span>
        )}
      </td>
      <td class="range">
        {typeof min === 'number' && typeof max === 'number' ? (
          min === max ? (
            shownNumber(min)
          ) : (
            <>
              {shownNumber(min)} to {shownNumber(max)}
            </>
          )
        ) : data_type === 'String' ? (
          <span class="soft">{groupedDigits(statistics.distinct)} distinct</span>
        ) : null}
      </td>
      <td class="number" title={`${groupedDigits(nulls)} of ${groupedDigits(rows)} rows`}>
        {shownShare(nulls, rows)}
      </td>
    </tr>
  )
}
