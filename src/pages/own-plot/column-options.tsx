/** @jsxImportSource preact */
import type { Column } from '../../format/column.ts'
import { foldVariants } from '../../objects/column-groups.ts'
import { labelOf } from '../components/labels.ts'
import { unitText } from '../components/unit.tsx'
import { type ConditionColumns, conditionColumns } from '../conditions/new-condition.tsx'
import { renderFragment } from '../frame/render.ts'
import { numericColumns } from './plot-request.ts'

/** A column in a list: the markup of its option, not selected and selected. */
export interface ColumnOption {
  readonly name: string
  readonly plain: string
  readonly selected: string
}

/** The columns to choose from; rendered once per snapshot, because there are hundreds and the form has several lists of them. */
export interface ColumnOptions {
  readonly numbers: readonly ColumnOption[]
  /** Uncertainties and limit flags of the numbers. */
  readonly companions: readonly ColumnOption[]
  /** Numbers and texts. */
  readonly all: readonly ColumnOption[]
  readonly conditions: ConditionColumns
}

export function columnOptions(columns: readonly Column[]): ColumnOptions {
  const own = new Set(foldVariants(columns).map(({ column }) => column))
  const optionOf = new Map(columns.map((column) => [column, option(column)]))
  const optionsOf = (list: readonly Column[]) => list.map((column) => optionOf.get(column)!)
  const numbers = numericColumns(columns)
  return {
    numbers: optionsOf(numbers.filter((column) => own.has(column))),
    companions: optionsOf(numbers.filter((column) => !own.has(column))),
    all: optionsOf([...own]),
    conditions: conditionColumns(columns),
  }
}

function option(column: Column): ColumnOption {
  const { name } = column
  const label = labelOf(column)
  const unit = unitText(column.unit)
  const words = label === name ? label : `${label}${unit === '' ? '' : ` (${unit})`}: ${name}`
  return {
    name,
    plain: renderFragment(<option value={name}>{words}</option>),
    selected: renderFragment(
      <option value={name} selected>
        {words}
      </option>,
    ),
  }
}

/** The options of a list as markup, with the chosen one selected. */
export function optionsMarkup(options: readonly ColumnOption[], chosen: string): string {
  return options.map(({ name, plain, selected }) => (name === chosen ? selected : plain)).join('')
}
