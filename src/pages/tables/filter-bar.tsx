/** @jsxImportSource preact */
import type { Condition, Literal } from '../../core/table-query/conditions.ts'
import { coneText } from '../../core/table-query/cone.ts'
import type { TableName } from '../../format/table.ts'
import { groupedDigits, roundedDigits } from '../../units/typeset-numbers.ts'
import { inSentence, labelOf } from '../components/labels.ts'
import { type ConditionColumns, NewCondition } from '../conditions/new-condition.tsx'
import { useSite } from '../frame/site.ts'
import { isOfForm, type Read, readParameters, shortParameter, type TableAddresses } from './table-address.ts'

export const FILTER_FORM = 'filters'

const WORDS = { eq: 'is', ne: 'is not', lt: '<', lte: '≤', gt: '>', gte: '≥' } as const
const PLACES = { contains: 'contains', startswith: 'begins with', endswith: 'ends with' } as const

/** A readable bound; the edge of a bin has up to seventeen digits. */
function shown(value: Literal): string {
  return typeof value === 'number' && String(value).length > 10 ? roundedDigits(value) : String(value)
}

function inWords(condition: Condition): string {
  switch (condition.kind) {
    case 'compare':
      return `${WORDS[condition.operator]} ${shown(condition.value)}`
    case 'between':
      return `from ${shown(condition.low)} to ${shown(condition.high)}`
    case 'in':
      return `is one of ${condition.values.join(', ')}`
    case 'text':
      return `${PLACES[condition.where]} “${condition.text}”`
    case 'isnull':
      return condition.isNull ? 'has no value' : 'has a value'
  }
}

/** Rows that a filter excludes because they have no value. */
export interface WithoutValue {
  readonly column: string
  readonly rows: number
}

export interface FilterBarProps {
  readonly table: TableName
  readonly read: Read
  readonly addresses: TableAddresses
  readonly defaultColumns: readonly string[]
  readonly isText: (column: string) => boolean
  /** True if the archive marks one row per planet. */
  readonly hasDefaultFlag: boolean
  /** Rows that match all filters except one and have no value in the column of that filter. */
  readonly withoutValue: readonly WithoutValue[]
  /** The columns to choose from for a new condition. */
  readonly conditionColumns: ConditionColumns
}

/** The active filters, each with a link that removes it, and the form that the headings' fields belong to. */
export function FilterBar(props: FilterBarProps) {
  const { table, read, addresses, defaultColumns, isText, hasDefaultFlag, withoutValue, conditionColumns } = props
  const { href } = useSite()
  const { conditions, filter, cone } = read
  const first = read.columns[0] ?? ''
  // Values with fields in the headings are sent by those fields; all other parameters are hidden fields.
  const carried = readParameters(
    {
      ...read,
      page: 1,
      filter: null,
      conditions: conditions.filter(
        (condition) => !(isOfForm(condition, isText(condition.column)) && read.columns.includes(condition.column)),
      ),
    },
    defaultColumns,
  )
  const without = (condition: Condition): string =>
    href(addresses.page({ ...read, page: 1, conditions: conditions.filter((other) => other !== condition) }))
  const hasSwitch = table === 'exoplanets' && hasDefaultFlag
  const chips = hasSwitch ? conditions.filter((condition) => !isDefaultRows(condition)) : conditions
  const isFiltered = chips.length > 0 || filter !== null || cone !== null
  return (
    <>
      {hasSwitch ? <RowSwitch read={read} addresses={addresses} /> : null}
      <form id={FILTER_FORM} class="filters" action={href(`/${table}`)} method="get">
        {carried.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <label>
          {labelOf({ name: first })} contains{' '}
          <input type="search" name="filter" value={filter ?? ''} size={18} maxLength={200} />
        </label>{' '}
        <NewCondition columns={conditionColumns} />
        <button type="submit">Filter</button>
      </form>
      {isFiltered ? (
        <ul class="row chips" aria-label="Active filters">
          {filter === null ? null : (
            <li>
              {labelOf({ name: first })} contains “{filter}”{' '}
              <a href={href(addresses.page({ ...read, page: 1, filter: null }))}>
                remove<span class="unseen"> this filter</span>
              </a>
            </li>
          )}
          {chips.map((condition) => (
            <li key={shortParameter(condition).join('=')}>
              {labelOf({ name: condition.column })} <bdi>{inWords(condition)}</bdi>{' '}
              <a href={without(condition)}>
                remove<span class="unseen"> the filter of {condition.column}</span>
              </a>
            </li>
          ))}
          {cone === null ? null : (
            <li>
              within a cone, {coneText(cone)}{' '}
              <a href={href(addresses.page({ ...read, page: 1, cone: null }))}>
                remove<span class="unseen"> the cone</span>
              </a>
            </li>
          )}
          <li>
            <a
              href={href(
                addresses.page({
                  ...read,
                  page: 1,
                  filter: null,
                  conditions: conditions.filter((condition) => !chips.includes(condition)),
                  cone: null,
                }),
              )}
            >
              remove all
            </a>
          </li>
        </ul>
      ) : null}
      {withoutValue.length === 0 ? null : (
        <p class="small soft">
          Left out because a value is missing:{' '}
          {withoutValue.map(({ column, rows }, at) => (
            <>
              {at === 0 ? '' : ', '}
              <a href={href(addresses.page(rowsWithout(read, column)))}>
                {groupedDigits(rows)} {rows === 1 ? 'row' : 'rows'}
              </a>{' '}
              without {inSentence(labelOf({ name: column }))}
            </>
          ))}
          .
        </p>
      )}
    </>
  )
}

/** The rows that a filter on a column excludes because they have no value in it. */
export function rowsWithout(read: Read, column: string): Read {
  return {
    ...read,
    page: 1,
    filter: column === read.columns[0] ? null : read.filter,
    conditions: [
      ...read.conditions.filter((condition) => condition.column !== column),
      { column, kind: 'isnull', isNull: true },
    ],
  }
}

/** True for the filter that selects only the archive's default rows. */
export function isDefaultRows(condition: Condition): boolean {
  return (
    condition.column === 'default_flag' &&
    condition.kind === 'compare' &&
    condition.operator === 'eq' &&
    condition.value === 1
  )
}

/** Switches between one row per planet and one row per planet and reference. */
function RowSwitch({ read, addresses }: Pick<FilterBarProps, 'read' | 'addresses'>) {
  const { href } = useSite()
  const others = read.conditions.filter(({ column }) => column !== 'default_flag')
  const isOne = read.conditions.some(isDefaultRows)
  const to = (conditions: readonly Condition[]): string => href(addresses.page({ ...read, page: 1, conditions }))
  return (
    <nav class="switch" aria-label="Rows of each planet">
      <a
        href={to([...others, { column: 'default_flag', kind: 'compare', operator: 'eq', value: 1 }])}
        aria-current={isOne ? 'true' : undefined}
      >
        One row per planet
      </a>
      <a href={to(others)} aria-current={isOne ? undefined : 'true'}>
        Every reference
      </a>
    </nav>
  )
}
