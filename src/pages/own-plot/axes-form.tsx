/** @jsxImportSource preact */

import type { Column } from '../../format/column.ts'
import { TABLE_NAMES, type TableName } from '../../format/table.ts'
import { columnsPath } from '../components/addresses.ts'
import { conditionWords } from '../conditions/added-condition.ts'
import { NewCondition } from '../conditions/new-condition.tsx'
import { renderFragment } from '../frame/render.ts'
import { useSite } from '../frame/site.ts'
import { type ColumnOption, type ColumnOptions, optionsMarkup } from './column-options.tsx'
import { OWN_PLOT_PATH } from './plot-request.ts'

/** The values in the form: texts as submitted. */
export type PlotForm = Readonly<Record<'x' | 'y' | 'color' | 'size' | 'xscale' | 'yscale' | 'rows', string>> & {
  readonly table: TableName
  readonly filters: readonly (readonly [name: string, value: string])[]
}

export interface AxesFormProps {
  readonly form: PlotForm
  readonly columns: readonly Column[]
  readonly options: ColumnOptions
  /** The invalid parameter; undefined if there is none. */
  readonly fault: string | undefined
}

/** The form for axes, colors, sizes, rows and conditions. */
export function AxesForm({ form, columns, options, fault }: AxesFormProps) {
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
  const { numbers, companions, all, conditions } = options
  const list = (name: ColumnChoiceProps['name']) => ({ name, chosen: form[name], invalid })
  return (
    <form class="axes" action={href(OWN_PLOT_PATH)} method="get">
      <ColumnChoice {...list('x')} label="Horizontal axis" options={numbers} companions={companions} />
      {choice('xscale', 'Scale', scales)}
      <ColumnChoice {...list('y')} label="Vertical axis" options={numbers} companions={companions} />
      {choice('yscale', 'Scale', scales)}
      <ColumnChoice {...list('color')} label="Color" options={all} none="one color" />
      <ColumnChoice {...list('size')} label="Size" options={numbers} none="one size" />
      {choice('rows', 'Rows', ['default', 'all'])}
      {choice('table', 'Table', TABLE_NAMES)}
      {form.filters.map(([name, value]) => (
        <label key={`${name} ${value}`}>
          {conditionWords(name, columns)}
          <br />
          <input name={name} value={value} size={10} {...invalid(name)} />
        </label>
      ))}
      <NewCondition columns={conditions} />
      <button type="submit">Draw</button>
      <p class="small soft">
        {form.filters.length === 0 ? '' : 'An empty field removes its condition. '}
        The URL contains all of these settings: bookmark it or share it. Meaning of the columns:{' '}
        <a href={href(columnsPath(form.table))}>columns of {form.table}</a>.
      </p>
    </form>
  )
}

interface ColumnChoiceProps {
  readonly name: 'x' | 'y' | 'color' | 'size'
  readonly label: string
  readonly options: readonly ColumnOption[]
  /** Uncertainties and limit flags, in a group of their own; absent if they cannot be chosen. */
  readonly companions?: readonly ColumnOption[]
  /** The column that is chosen: the value as submitted, or empty. */
  readonly chosen: string
  invalid(name: string): object
  /** The label for choosing no column; absent if a column is required. */
  readonly none?: string
}

function ColumnChoice({ name, label, options, companions = [], chosen, invalid, none }: ColumnChoiceProps) {
  // The submitted value stays in the form even if there is no such column.
  const isListed = chosen === '' || [...options, ...companions].some((option) => option.name === chosen)
  // Composed of rendered markup, in which all text is escaped.
  const markup = [
    none === undefined ? '' : renderFragment(<option value="">{none}</option>),
    isListed
      ? ''
      : renderFragment(
          <option value={chosen} selected>
            {chosen}
          </option>,
        ),
    optionsMarkup(options, chosen),
    companions.length === 0
      ? ''
      : `<optgroup label="Uncertainties and limit flags">${optionsMarkup(companions, chosen)}</optgroup>`,
  ].join('')
  return (
    <label class={none === undefined ? undefined : 'half'}>
      {label}
      <br />
      <select class="column-choice" name={name} {...invalid(name)} dangerouslySetInnerHTML={{ __html: markup }} />
    </label>
  )
}
