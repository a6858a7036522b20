import { intendedFlag, intendedNumber } from '../text/intended-number.ts'
import type { ConditionColumn, Operator } from './conditions.ts'

/** Longer names and values are not examined. */
const MAX_CHARS = 200

/** Signs and words of other interfaces with the meaning of an operator. */
const WORDS: Readonly<Record<Operator, string>> = {
  eq: '= == equals exact iexact is',
  ne: '! != <> neq not',
  lt: '< less lessthan before',
  lte: '<= =< le max until',
  gt: '> greater greaterthan more after',
  gte: '>= => ge min since',
  between: 'range',
  in: 'any oneof',
  contains: 'like ilike icontains has match regex',
  startswith: 'istartswith prefix begins',
  endswith: 'iendswith suffix ends',
  isnull: 'null notnull empty',
}

const OPERATOR_OF: ReadonlyMap<string, Operator> = new Map(
  (Object.keys(WORDS) as Operator[]).flatMap((operator) =>
    [operator, ...WORDS[operator].split(' ')].map((word) => [word, operator] as const),
  ),
)

/** The operator that a sign or a word of another interface means; undefined if there is none. */
export function intendedOperator(word: string): Operator | undefined {
  return OPERATOR_OF.get(word.toLowerCase())
}

/**
 * The name of the condition that a parameter name in another notation means: `disc_year>` (of `disc_year>=2010`),
 * `disc_year>2010`, `disc_year_gt`, `disc_year[gt]`, `disc_year.gt`. Undefined if there is none.
 */
export function intendedName(parameter: string, isColumn: (name: string) => boolean): string | undefined {
  if (parameter.length > MAX_CHARS) return undefined
  const [, compared = '', sign = '', rest = ''] = /^(\w+)\s*(<>|[<>!]=?)(.*)$/.exec(parameter) ?? []
  const [, named = '', word = ''] = /^(\w+)(?:_|\.|:|\[)([a-z]+)\]?$/i.exec(parameter) ?? []
  // The equals sign after the name is the second half of a sign at its end.
  const bySign = intendedOperator(rest === '' ? `${sign}=` : sign)
  if (isColumn(compared) && bySign !== undefined) return `${compared}__${bySign}`
  const byWord = intendedOperator(word)
  return isColumn(named) && byWord !== undefined ? `${named}__${byWord}` : undefined
}

/** Two numbers with something other than a comma between them: `1..2`, `1-2`, `1 to 2`. */
function intendedRange(text: string): string | undefined {
  const [, low = '', high = ''] =
    /^(.*?[\d.])\s*(?:\.{2,3}|[-\u2013:;|/]|\s(?:to|and)\s|\s)\s*([\d.-].*)$/i.exec(text) ?? []
  const numbers = [low, high].map((part) => intendedNumber(part))
  return numbers.includes(undefined) || Number(numbers[0]) > Number(numbers[1]) ? undefined : numbers.join(',')
}

/** Two or more numbers, separated in any way. */
function intendedList(text: string): string | undefined {
  const numbers = text.split(/[,;|\s]+/).map(intendedNumber)
  return numbers.length < 2 || numbers.includes(undefined) ? undefined : numbers.join(',')
}

/** A number after a sign or an operator: `>5`, `gt.5`, `lt(5)`. */
function intendedComparison(text: string): string | undefined {
  const [, sign = '', rest = ''] = /^\s*([<>=!]{1,2}|[a-z]+[.:(])\s*([^)]*)\)?\s*$/i.exec(text) ?? []
  const operator = intendedOperator(sign.replace(/[.:(]$/, ''))
  const number = intendedNumber(rest)
  return operator === undefined || number === undefined ? undefined : `${operator}=${number}`
}

const NULL_WORDS = /^\s*(?:null|none|nil|nan|n\/?a|undefined|empty|-)\s*$/i

/** What a text in place of a number was probably meant to be. */
export interface Intention {
  /** Values of the same condition, best first. */
  readonly values: readonly string[]
  /** Other conditions, as in a query string. */
  readonly conditions: readonly string[]
}

/** What a text in place of a number, or of a list or range of numbers, was probably meant to be. */
export function intendedValue({ name, type }: ConditionColumn, operator: Operator, text: string): Intention {
  if (text.length > MAX_CHARS) return { values: [], conditions: [] }
  const number = intendedNumber(text)
  const flag = type === 'integer' ? intendedFlag(text) : undefined
  const range = intendedRange(text)
  const list = intendedList(text)
  if (operator === 'between') return { values: defined([range]), conditions: [] }
  if (operator === 'in') return { values: defined([number ?? flag ?? list]), conditions: [] }
  const isDecimalComma = type === 'real' && /^\s*[-+]?\d+,\d+\s*$/.test(text)
  const values = defined([number, flag, isDecimalComma ? text.trim().replace(/^\+/, '').replace(',', '.') : undefined])
  const isNull = NULL_WORDS.test(text)
  if (operator === 'ne' && isNull) return { values, conditions: [`${name}__isnull=0`] }
  if (operator !== 'eq' || number !== undefined) return { values, conditions: [] }
  const conditions = defined([
    isNull ? 'isnull=1' : intendedComparison(text),
    range === undefined ? undefined : `between=${range}`,
    list === undefined || range !== undefined ? undefined : `in=${list}`,
  ])
  return { values, conditions: conditions.map((condition) => `${name}__${condition}`) }
}

function defined(texts: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(texts.filter((text) => text !== undefined))]
}
