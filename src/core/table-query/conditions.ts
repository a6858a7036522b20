import type { ColumnType } from '../../format/column.ts'
import { compareCodePoints } from '../../format/text-order.ts'
import { CatalogError } from '../errors.ts'
import { invalidValue } from '../parameters.ts'
import { foldCase } from '../text/fold-case.ts'
import { intendedFlag } from '../text/intended-number.ts'
import { createNearestFinder } from '../text/nearest.ts'
import { didYouMean, mustBe, quoteForMessage } from '../text/quote-for-message.ts'
import { intendedOperator, intendedValue } from './intended-condition.ts'
import { type NumberLiteral, numberLiteral } from './number-literal.ts'
import { listText, splitList } from './value-list.ts'

/** Suffixes after `__` in the name of a condition; a bare column name means `eq`. */
export const OPERATORS = [
  'eq',
  'ne',
  'lt',
  'lte',
  'gt',
  'gte',
  'between',
  'in',
  'contains',
  'startswith',
  'endswith',
  'isnull',
] as const
export type Operator = (typeof OPERATORS)[number]

/** A value to compare with a cell: a number for a numeric column, otherwise text. */
export type Literal = NumberLiteral | string

/** A requirement of a table read on one column. All conditions of a request apply together. */
export type Condition =
  | { readonly column: string; readonly kind: 'compare'; readonly operator: Comparison; readonly value: Literal }
  | { readonly column: string; readonly kind: 'between'; readonly low: Literal; readonly high: Literal }
  | { readonly column: string; readonly kind: 'in'; readonly values: readonly Literal[] }
  /** `text` is case-folded and not empty. */
  | { readonly column: string; readonly kind: 'text'; readonly where: TextPlace; readonly text: string }
  | { readonly column: string; readonly kind: 'isnull'; readonly isNull: boolean }
export type Comparison = 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte'
export type TextPlace = 'contains' | 'startswith' | 'endswith'

/** The properties of a column that parsing needs. */
export interface ConditionColumn {
  readonly name: string
  readonly type: ColumnType
}

const nearestOperators = createNearestFinder(OPERATORS)

function isOperator(word: string): word is Operator {
  return (OPERATORS as readonly string[]).includes(word)
}

/** The column and operator in a parameter name; undefined if it has neither form. */
export interface ConditionName {
  readonly column: string
  readonly operator: string
}

/**
 * Splits `pl_rade__gt` into column and operator. A parameter that is a complete column name means `eq`, even if the name
 * ends in something like `__gt`.
 */
export function splitConditionName(name: string, isColumn: (name: string) => boolean): ConditionName | undefined {
  if (isColumn(name)) return { column: name, operator: 'eq' }
  const at = name.lastIndexOf('__')
  return at <= 0 ? undefined : { column: name.slice(0, at), operator: name.slice(at + 2) }
}

/** Validates the operator of a condition on an existing column. */
export function checkedOperator(parameter: string, word: string): Operator {
  if (isOperator(word)) return word
  const intended = intendedOperator(word)
  const suggestions = intended === undefined ? nearestOperators(word) : [intended]
  throw new CatalogError(
    'invalid_parameter',
    `The parameter ${quoteForMessage(parameter)} has the unknown operator ${quoteForMessage(word)}.${didYouMean(suggestions)} Operators are ${OPERATORS.join(', ')}.`,
    { parameter, suggestions },
  )
}

/** The rejection of a value of a condition, with the values and conditions that were probably meant. */
function refused(asked: AskedCondition, wanted: string, text: string): CatalogError {
  const { column, operator, parameter } = asked
  const { values, conditions } = intendedValue(column, operator, text)
  const message = `${mustBe(parameter, wanted, text)}${didYouMean([...values, ...conditions])}`
  const help = values.length > 0 ? { parameter, suggestions: values } : { parameter }
  return new CatalogError('invalid_parameter', message, help)
}

function literal(asked: AskedCondition, text: string): Literal {
  if (asked.column.type === 'text') return text
  const number = numberLiteral(text)
  if (number === undefined) throw refused(asked, 'a number such as 42, -0.5 or 1.2e-3', text)
  return number
}

interface AskedCondition {
  readonly column: ConditionColumn
  readonly operator: Operator
  readonly parameter: string
}

/** Parses one condition; undefined if its value is empty, which is treated as absent. `text` is decoded. */
export function parseCondition(
  column: ConditionColumn,
  operator: Operator,
  parameter: string,
  text: string,
): Condition | undefined {
  if (text === '') return undefined
  const asked: AskedCondition = { column, operator, parameter }
  switch (operator) {
    case 'isnull':
      if (text !== '0' && text !== '1') {
        const intended = intendedFlag(text)
        throw invalidValue(parameter, '1 (null) or 0 (not null)', text, intended === undefined ? [] : [intended])
      }
      return { column: column.name, kind: 'isnull', isNull: text === '1' }
    case 'contains':
    case 'startswith':
    case 'endswith': {
      const folded = foldCase(text.trim())
      return folded === '' ? undefined : { column: column.name, kind: 'text', where: operator, text: folded }
    }
    case 'in': {
      const values = splitList(parameter, text).map((part) => literal(asked, part))
      return values.length === 0 ? undefined : { column: column.name, kind: 'in', values: distinctSorted(values) }
    }
    case 'between': {
      const parts = splitList(parameter, text)
      if (parts.length !== 2)
        throw refused(asked, 'two values with a comma between them, such as 1,2 (both included)', text)
      const [low, high] = parts.map((part) => literal(asked, part))
      return { column: column.name, kind: 'between', low: low!, high: high! }
    }
    default:
      return { column: column.name, kind: 'compare', operator, value: literal(asked, text) }
  }
}

function compareLiterals(a: Literal, b: Literal): number {
  if (typeof a === 'string' || typeof b === 'string') return compareCodePoints(String(a), String(b))
  return a < b ? -1 : a > b ? 1 : 0
}

/** True for a range whose first value is greater than its second, which no value is in. */
export function isReversed(condition: Condition): condition is Condition & { readonly kind: 'between' } {
  return condition.kind === 'between' && compareLiterals(condition.low, condition.high) > 0
}

function distinctSorted(values: readonly Literal[]): readonly Literal[] {
  return [...new Set(values)].sort(compareLiterals)
}

/** The condition as canonical text for cache keys and links: equal if and only if the meaning is equal. */
export function conditionKey(condition: Condition): string {
  const [name, value] = conditionParameter(condition)
  return `${name}=${value}`
}

/** The condition as a query parameter, name and value. */
export function conditionParameter(condition: Condition): readonly [name: string, value: string] {
  const { column } = condition
  switch (condition.kind) {
    case 'compare':
      return [`${column}__${condition.operator}`, String(condition.value)]
    case 'between':
      return [`${column}__between`, `${listText([condition.low, condition.high])}`]
    case 'in':
      return [`${column}__in`, listText(condition.values)]
    case 'text':
      return [`${column}__${condition.where}`, condition.text]
    case 'isnull':
      return [`${column}__isnull`, condition.isNull ? '1' : '0']
  }
}
