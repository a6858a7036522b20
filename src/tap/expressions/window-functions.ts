import type { Call } from '../adql/ast.ts'
import { Fault } from '../adql/fault.ts'
import { combineTypes, INTEGER, REAL, typeInWords, type ValueType } from '../columns/value-type.ts'
import { asNumber, type Value } from './value.ts'

interface WindowFunction {
  /** Its arguments in messages. */
  readonly syntax: string
  readonly min: number
  readonly max: number
  readonly type: (argument: ValueType | undefined) => ValueType
  /** The arguments, by place, that are numbers. */
  readonly numbers: readonly number[]
}

/** The type of values of a column, which are no longer those of the same row. */
const sameType = (argument: ValueType | undefined): ValueType => {
  const { source: _, ucd, ...type } = argument ?? INTEGER
  return { ...type, ucd: ucd?.replace(';meta.main', '') }
}

const ranking = (type: ValueType): WindowFunction => ({ syntax: '', min: 0, max: 0, type: () => type, numbers: [] })
const neighbor: WindowFunction = { syntax: 'value, rows, default', min: 1, max: 3, type: sameType, numbers: [1] }
const ofFrame: WindowFunction = { syntax: 'value', min: 1, max: 1, type: sameType, numbers: [] }

/** Functions that only occur before OVER. */
const WINDOW_FUNCTIONS: Readonly<Record<string, WindowFunction>> = {
  ROW_NUMBER: ranking(INTEGER),
  RANK: ranking(INTEGER),
  DENSE_RANK: ranking(INTEGER),
  PERCENT_RANK: ranking(REAL),
  CUME_DIST: ranking(REAL),
  NTILE: { syntax: 'count', min: 1, max: 1, type: () => INTEGER, numbers: [0] },
  LAG: neighbor,
  LEAD: neighbor,
  FIRST_VALUE: ofFrame,
  LAST_VALUE: ofFrame,
}

export const WINDOW_FUNCTION_NAMES: readonly string[] = Object.keys(WINDOW_FUNCTIONS)

export function isWindowFunction(name: string): boolean {
  return Object.hasOwn(WINDOW_FUNCTIONS, name)
}

/** A call of such a function without its OVER. */
export function windowFunction(
  { name, args, over, isStar, position }: Call,
  values: readonly Value[],
  warn: (message: string) => void,
): { readonly sql: string; readonly type: ValueType } {
  const { syntax, min, max, type, numbers } = WINDOW_FUNCTIONS[name]!
  if (over === undefined || isStar || args.length < min || args.length > max)
    throw new Fault('invalid_sql', `The syntax of ${name} is ${name}(${syntax}) OVER (ORDER BY …).`, position)
  const [value, , otherwise] = values
  const combined = otherwise === undefined ? value?.type : combineTypes(value!.type, otherwise.type)
  if (otherwise !== undefined && combined === undefined)
    throw new Fault(
      'invalid_sql',
      `${name} cannot combine ${typeInWords(value!.type)} with ${typeInWords(otherwise.type)}.`,
      otherwise.position,
    )
  const sqls = values.map((one, i) => (numbers.includes(i) ? asNumber(one, warn, `in ${name}`) : one.sql))
  return { sql: `${name.toLowerCase()}(${sqls.join(', ')})`, type: type(combined) }
}
