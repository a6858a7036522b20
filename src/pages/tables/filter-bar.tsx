/** @jsxImportSource preact */
import type { Condition } from '../../core/table-query/conditions.ts'
import { coneText } from '../../core/table-query/cone.ts'
import type { TableName } from '../../format/table.ts'
import { labelOf } from '../components/labels.ts'
import { useSite } from '../frame/site.ts'
import { isOfForm, type Read, readParameters, shortParameter, type TableAddresses } from './table-address.ts'

export const FILTER_FORM = 'filters'

const WORDS = { eq: 'is', ne: 'is not', lt: '<', lte: '≤', gt: '>', gte: '≥' } as const
const PLACES = { contains: 'contains', startswith: 'begins with', endswith: 'ends with' } as const

function inWords(condition: Condition): string {
  switch (condition.kind) {
    case 'compare':
      return `${WORDS[condition.operator]} ${condition.value}`
    case 'between':
      return `from ${condition.low} to ${condition.high}`
    case 'in':
      return `is one of ${condition.values.join(', ')}`
    case 'text':
      return `${PLACES[condition.where]} “${condition.text}”`
    case 'isnull':
      return condition.isNull ? 'has no value' : 'has a value'
  }
}

export interface FilterBarProps {
  readonly table: TableName
  readonly read: Read
  readonly addresses: TableAddresses
  readonly defaultColumns: readonly string[]
  readonly isText: (column: string) => boolean
  /** True where the archive marks one row of each planet. */
  readonly hasDefaultFlag: boolean
}

/** The filters in force, each with a link that takes it away, and the form that the headings' fields belong to. */
export function FilterBar({ table, read, addresses, defaultColumns, isText, hasDefaultFlag }: FilterBarProps) {
  const { href } = useSite()
  const { conditions, filter, cone } = read
  const first = read.columns[0] ?? ''
  // What the headings have fields for comes from there; everything else is sent along.
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
  const onlyDefault = conditions.find(
    (condition) => condition.column === 'default_flag' && condition.kind === 'compare' && condition.value === 1,
  )
  const isFiltered = conditions.length > 0 || filter !== null || cone !== null
  return (
    <>
      {table === 'exoplanets' && hasDefaultFlag ? (
        <p class="row">
          {onlyDefault === undefined ? (
            <>
              <span>One row per planet and reference.</span>
              <a
                href={href(
                  addresses.page({
                    ...read,
                    page: 1,
                    conditions: [
                      ...conditions.filter(({ column }) => column !== 'default_flag'),
                      { column: 'default_flag', kind: 'compare', operator: 'eq', value: 1 },
                    ],
                  }),
                )}
              >
                One row per planet: the default rows alone
              </a>
            </>
          ) : (
            <>
              <span>One row per planet: the default row.</span>
              <a href={without(onlyDefault)}>Every reference</a>
            </>
          )}
        </p>
      ) : null}
      <form id={FILTER_FORM} class="filters" action={href(`/${table}`)} method="get">
        {carried.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <label>
          {labelOf({ name: first })} contains{' '}
          <input type="search" name="filter" value={filter ?? ''} size={18} maxLength={200} />
        </label>{' '}
        <button type="submit">Filter</button>
        <span class="soft small">Each heading has more filters.</span>
      </form>
      {isFiltered ? (
        <ul class="row chips" aria-label="Filters in force">
          {filter === null ? null : (
            <li>
              {labelOf({ name: first })} contains “{filter}”{' '}
              <a href={href(addresses.page({ ...read, page: 1, filter: null }))}>
                remove<span class="unseen"> this filter</span>
              </a>
            </li>
          )}
          {conditions.map((condition) => (
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
            <a href={href(addresses.page({ ...read, page: 1, filter: null, conditions: [], cone: null }))}>
              remove all
            </a>
          </li>
        </ul>
      ) : null}
    </>
  )
}
