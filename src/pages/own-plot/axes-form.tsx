/** @jsxImportSource preact */

import type { Column } from '../../format/column.ts'
import { TABLE_NAMES, type TableName } from '../../format/table.ts'
import { columnsPath } from '../components/addresses.ts'
import { labelOf } from '../components/labels.ts'
import { unitText } from '../components/unit.tsx'
import { useSite } from '../frame/site.ts'
import { ADDED, ADDED_OPERATORS, conditionWords } from './added-condition.ts'
import { numericColumns, OWN_PLOT_PATH } from './plot-request.ts'

/** The values in the form: texts as submitted. */
export type PlotForm = Readonly<Record<'x' | 'y' | 'color' | 'size' | 'xscale' | 'yscale' | 'rows', string>> & {
  readonly table: TableName
  readonly filters: readonly (readonly [name: string, value: string])[]
}

export interface AxesFormProps {
  readonly form: PlotForm
  readonly columns: readonly Column[]
  /** The invalid parameter; undefined if there is none. */
  readonly fault: string | undefined
}

/** The form for axes, colors, sizes, rows and conditions. */
export function AxesForm({ form, columns, fault }: AxesFormProps) {
  const { href } = useSite()
  const invalid = (name: string) =>
    fault === name ? ({ 'aria-invalid': 'true', 'aria-describedby': 'fault' } as const) : {}
  const choice = (name: 'xscale' | 'yscale' | 'rows' | 'table', label: string, words: readonly string[]) => (
    <label>
      {label}
      <br />
      <select name={name} {...invalid(name)}>
        {words.map((word) => (
          <option key={word} value={word} selected={form[name] === word}>
            {word}
          </option>
        ))}
      </select>
    </label>
  )
  const scales = ['auto', 'linear', 'log']
  const numbers = numericColumns(columns)
  const field = { columns: numbers, all: columns, form, invalid }
  return (
    <form class="axes" action={href(OWN_PLOT_PATH)} method="get">
      <ColumnChoice {...field} name="x" label="Horizontal axis" hasCompanions />
      {choice('xscale', 'Scale', scales)}
      <ColumnChoice {...field} name="y" label="Vertical axis" hasCompanions />
      {choice('yscale', 'Scale', scales)}
      <ColumnChoice {...field} name="color" label="Color" columns={columns} none="one color" />
      <ColumnChoice {...field} name="size" label="Size" none="one size" />
      {choice('rows', 'Rows', ['default', 'all'])}
      {choice('table', 'Table', TABLE_NAMES)}
      {form.filters.map(([name, value]) => (
        <label key={`${name} ${value}`}>
          {conditionWords(name, columns)}
          <br />
          <input name={name} value={value} size={10} {...invalid(name)} />
        </label>
      ))}
      <NewCondition columns={columns} />
      <button type="submit">Draw</button>
      <p class="small soft">
        {form.filters.length === 0 ? '' : 'An empty field removes its condition. '}
        The address holds all of this: bookmark it or share it. What the columns mean:{' '}
        <a href={href(columnsPath(form.table))}>columns of {form.table}</a>.
      </p>
    </form>
  )
}

interface ColumnChoiceProps {
  readonly name: 'x' | 'y' | 'color' | 'size'
  readonly label: string
  /** The columns to choose from, and all columns of the table. */
  readonly columns: readonly Column[]
  readonly all: readonly Column[]
  readonly form: PlotForm
  invalid(name: string): object
  /** True if uncertainties and limit flags can be chosen as well. */
  readonly hasCompanions?: boolean
  /** The label for choosing no column; absent if a column is required. */
  readonly none?: string
}

function ColumnChoice({ name, label, columns, all, form, invalid, hasCompanions = false, none }: ColumnChoiceProps) {
  const chosen = form[name]
  const names = new Set(all.map((column) => column.name))
  const isCompanion = (column: Column) => {
    const of = column.name.replace(/(?:err[12]|lim)$/, '')
    return of !== column.name && names.has(of)
  }
  const own = columns.filter((column) => !isCompanion(column))
  const companions = hasCompanions ? columns.filter(isCompanion) : []
  // The submitted value stays in the form even if there is no such column.
  const isListed =
    chosen === '' || own.some((column) => column.name === chosen) || companions.some((column) => column.name === chosen)
  const options = (list: readonly Column[]) =>
    list.map((column) => (
      <option key={column.name} value={column.name} selected={column.name === chosen}>
        {optionText(column)}
      </option>
    ))
  return (
    <label class={none === undefined ? undefined : 'half'}>
      {label}
      <br />
      <select class="column-choice" name={name} {...invalid(name)}>
        {none === undefined ? null : <option value="">{none}</option>}
        {isListed ? null : (
          <option value={chosen} selected>
            {chosen}
          </option>
        )}
        {options(own)}
        {companions.length === 0 ? null : (
          <optgroup label="Uncertainties and limit flags">{options(companions)}</optgroup>
        )}
      </select>
    </label>
  )
}

function optionText(column: Column): string {
  const label = labelOf(column)
  if (label === column.name) return label
  const unit = unitText(column.unit)
  return `${label}${unit === '' ? '' : ` (${unit})`}: ${column.name}`
}

/** A condition to add: a column, a comparison and a value. */
function NewCondition({ columns }: Pick<AxesFormProps, 'columns'>) {
  return (
    <fieldset class="new-condition">
      <legend>Only rows where</legend>
      <input
        name={ADDED.column}
        list="columns"
        size={16}
        placeholder="column"
        aria-label="Column of a new condition"
        autocomplete="off"
        spellcheck={false}
      />
      <select name={ADDED.operator} aria-label="How it is compared">
        {ADDED_OPERATORS.map(([operator, words]) => (
          <option key={operator} value={operator}>
            {words}
          </option>
        ))}
      </select>
      <input
        name={ADDED.value}
        size={10}
        placeholder="value"
        aria-label="With what it is compared"
        autocomplete="off"
      />
      <datalist id="columns">
        {columns.map((column) => (
          <option key={column.name} value={column.name}>
            {labelOf(column)}
          </option>
        ))}
      </datalist>
    </fieldset>
  )
}
