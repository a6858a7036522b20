import { OPERATORS, type Operator, splitConditionName } from '../../core/table-query/conditions.ts'
import type { Column } from '../../format/column.ts'
import { labelOf } from '../components/labels.ts'
import { unitText } from '../components/unit.tsx'

/** The form fields that add a condition. */
export const ADDED = { column: 'condition_column', operator: 'condition_operator', value: 'condition_value' } as const

const ADDED_NAMES: readonly string[] = Object.values(ADDED)

const WORDS: Readonly<Record<Operator, string>> = {
  eq: '=',
  ne: '≠',
  lt: '<',
  lte: '≤',
  gt: '>',
  gte: '≥',
  between: 'between',
  in: 'one of',
  contains: 'contains',
  startswith: 'begins with',
  endswith: 'ends with',
  isnull: 'has no value',
}

/** The comparisons that the form offers, in display order. */
export const ADDED_OPERATORS: readonly (readonly [operator: Operator, words: string])[] = OPERATORS.filter(
  (operator) => operator !== 'isnull',
).map((operator) => [operator, WORDS[operator]])

type Pair = readonly [name: string, value: string]

/** A submitted form with the fields of a new condition taken out. */
export interface SubmittedForm {
  /** The other parameters, without one that the new condition replaces. */
  readonly others: readonly Pair[]
  /** The new condition as a parameter, and its column; undefined if the column or the value was left empty. */
  readonly added: { readonly column: string; readonly parameter: Pair } | undefined
}

/** The columns of a table, and those that a label means if several columns have it. */
export interface KnownColumns {
  readonly columns: readonly Column[]
  readonly preferred: readonly string[]
}

/** The column that a reader means: by its name, or by its label, as headings show it; the text itself if that is not certain. */
function meantColumn(typed: string, { columns, preferred }: KnownColumns): string {
  if (columns.some(({ name }) => name === typed)) return typed
  const folded = typed.toLowerCase().replaceAll(/\s+/g, ' ')
  const meant = columns
    .filter((column) =>
      [column.name, labelOf(column)].some((text) => text.toLowerCase().replaceAll(/\s+/g, ' ') === folded),
    )
    .map(({ name }) => name)
  const [only, ...others] = meant.length > 1 ? meant.filter((name) => preferred.includes(name)) : meant
  return only === undefined || others.length > 0 ? typed : only
}

/** Takes the new condition out of a submitted form; undefined for a query string that does not come from such a form. */
export function submittedForm(sent: URLSearchParams, known: KnownColumns): SubmittedForm | undefined {
  if (!ADDED_NAMES.some((name) => sent.has(name))) return undefined
  const others = [...sent].filter(([name]) => !ADDED_NAMES.includes(name))
  const [typed, operator, value] = ADDED_NAMES.map((name) => sent.get(name)?.trim())
  if (!typed || !value) return { others, added: undefined }
  const column = meantColumn(typed, known)
  const name = operator === undefined || operator === 'eq' ? column : `${column}__${operator}`
  return { others: others.filter(([other]) => other !== name), added: { column, parameter: [name, value] } }
}

/** The label of a condition's field: the column with its unit, and the comparison. */
export function conditionWords(name: string, columns: readonly Column[]): string {
  const split = splitConditionName(name, (word) => columns.some((column) => column.name === word))
  const column = columns.find((known) => known.name === split?.column)
  const words = WORDS[split?.operator as Operator]
  if (column === undefined || words === undefined) return name
  const unit = unitText(column.unit)
  return `${labelOf(column)}${unit === '' ? '' : ` (${unit})`} ${words}`
}
