import type { Binary, Call, Case, Cast, ColumnReference, Expression, Query, Unary } from '../adql/ast.ts'
import { Fault } from '../adql/fault.ts'
import {
  BOOLEAN,
  combineTypes,
  INTEGER,
  isShape,
  NULL,
  REAL,
  TEXT,
  TIMESTAMP,
  typeInWords,
  type ValueType,
} from '../columns/value-type.ts'
import { aggregateCall, isAggregate } from './aggregates.ts'
import { translateCondition } from './condition.ts'
import { clockValue, dateArithmetic, dateLiteral, shiftDate } from './dates.ts'
import { functionCall } from './functions.ts'
import { type Frame, ROW_NUMBER_MARK } from './session.ts'
import { skyCall } from './sky.ts'
import { angleInDegrees } from './units.ts'
import { asNumber, asText, numberValue, textValue, type Value } from './value.ts'

/** Translates a subquery; set by `query.ts`, which itself depends on expressions. */
export type TranslateSubquery = (
  query: Query,
  frame: Frame,
) => { readonly sql: string; readonly columns: readonly { readonly type: ValueType }[] }

let translateSubquery: TranslateSubquery | undefined

export function setSubqueryTranslator(translate: TranslateSubquery): void {
  translateSubquery = translate
}

/** A subquery with the number of columns required at its place. */
export function subquery(query: Query, frame: Frame, columns?: number): ReturnType<TranslateSubquery> {
  const translated = translateSubquery!(query, frame)
  if (columns !== undefined && translated.columns.length !== columns) {
    throw new Fault(
      'invalid_sql',
      `A subquery here returns one column, not ${translated.columns.length}.`,
      query.position,
    )
  }
  return translated
}

/** Translates an expression of any type. */
export function translateExpression(frame: Frame, node: Expression): Value {
  const before = frame.bare.length
  const value = dispatch(frame, node)
  // The columns of a GROUP BY term are grouped.
  if (frame.bare.length > before && frame.isGroup(value.sql)) frame.bare.length = before
  frame.session.checked(value.sql, node.position)
  return value
}

function dispatch(frame: Frame, node: Expression): Value {
  const { position } = node
  switch (node.kind) {
    case 'number':
      return numberValue(node.text, position)
    case 'text':
      return textValue(node.value, position)
    case 'null':
      return { sql: 'NULL', type: NULL, position }
    case 'boolean':
      return { sql: node.value ? '1' : '0', type: BOOLEAN, constant: node.value ? 1 : 0, position }
    case 'date':
      return dateLiteral(node)
    case 'column':
      return columnValue(frame, node)
    case 'call':
      return callValue(frame, node)
    case 'unary':
      return unaryValue(frame, node)
    case 'binary':
      return binaryValue(frame, node)
    case 'case':
      return caseValue(frame, node)
    case 'cast':
      return castValue(frame, node)
    case 'subquery': {
      const { sql, columns } = subquery(node.query, frame, 1)
      return { sql: `(${sql})`, type: columns[0]!.type, position }
    }
    case 'angle':
      return angleInDegrees(translateExpression(frame, node.operand), node.unit, position, frame.session.warn)
    case 'interval':
      throw new Fault(
        'invalid_sql',
        "An interval must follow a date and + or -: CURRENT_DATE - INTERVAL '30' DAY.",
        position,
      )
    default:
      return { sql: translateCondition(frame, node), type: BOOLEAN, position }
  }
}

function columnValue(frame: Frame, { path, position }: ColumnReference): Value {
  const found = frame.find(path)
  if (found !== undefined) {
    const { column } = found
    const owner = found.scope as Frame
    owner.ownReads += 1
    for (let inner: Frame | undefined = frame; inner !== undefined && inner !== owner; inner = inner.outer)
      inner.outerReads += 1
    if (owner.tracksColumns && !owner.isGroup(column.sql)) owner.bare.push({ name: column.name, position })
    return { sql: column.sql, type: column.type, isSimple: true, position }
  }
  const [name] = path
  if (path.length === 1 && !name!.isQuoted) {
    const word = name!.value.toUpperCase()
    if (word === 'ROWNUM') {
      frame.rowNumberAt = position
      return { sql: ROW_NUMBER_MARK, type: INTEGER, position }
    }
    const clock = clockValue(frame.session, word, position)
    if (clock !== undefined) return clock
  }
  const item = path.length === 1 ? frame.alias(name!) : undefined
  if (item === undefined || frame.openAliases.has(item)) throw frame.unknown(path, frame.session.catalog)
  if (!['GROUP BY', 'HAVING', 'ORDER BY'].includes(frame.clause)) {
    throw new Fault(
      'invalid_sql',
      `"${name!.value}" is an alias in the select list, which ${frame.clause} cannot use: write the expression itself.`,
      position,
    )
  }
  frame.openAliases.add(item)
  const value = translateExpression(frame, item.expression)
  frame.openAliases.delete(item)
  return { ...value, position }
}

function callValue(frame: Frame, call: Call): Value {
  const read = (argument: Expression): Value => translateExpression(frame, argument)
  const { warn } = frame.session
  if (
    call.quantifier !== undefined ||
    call.isStar ||
    call.over !== undefined ||
    call.within !== undefined ||
    isAggregate(call.name)
  ) {
    return aggregateCall(frame, call, read)
  }
  return skyCall(call, read, warn) ?? functionCall(frame, call, read)
}

function unaryValue(frame: Frame, { operator, operand, position }: Unary): Value {
  const value = translateExpression(frame, operand)
  if (operator === '+') return { ...value, sql: asNumber(value, frame.session.warn, 'after +') }
  if (operand.kind === 'number') {
    return numberValue(`-${operand.text}`, position)
  }
  const sql = `(- ${asNumber(value, frame.session.warn, 'after -')})`
  const { kind, unit } = value.type
  return { sql, type: { kind: kind === 'integer' ? 'integer' : 'real', unit }, position }
}

function binaryValue(frame: Frame, { operator, left, right, position }: Binary): Value {
  const a = translateExpression(frame, left)
  const { session } = frame
  if (right.kind === 'interval' && (operator === '+' || operator === '-'))
    return shiftDate(a, operator, right, position)
  const b = translateExpression(frame, right)
  if (operator === '||') {
    const isUnicode = a.type.isUnicode || b.type.isUnicode
    return { sql: `(${asText(a, 'beside ||')} || ${asText(b, 'beside ||')})`, type: { ...TEXT, isUnicode }, position }
  }
  if (operator === '+' || operator === '-') {
    const date = dateArithmetic(session, a, operator, b, position)
    if (date !== undefined) return date
  }
  const [x, y] = [a, b].map((value) => asNumber(value, session.warn, `beside ${operator}`))
  const isInteger = a.type.kind === 'integer' && b.type.kind === 'integer'
  const isSum = operator === '+' || operator === '-'
  const unit = isSum && a.type.unit === b.type.unit ? a.type.unit : undefined
  return { sql: `(${x} ${operator} ${y})`, type: { kind: isInteger ? 'integer' : 'real', unit }, position }
}

/** The values converted to one type: numbers combined with texts become texts. */
export function unified(
  values: readonly Value[],
  purpose: string,
): { readonly sqls: string[]; readonly type: ValueType } {
  let type: ValueType = NULL
  for (const value of values) {
    const next = combineTypes(type, value.type)
    if (next === undefined && (isShape(type) || isShape(value.type))) {
      throw new Fault(
        'invalid_sql',
        `${typeInWords(value.type)} and ${typeInWords(type)} cannot be combined ${purpose}.`,
        value.position,
      )
    }
    type = next ?? { kind: 'text', isUnicode: type.isUnicode || value.type.isUnicode }
  }
  return { sqls: values.map((value) => (type.kind === 'text' ? asText(value, purpose) : value.sql)), type }
}

function caseValue(frame: Frame, { subject, branches, otherwise, position }: Case): Value {
  const results = branches.map(({ result }) => translateExpression(frame, result))
  if (otherwise !== undefined) results.push(translateExpression(frame, otherwise))
  const { sqls, type } = unified(results, 'in CASE')
  const whens = branches.map(({ when }) => {
    const condition: Expression =
      subject === undefined
        ? when
        : { kind: 'comparison', operator: '=', left: subject, right: when, position: when.position }
    return translateCondition(frame, condition)
  })
  const parts = whens.map((when, i) => `WHEN ${when} THEN ${sqls[i]}`)
  if (otherwise !== undefined) parts.push(`ELSE ${sqls.at(-1)}`)
  return { sql: `(CASE ${parts.join(' ')} END)`, type, position }
}

const CAST_TYPES: Readonly<Record<string, 'text' | 'integer' | 'real' | 'timestamp'>> = {
  CHAR: 'text',
  VARCHAR: 'text',
  VARCHAR2: 'text',
  CHARACTER: 'text',
  'CHARACTER VARYING': 'text',
  TEXT: 'text',
  STRING: 'text',
  SMALLINT: 'integer',
  INT: 'integer',
  INTEGER: 'integer',
  BIGINT: 'integer',
  REAL: 'real',
  FLOAT: 'real',
  DOUBLE: 'real',
  'DOUBLE PRECISION': 'real',
  NUMERIC: 'real',
  DECIMAL: 'real',
  NUMBER: 'real',
  TIMESTAMP: 'timestamp',
  DATE: 'timestamp',
}

function castValue(frame: Frame, { operand, type: name, length, position }: Cast): Value {
  const kind = Object.hasOwn(CAST_TYPES, name) ? CAST_TYPES[name]! : undefined
  if (kind === undefined) {
    throw new Fault(
      'invalid_sql',
      `CAST to ${name} is not supported: write CHAR(n), VARCHAR(n), SMALLINT, INTEGER, BIGINT, REAL, DOUBLE PRECISION or TIMESTAMP.`,
      position,
    )
  }
  const value = translateExpression(frame, operand)
  const { unit, isUnicode } = value.type
  if (kind === 'timestamp') {
    const [call, type] =
      name === 'DATE'
        ? (['date', { ...TIMESTAMP, date: 'date' as const }] as const)
        : (['datetime', TIMESTAMP] as const)
    return { sql: `${call}(${asText(value, 'in CAST')})`, type, position }
  }
  if (kind === 'text') {
    const text = asText(value, 'in CAST')
    return {
      sql: length === undefined ? text : `substr(${text}, 1, ${length})`,
      type: { ...TEXT, isUnicode },
      position,
    }
  }
  // A text that is not a number becomes null; SQLite's CAST would return 0.
  const number = value.type.kind === 'text' ? `to_number(${value.sql})` : asNumber(value, frame.session.warn, 'in CAST')
  return kind === 'integer'
    ? { sql: `CAST(${number} AS INTEGER)`, type: { ...INTEGER, unit }, position }
    : { sql: `CAST(${number} AS REAL)`, type: { ...REAL, unit }, position }
}
