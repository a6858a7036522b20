/** @jsxImportSource preact */

import type { ColumnDescription, SchemaResponse } from '../../core/answers/column.ts'
import { noteOn } from '../../core/answers/column-notes.ts'
import { QUANTILES } from '../../format/column-statistics.ts'
import { hasDefaultFlag } from '../../format/manifest.ts'
import { isTableName, NAME_COLUMN } from '../../format/table.ts'
import { groupedDigits } from '../../units/typeset-numbers.ts'
import { CiteBox } from '../citation/cite-box.tsx'
import { CodeBox } from '../code/code-box.tsx'
import { sqlName } from '../code/quoting.ts'
import { columnPath, columnsPath, queryString } from '../components/addresses.ts'
import { ReferenceLink } from '../components/reference-link.tsx'
import { Scroll } from '../components/scroll.tsx'
import { Unit } from '../components/unit.tsx'
import { Page } from '../frame/page.tsx'
import { useSite } from '../frame/site.ts'
import { SITE_SCRIPT } from '../scripts/scripts.ts'
import { columnGroups, ownerOf } from './column-groups.ts'
import { isFlag, shownNumber, shownShare, statisticsPath, TYPE_WORDS } from './column-words.ts'
import { Histogram } from './histogram.tsx'

export interface ColumnPageProps {
  readonly table: string
  readonly column: ColumnDescription
  readonly schema: SchemaResponse
}

/** An HTML link in a text of the archive. */
const MARKUP = /<a\s/i

/** One column and its values, with links to the rows. */
export function ColumnPage({ table, column, schema }: ColumnPageProps) {
  const { href, manifest } = useSite()
  const { name, description, unit, nulls, rows, histogram } = column
  const path = columnPath(table, name)
  const isCounted = isFlag(column)
  const note = noteOn(name, new Set(schema.columns.map((other) => other.name)))
  // Conditions on rows are supported only for the two tables that every snapshot has.
  const rowsPath = isTableName(table)
    ? (...parameters: readonly (readonly [string, string])[]) =>
        `/${table}${queryString([...parameters, ['columns', [...new Set([NAME_COLUMN[table], name])].join()]])}`
    : undefined
  return (
    <Page
      title={`${name} of ${table}`}
      description={`${description ?? name}: meaning, unit, range, histogram and frequent values of ${name} in ${table}.`}
      path={path}
      json={statisticsPath(table, name)}
      scripts={[SITE_SCRIPT]}
    >
      <p class="trail">
        <a href={href(columnsPath(table))}>Columns of {table}</a>
      </p>
      <h1>
        <code>{name}</code>
      </h1>
      {description === undefined ? null : <p class="lead">{description}</p>}
      {note === undefined ? null : <p>{note}</p>}
      <Facts {...{ table, column, schema }} />
      {isTableName(table) && table === 'exoplanets' && hasDefaultFlag(manifest) ? (
        <p class="soft small">Counted over all rows; there is one row per planet and reference.</p>
      ) : null}
      {rowsPath === undefined ? null : (
        <ul class="row">
          <li>
            <a href={href(rowsPath(['sort_by', name]))}>Rows sorted by this column</a>
          </li>
          <li>
            <a href={href(rowsPath(['sort_by', name], ['order', 'desc']))}>in descending order</a>
          </li>
          {nulls === 0 ? null : (
            <li>
              <a href={href(rowsPath([`${name}__isnull`, '0'], ['sort_by', name]))}>only rows with a value</a>
            </li>
          )}
          {nulls === 0 || nulls === rows ? null : (
            <li>
              <a href={href(rowsPath([`${name}__isnull`, '1']))}>only rows without a value</a>
            </li>
          )}
        </ul>
      )}
      {histogram === undefined || histogram === null || histogram.counts.length === 0 || isCounted ? null : (
        <>
          <h2>Distribution of the values</h2>
          <Histogram
            name={name}
            unit={unit}
            bins={histogram}
            rowsOf={
              rowsPath === undefined
                ? undefined
                : (low, high, isLast) =>
                    href(
                      rowsPath(
                        [`${name}__gte`, String(low)],
                        [`${name}__${isLast ? 'lte' : 'lt'}`, String(high)],
                        ['sort_by', name],
                      ),
                    )
            }
          />
        </>
      )}
      {isCounted ? null : <Quantiles column={column} />}
      <Values column={column} rowsOf={rowsPath === undefined ? undefined : (value) => href(rowsPath([name, value]))} />
      <div class="columns">
        <CodeBox view={codeView(table, name)} />
        <CiteBox
          path={path}
          title={`Column ${name} of ${table}`}
          tables={isTableName(table) ? [table] : []}
          references={[]}
        />
      </div>
    </Page>
  )
}

function codeView(table: string, name: string) {
  const sql = `SELECT ${sqlName(name)}, count(*) AS rows\nFROM ${sqlName(table)}\nGROUP BY 1\nORDER BY rows DESC, 1`
  return { kind: 'query' as const, sql }
}

function Facts({ table, column, schema }: ColumnPageProps) {
  const { href } = useSite()
  const { name, unit, data_type, source_datatype, rows, nulls, distinct, min, max, mean } = column
  const owner = ownerOf(name, schema.columns)
  const companions = columnGroups(schema.columns).find((group) => group.column.name === name)?.companions ?? []
  const to = (other: string) => href(columnPath(table, other))
  return (
    <dl class="facts">
      <dt>Type</dt>
      <dd>
        {TYPE_WORDS[data_type]}
        {source_datatype === undefined ? '' : ` (in the archive ${source_datatype})`}
      </dd>
      {unit === undefined ? null : (
        <>
          <dt>Unit</dt>
          <dd>
            <Unit unit={unit} /> <span class="soft">in the archive “{unit}”</span>
          </dd>
        </>
      )}
      <dt>Rows without a value</dt>
      <dd>
        {groupedDigits(nulls)} of {groupedDigits(rows)} ({shownShare(nulls, rows)})
      </dd>
      <dt>Distinct values</dt>
      <dd>{groupedDigits(distinct)}</dd>
      {typeof min === 'number' && typeof max === 'number' && !isFlag(column) ? (
        <>
          <dt>Range</dt>
          <dd>
            {shownNumber(min)} to {shownNumber(max)}
          </dd>
        </>
      ) : null}
      {typeof mean === 'number' && !isFlag(column) ? (
        <>
          <dt>Mean</dt>
          <dd>{shownNumber(Number(mean.toPrecision(6)))}</dd>
        </>
      ) : null}
      {owner === undefined ? null : (
        <>
          <dt>Belongs to</dt>
          <dd>
            <a href={to(owner)}>{owner}</a>
          </dd>
        </>
      )}
      {companions.length === 0 ? null : (
        <>
          <dt>Related columns</dt>
          <dd>
            {companions.map((companion, at) => (
              <>
                {at === 0 ? '' : ', '}
                <a href={to(companion.name)}>{companion.name}</a> ({companion.meaning})
              </>
            ))}
          </dd>
        </>
      )}
    </dl>
  )
}

function Quantiles({ column: { name, quantiles } }: { readonly column: ColumnDescription }) {
  if (quantiles === undefined || quantiles === null) return null
  return (
    <>
      <h2>Quantiles</h2>
      <Scroll label={`Quantiles of ${name}`}>
        <table>
          <thead>
            <tr>
              <th scope="col">Share below</th>
              {QUANTILES.map((share) => (
                <th key={share} scope="col" class="number">
                  {`${Math.round(Number(share) * 100)}\u00a0%`}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">{name}</th>
              {QUANTILES.map((share) => (
                <td key={share} class="number">
                  {shownNumber(Number(quantiles[share].toPrecision(6)))}
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </Scroll>
    </>
  )
}

interface ValuesProps {
  readonly column: ColumnDescription
  readonly rowsOf: ((value: string) => string) | undefined
}

function Values({ column: { name, values, values_complete, rows }, rowsOf }: ValuesProps) {
  if (values === undefined || values.length === 0) return null
  return (
    <>
      <h2>{values_complete === true ? 'Values' : `The ${values.length} most frequent values`}</h2>
      <Scroll label={`Values of ${name}`}>
        <table>
          <thead>
            <tr>
              <th scope="col">Value</th>
              <th scope="col" class="number">
                Rows
              </th>
              <th scope="col" class="number">
                Share
              </th>
            </tr>
          </thead>
          <tbody>
            {values.map(({ value, count }) => (
              <tr key={String(value)}>
                <td>
                  {typeof value === 'string' && MARKUP.test(value) ? (
                    <ReferenceLink html={value} />
                  ) : (
                    <bdi>{shownNumber(value)}</bdi>
                  )}
                </td>
                <td class="number">
                  {rowsOf === undefined || value === '' ? (
                    groupedDigits(count)
                  ) : (
                    <a href={rowsOf(String(value))}>{groupedDigits(count)}</a>
                  )}
                </td>
                <td class="number">{shownShare(count, rows)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </>
  )
}
