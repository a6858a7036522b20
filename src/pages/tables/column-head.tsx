/** @jsxImportSource preact */

import type { Condition } from '../../core/table-query/conditions.ts'
import { fitted } from '../../core/text/quote-for-message.ts'
import type { TableName } from '../../format/table.ts'
import { sparkHistogram } from '../../plots/small/spark-histogram.ts'
import { groupedDigits } from '../../units/typeset-numbers.ts'
import { columnPath } from '../components/addresses.ts'
import { SmallDrawing } from '../components/drawing.tsx'
import { labelOf } from '../components/labels.ts'
import { Unit } from '../components/unit.tsx'
import { useSite } from '../frame/site.ts'
import type { ColumnFacts } from './column-facts.ts'
import { boundsOf, type Read, type TableAddresses } from './table-address.ts'

export interface ColumnHeadProps {
  readonly table: TableName
  readonly facts: ColumnFacts
  readonly read: Read
  readonly addresses: TableAddresses
  /** ID of the form that the fields of the heading belong to. */
  readonly form: string
  /** Number of rows without a value among the `rows` rows that match. */
  readonly nulls: number
  readonly rows: number
}

function orderInWords(order: Read['order'], isText: boolean): string {
  if (isText) return order === 'asc' ? 'from A to Z' : 'from Z to A'
  return order === 'asc' ? 'smallest first' : 'largest first'
}

/** A read with a range or value selected for one column, from its first page on. */
function chosen(read: Read, column: string, condition: Condition): Read {
  return { ...read, page: 1, conditions: [...read.conditions.filter((other) => other.column !== column), condition] }
}

/** The heading of a column: its name as a link that sorts, its histogram, and a filter form. */
export function ColumnHead({ table, facts, read, addresses, form, nulls, rows }: ColumnHeadProps) {
  const { href } = useSite()
  const { column, range } = facts
  const { name, type, unit, description } = column
  const isSorted = read.sortBy === name
  const order = isSorted && read.order === 'asc' ? 'desc' : 'asc'
  const label = labelOf(column)
  return (
    <th
      scope="col"
      class={type === 'text' ? undefined : 'number'}
      aria-sort={isSorted ? (read.order === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      <a
        class="sort"
        href={href(addresses.page({ ...read, page: 1, sortBy: name, order }))}
        title={`${description ?? name} (${name}): sort ${orderInWords(order, type === 'text')}`}
      >
        {label}
        {isSorted ? <span aria-hidden="true">{read.order === 'asc' ? ' ▲' : ' ▼'}</span> : null}
      </a>{' '}
      <Unit unit={unit} />
      <Histogram facts={facts} read={read} />
      <details class="filter">
        <summary>
          filter<span class="unseen"> {label}</span>
          {nulls === 0 ? null : <span class="soft"> {groupedDigits(nulls)} null</span>}
        </summary>
        <p>
          {description ?? label} (<a href={href(columnPath(table, name))}>{name}</a>). {groupedDigits(nulls)} of{' '}
          {groupedDigits(rows)} {rows === facts.rows ? 'rows' : 'matching rows'} have no value
          {range === undefined ? '' : `; values range from ${range.min} to ${range.max}`}.
        </p>
        <Fields column={name} isText={type === 'text'} label={label} read={read} form={form} />
        <Choices facts={facts} read={read} addresses={addresses} />
      </details>
    </th>
  )
}

function Histogram({ facts, read }: Pick<ColumnHeadProps, 'facts' | 'read'>) {
  const { column, histogram, drawing } = facts
  if (histogram === undefined) return null
  const { from, to } = boundsOf(read.conditions, column.name)
  if (from === '' && to === '') return <SmallDrawing svg={drawing} />
  const bounds = [
    from === '' ? Number.NEGATIVE_INFINITY : Number(from),
    to === '' ? Number.POSITIVE_INFINITY : Number(to),
  ]
  return <SmallDrawing svg={sparkHistogram(histogram, [bounds[0]!, bounds[1]!])} />
}

interface FieldsProps {
  readonly column: string
  readonly isText: boolean
  readonly label: string
  readonly read: Read
  readonly form: string
}

function Fields({ column, isText, label, read, form }: FieldsProps) {
  if (isText) {
    const held = read.conditions.find(
      (condition) => condition.column === column && condition.kind === 'text' && condition.where === 'contains',
    )
    return (
      <p class="fields">
        <label>
          contains{' '}
          <input
            form={form}
            name={`${column}__contains`}
            value={held?.kind === 'text' ? held.text : ''}
            size={12}
            aria-label={`${label} contains`}
          />
        </label>{' '}
        <button form={form} type="submit">
          Apply
        </button>
      </p>
    )
  }
  const own = read.conditions.filter(({ kind }) => kind === 'compare')
  const { from, to } = boundsOf(own, column)
  return (
    <p class="fields">
      <label>
        from{' '}
        <input
          form={form}
          name={`${column}__gte`}
          value={from}
          size={8}
          inputMode="decimal"
          aria-label={`${label} from`}
        />
      </label>{' '}
      <label>
        to{' '}
        <input form={form} name={`${column}__lte`} value={to} size={8} inputMode="decimal" aria-label={`${label} to`} />
      </label>{' '}
      <button form={form} type="submit">
        Apply
      </button>
    </p>
  )
}

/** Ranges and values as links: quarters of the numbers, the most frequent texts, rows without a value. */
function Choices({ facts, read, addresses }: Pick<ColumnHeadProps, 'facts' | 'read' | 'addresses'>) {
  const { href } = useSite()
  const { column, quarters, frequent, nulls } = facts
  const { name } = column
  const to = (condition: Condition): string => href(addresses.page(chosen(read, name, condition)))
  const [low, middle, high] = quarters
  return (
    <ul class="row small">
      {low === undefined || middle === undefined || high === undefined ? null : (
        <>
          <li>
            <a href={to({ column: name, kind: 'compare', operator: 'lte', value: Number(low) })}>up to {low}</a>
          </li>
          <li>
            <a href={to({ column: name, kind: 'between', low: Number(low), high: Number(middle) })}>
              {low} to {middle}
            </a>
          </li>
          <li>
            <a href={to({ column: name, kind: 'between', low: Number(middle), high: Number(high) })}>
              {middle} to {high}
            </a>
          </li>
          <li>
            <a href={to({ column: name, kind: 'compare', operator: 'gte', value: Number(high) })}>from {high}</a>
          </li>
        </>
      )}
      {frequent.map(({ value, count }) => (
        <li key={value}>
          <a
            href={to({
              column: name,
              kind: 'compare',
              operator: 'eq',
              value: column.type === 'text' ? value : Number(value),
            })}
          >
            <bdi>{fitted(value, 40)}</bdi>
          </a>{' '}
          <span class="soft">{groupedDigits(count)}</span>
        </li>
      ))}
      {nulls === 0 ? null : (
        <li>
          <a href={to({ column: name, kind: 'isnull', isNull: false })}>with a value</a>
        </li>
      )}
    </ul>
  )
}
