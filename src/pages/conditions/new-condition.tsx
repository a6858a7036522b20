/** @jsxImportSource preact */
import type { Column } from '../../format/column.ts'
import { foldVariants } from '../../objects/column-groups.ts'
import { labelOf } from '../components/labels.ts'
import { renderFragment } from '../frame/render.ts'
import { ADDED, ADDED_OPERATORS } from './added-condition.ts'

/** The names of columns as markup of a list of suggestions. */
export type ConditionColumns = string

/** The suggestions for the column of a condition; rendered once per snapshot, because a table has hundreds of columns. */
export function conditionColumns(columns: readonly Column[]): ConditionColumns {
  return foldVariants(columns)
    .map(({ column }) => renderFragment(<option value={column.name}>{labelOf(column)}</option>))
    .join('')
}

export interface NewConditionProps {
  readonly columns: ConditionColumns
  /** ID of the form that the fields belong to, if they are outside of it. */
  readonly form?: string
}

/** The fields of a condition to add: a column, a comparison and a value. */
export function NewCondition({ columns, form }: NewConditionProps) {
  return (
    <fieldset class="new-condition">
      <legend>Only rows where</legend>
      <input
        form={form}
        name={ADDED.column}
        list="condition-columns"
        size={16}
        placeholder="column"
        aria-label="Column of the new condition"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
      />
      <select form={form} name={ADDED.operator} aria-label="Comparison of the new condition">
        {ADDED_OPERATORS.map(([operator, words]) => (
          <option key={operator} value={operator}>
            {words}
          </option>
        ))}
      </select>
      <input
        form={form}
        name={ADDED.value}
        size={10}
        placeholder="value"
        aria-label="Value of the new condition"
        autocomplete="off"
      />
      {/* Rendered by the function above, which escapes all text. */}
      <datalist id="condition-columns" dangerouslySetInnerHTML={{ __html: columns }} />
    </fieldset>
  )
}
