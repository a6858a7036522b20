import { quotedText } from '../../core/text/sql-quoting.ts'
import type { Between, Call, Comparison, ComparisonOperator, Expression, In, Logical } from '../adql/ast.ts'
import { Fault } from '../adql/fault.ts'
import { isNumeric, isShape, type ValueType } from '../columns/value-type.ts'
import { subquery, translateExpression } from './expression.ts'
import { likeCondition } from './like.ts'
import type { Frame } from './session.ts'
import { nearCondition, skyCondition } from './sky.ts'
import { asText, asWrittenText, numberOfText, unsignedSql, type Value } from './value.ts'

/**
 * Translates a boolean expression. With `isFilter`, false and null are equivalent to the caller, as in WHERE: then a row can be
 * rejected by its latitude before its longitude, which may be null, is tested.
 */
export function translateCondition(frame: Frame, node: Expression, isFilter = false): string {
  switch (node.kind) {
    case 'logical':
      return frame.session.checked(logical(frame, node, isFilter), node.position)
    case 'not':
      return `(NOT ${translateCondition(frame, node.operand)})`
    case 'comparison':
      return comparison(frame, node, isFilter)
    case 'like':
      return likeCondition(frame, node)
    case 'between':
      return between(frame, node)
    case 'in':
      return inList(frame, node)
    case 'is-null':
      return `(${translateExpression(frame, node.operand).sql} IS ${node.isNegated ? 'NOT ' : ''}NULL)`
    case 'exists':
      return `EXISTS (${subquery(node.query, frame).sql})`
    default:
      return truth(frame, node, isFilter)
  }
}

/** A value in place of a condition: only accepted if it is a condition in another form. */
function truth(frame: Frame, node: Expression, isFilter: boolean): string {
  if (isFilter && isSkyTest(node)) return skyCondition(node, (argument) => translateExpression(frame, argument))
  const { sql, type } = translateExpression(frame, node)
  if (type.kind === 'boolean' || type.kind === 'null' || isSkyTest(node)) return sql
  const advice =
    node.kind === 'column' && isNumeric(type) ? `, for example ${node.path.at(-1)!.value} = 1` : ', for example x = 1'
  throw new Fault('invalid_sql', `A condition is expected here${advice}.`, node.position)
}

/** Builds a balanced tree, because SQLite limits the depth of expressions but the number of operands is not limited. */
function logical(frame: Frame, { operator, operands }: Logical, isFilter: boolean): string {
  const parts = operands.map((operand) => translateCondition(frame, operand, isFilter))
  const join = (from: number, to: number): string => {
    if (to - from === 1) return parts[from]!
    if (to - from <= 8) return `(${parts.slice(from, to).join(` ${operator} `)})`
    const middle = (from + to) >> 1
    return `(${join(from, middle)} ${operator} ${join(middle, to)})`
  }
  return join(0, parts.length)
}

const MIRRORED: Readonly<Record<ComparisonOperator, ComparisonOperator>> = {
  '=': '=',
  '<>': '<>',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
}

function isSkyTest(node: Expression): node is Call {
  return node.kind === 'call' && (node.name === 'CONTAINS' || node.name === 'INTERSECTS')
}

function isOne(node: Expression): boolean {
  return (
    (node.kind === 'number' && Number(node.text) === 1) ||
    (node.kind === 'text' && node.value.trim() === '1') ||
    (node.kind === 'boolean' && node.value)
  )
}

function comparison(frame: Frame, node: Comparison, isFilter: boolean): string {
  if (!isFilter) return plainComparison(frame, node)
  const { left, right, operator } = node
  return (
    skyComparison(frame, left, operator, right) ??
    skyComparison(frame, right, MIRRORED[operator], left) ??
    plainComparison(frame, node)
  )
}

/** `CONTAINS(…) = 1` and `DISTANCE(…) < r`, with the operands on either side. */
function skyComparison(
  frame: Frame,
  test: Expression,
  operator: ComparisonOperator,
  other: Expression,
): string | undefined {
  const read = (argument: Expression): Value => translateExpression(frame, argument)
  if (operator === '=' && isSkyTest(test) && isOne(other)) return skyCondition(test, read)
  if (
    (operator === '<' || operator === '<=') &&
    test.kind === 'call' &&
    test.name === 'DISTANCE' &&
    other.kind === 'number'
  ) {
    return nearCondition(test, operator, read(other), read, frame.session.warn)
  }
  return undefined
}

function plainComparison(frame: Frame, { left, right, operator, position }: Comparison): string {
  const [a, b] = [translateExpression(frame, left), translateExpression(frame, right)]
  if (a.type.kind === 'null' || b.type.kind === 'null') {
    frame.session.warn('A comparison with NULL is never true: write IS NULL or IS NOT NULL.')
  }
  const [x, y] = comparable(frame, a, b, `in the comparison ${operator}`, position)
  return `(${x} ${operator} ${y})`
}

/**
 * Two values as SQL of one kind. A text literal compared with a number is read as a number; other texts cause a warning and are
 * compared as text.
 */
export function comparable(
  frame: Frame,
  a: Value,
  b: Value,
  purpose: string,
  position: number,
): readonly [string, string] {
  if (isShape(a.type) || isShape(b.type)) {
    throw new Fault(
      'invalid_sql',
      'Shapes cannot be compared: write CONTAINS(a, b) = 1, INTERSECTS(a, b) = 1 or DISTANCE(a, b).',
      position,
    )
  }
  const [isNumberA, isNumberB] = [isNumeric(a.type), isNumeric(b.type)]
  if (isNumberA === isNumberB || a.type.kind === 'null' || b.type.kind === 'null') return [a.sql, b.sql]
  const [number, text] = isNumberA ? [a, b] : [b, a]
  if (text.constant !== undefined && text.type.date === undefined && number.constant === undefined) {
    const sql = numberOfText(text, purpose)
    return isNumberA ? [a.sql, sql] : [sql, b.sql]
  }
  const shown = number.constant === undefined ? 'a number' : `the number ${number.sql}`
  frame.session.warn(
    `A string is compared with ${shown}, and both are treated as strings: write strings in single quotes.`,
  )
  return [asWrittenText(a, purpose), asWrittenText(b, purpose)]
}

function between(frame: Frame, { operand, low, high, isNegated, position }: Between): string {
  const value = translateExpression(frame, operand)
  const [bottom, top] = [translateExpression(frame, low), translateExpression(frame, high)]
  const [x, from] = comparable(frame, value, bottom, 'in BETWEEN', position)
  const [y, to] = comparable(frame, value, top, 'in BETWEEN', position)
  if (x === y) return `(${x} ${isNegated ? 'NOT ' : ''}BETWEEN ${from} AND ${to})`
  const both = `(${x} >= ${from} AND ${y} <= ${to})`
  return isNegated ? `(NOT ${both})` : both
}

function inList(frame: Frame, { operand, values, isNegated, position }: In): string {
  const value = translateExpression(frame, operand)
  const not = isNegated ? 'NOT ' : ''
  if ('body' in values) {
    const { sql, columns } = subquery(values, frame, 1)
    return `(${inSubqueryOperand(frame, value, columns[0]!.type)} ${not}IN (${sql}))`
  }
  const literals = sameLiterals(value.type, values)
  if (literals !== undefined) return frame.session.checked(`(${value.sql} ${not}IN (${literals}))`, position)
  const items = values.map((item) => translateExpression(frame, item))
  const isText =
    value.type.kind === 'text' ||
    (isNumeric(value.type) && items.some((item) => item.type.kind === 'text' && item.constant === undefined))
  const pairs = items.map((item) => comparable(frame, value, item, 'in the list after IN', position))
  const left = isText ? asText(value, 'before IN') : value.sql
  const right = isText
    ? items.map((item, i) => (value.type.kind === 'text' ? pairs[i]![1] : asText(item, 'after IN')))
    : pairs.map(([, sql]) => sql)
  return frame.session.checked(`(${left} ${not}IN (${right.join(', ')}))`, position)
}

/**
 * The items of a list as SQL if all are numeric literals, or all are text literals, of the operand's type. They need no
 * conversion or warning, so lists of ten thousand items take a fifth of the time.
 */
function sameLiterals(type: ValueType, items: readonly Expression[]): string | undefined {
  const isNumber = isNumeric(type)
  if (!isNumber && type.kind !== 'text') return undefined
  const sqls: string[] = []
  for (const item of items)
    if (item.kind === 'number' && isNumber) sqls.push(unsignedSql(item.text))
    else if (item.kind === 'text' && !isNumber) sqls.push(quotedText(item.value))
    else return undefined
  return sqls.join(', ')
}

/** The operand converted to the type that the subquery returns. */
function inSubqueryOperand(frame: Frame, value: Value, type: ValueType): string {
  if (isNumeric(type) === isNumeric(value.type) || value.type.kind === 'null' || type.kind === 'null') return value.sql
  if (isShape(type) || isShape(value.type)) throw new Fault('invalid_sql', 'Shapes cannot be compared.', value.position)
  frame.session.warn('A string and a number are compared in IN.')
  return isNumeric(type) ? `to_number(${value.sql})` : asText(value, 'before IN')
}
