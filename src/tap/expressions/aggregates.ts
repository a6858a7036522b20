import { quotedText } from '../../core/text/sql-quoting.ts'
import type { Call, Expression, OrderTerm } from '../adql/ast.ts'
import { Fault } from '../adql/fault.ts'
import { INTEGER, isShape, REAL, TEXT, type ValueType } from '../columns/value-type.ts'
import type { Frame } from './session.ts'
import { asNumber, asText, orderTermSql, type Value } from './value.ts'
import { isWindowFunction, WINDOW_FUNCTION_NAMES, windowFunction } from './window-functions.ts'

interface Aggregate {
  /** Its name in SQL. */
  readonly sql: string
  readonly argumentCount: number
  /** True if its argument is a fraction, and WITHIN GROUP names the values. */
  readonly isPercentile?: boolean
  /** The separator of a list of texts, if a second argument does not name it; null if it must. */
  readonly separator?: string | null
  readonly takes: 'any' | 'numbers' | 'texts'
  readonly type: (argument: ValueType) => ValueType
  /** True for SQLite's own aggregates, which are window functions too. */
  readonly hasOver: boolean
}

/** The UCD of a statistic of a quantity: `phys.mass;stat.max`. Other values have none. */
function ucdOfStatistic({ kind, ucd }: ValueType, statistic: string): { readonly ucd?: string } {
  if (ucd === undefined || (kind !== 'integer' && kind !== 'real') || ucd.startsWith('meta.')) return {}
  return { ucd: `${ucd.replace(';meta.main', '')};${statistic}` }
}

const sameAsArgument =
  (statistic: string) =>
  (argument: ValueType): ValueType => {
    const { kind, date, unit, isUnicode } = argument
    return { kind, ...(date ? { date } : {}), unit, isUnicode, ...ucdOfStatistic(argument, statistic) }
  }
const realWithUnit = ({ unit }: ValueType): ValueType => ({ ...REAL, unit })
const realOf =
  (statistic: string) =>
  (argument: ValueType): ValueType => ({ ...realWithUnit(argument), ...ucdOfStatistic(argument, statistic) })
const numbers = (sql: string, type: Aggregate['type'], argumentCount = 1): Aggregate => ({
  sql,
  argumentCount,
  takes: 'numbers',
  type,
  hasOver: false,
})

const list = (separator: string | null): Aggregate => ({
  sql: 'group_concat',
  argumentCount: 1,
  separator,
  takes: 'texts',
  type: ({ isUnicode }) => ({ ...TEXT, isUnicode }),
  hasOver: false,
})

const AGGREGATES: Readonly<Record<string, Aggregate>> = {
  COUNT: {
    sql: 'count',
    argumentCount: 1,
    takes: 'any',
    type: () => ({ ...INTEGER, ucd: 'meta.number' }),
    hasOver: true,
  },
  MIN: { sql: 'min', argumentCount: 1, takes: 'any', type: sameAsArgument('stat.min'), hasOver: true },
  MAX: { sql: 'max', argumentCount: 1, takes: 'any', type: sameAsArgument('stat.max'), hasOver: true },
  SUM: {
    ...numbers('sum', ({ kind, unit }) => ({ kind: kind === 'integer' ? 'integer' : 'real', unit })),
    hasOver: true,
  },
  AVG: { ...numbers('avg', realOf('stat.mean')), hasOver: true },
  MEDIAN: numbers('median', realOf('stat.median')),
  STDDEV: numbers('stddev', realWithUnit),
  STDDEV_SAMP: numbers('stddev', realWithUnit),
  STDDEV_POP: numbers('stddev_pop', realWithUnit),
  VARIANCE: numbers('variance', () => REAL),
  VAR_SAMP: numbers('variance', () => REAL),
  VAR_POP: numbers('var_pop', () => REAL),
  CORR: numbers('corr', () => REAL, 2),
  LISTAGG: list(''),
  GROUP_CONCAT: list(','),
  STRING_AGG: list(null),
  PERCENTILE_CONT: { ...numbers('percentile', realWithUnit), isPercentile: true },
}

export const AGGREGATE_NAMES: readonly string[] = [...Object.keys(AGGREGATES), ...WINDOW_FUNCTION_NAMES]

export function isAggregate(name: string): boolean {
  return Object.hasOwn(AGGREGATES, name) || isWindowFunction(name)
}

/** A call of an aggregate, or a call with syntax that only aggregates allow: `*`, DISTINCT, OVER. */
export function aggregateCall(frame: Frame, call: Call, read: (argument: Expression) => Value): Value {
  const { name, position } = call
  if (isWindowFunction(name)) {
    const { sql, type } = windowFunction(call, call.args.map(read), frame.session.warn)
    return { sql: `${sql} OVER (${overSql(frame, call, read)})`, type, position }
  }
  const aggregate = Object.hasOwn(AGGREGATES, name) ? AGGREGATES[name]! : undefined
  if (aggregate === undefined) {
    const what = call.isStar ? '*' : call.over ? 'OVER' : call.within ? 'WITHIN GROUP' : call.quantifier!
    throw new Fault('invalid_sql', `${name} is not an aggregate function and cannot have ${what}.`, position)
  }
  if (call.isStar && (name !== 'COUNT' || call.quantifier !== undefined)) {
    throw new Fault('invalid_sql', `${name}(*) is not supported: name a column.`, position)
  }
  const { sql, type } = inside(frame, call, aggregate, read)
  if (call.over === undefined) return { sql, type, position }
  if (!aggregate.hasOver) throw new Fault('invalid_sql', `${name} cannot have OVER.`, position)
  return { sql: `${sql} OVER (${overSql(frame, call, read)})`, type, position }
}

/** The call itself. Columns inside it need not be grouped, unless OVER makes it a window function. */
function inside(frame: Frame, call: Call, aggregate: Aggregate, read: (argument: Expression) => Value) {
  const { name, position } = call
  if (call.over === undefined) begin(frame, name, position)
  try {
    if (call.isStar) return { sql: 'count(*)', type: aggregate.type(INTEGER) }
    const [least, most] = [
      aggregate.argumentCount,
      aggregate.argumentCount + (aggregate.separator === undefined ? 0 : 1),
    ]
    if (call.args.length < least || call.args.length > most) throw wrongCount(name, aggregate, position)
    const [own, outer] = [frame.ownReads, frame.outerReads]
    const values = call.args.map(read)
    const order = (call.within ?? []).map((term) => ({ term, value: read(term.expression) }))
    if (frame.outerReads > outer && frame.ownReads === own) throw ofOuterQuery(name, position)
    if (aggregate.isPercentile) return percentileSql(frame, call, aggregate, values, order)
    if (aggregate.separator !== undefined) return listSql(frame, call, aggregate, values, order)
    if (call.within !== undefined) throw new Fault('invalid_sql', `${name} cannot have WITHIN GROUP.`, position)
    const sqls = values.map((value) => argumentSql(frame, aggregate, name, value))
    const distinct = call.quantifier === 'DISTINCT' ? 'DISTINCT ' : ''
    return { sql: `${aggregate.sql}(${distinct}${sqls.join(', ')})`, type: aggregate.type(values[0]!.type) }
  } finally {
    if (call.over === undefined) frame.insideAggregate = false
  }
}

type OrderValue = { readonly term: OrderTerm; readonly value: Value }

/** `PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY x)` */
function percentileSql(
  frame: Frame,
  { name, quantifier, position }: Call,
  aggregate: Aggregate,
  [fraction]: readonly Value[],
  order: readonly OrderValue[],
): { readonly sql: string; readonly type: ValueType } {
  const [only, ...others] = order
  const part = fraction!.constant
  if (only === undefined || others.length > 0 || quantifier || typeof part !== 'number' || part < 0 || part > 1) {
    const syntax = `${name}(fraction) WITHIN GROUP (ORDER BY value), with a fraction from 0 to 1`
    throw new Fault('invalid_sql', `The syntax of ${name} is ${syntax}.`, position)
  }
  const sql = argumentSql(frame, aggregate, name, only.value)
  return {
    sql: `percentile(${sql}, ${only.term.isDescending ? 1 - part : part})`,
    type: aggregate.type(only.value.type),
  }
}

/** `LISTAGG(text, ', ') WITHIN GROUP (ORDER BY x)` */
function listSql(
  frame: Frame,
  { name, quantifier, position }: Call,
  aggregate: Aggregate,
  [text, separator]: readonly Value[],
  order: readonly OrderValue[],
): { readonly sql: string; readonly type: ValueType } {
  const between = separator === undefined ? aggregate.separator : separator.constant
  if (between === null) throw new Fault('invalid_sql', `${name} needs a separator as its second argument.`, position)
  if (between === undefined)
    throw new Fault('invalid_sql', `The separator of ${name} must be a string.`, separator!.position)
  const isDistinct = quantifier === 'DISTINCT'
  if (isDistinct && between !== ',')
    throw new Fault('invalid_sql', `${name} with DISTINCT needs the separator ','.`, separator?.position ?? position)
  const parts = isDistinct
    ? `DISTINCT ${argumentSql(frame, aggregate, name, text!)}`
    : `${argumentSql(frame, aggregate, name, text!)}, ${quotedText(String(between))}`
  const terms = order.map(({ term, value }) => orderTermSql(value.sql, term)).join(', ')
  return {
    sql: `${aggregate.sql}(${parts}${terms === '' ? '' : ` ORDER BY ${terms}`})`,
    type: aggregate.type(text!.type),
  }
}

function begin(frame: Frame, name: string, position: number): void {
  if (frame.insideAggregate) throw new Fault('invalid_sql', `${name} cannot be nested in another aggregate.`, position)
  if (frame.clause === 'WHERE' || frame.clause === 'FROM') {
    throw new Fault(
      'invalid_sql',
      `${name} cannot be used in ${frame.clause === 'WHERE' ? 'WHERE: write HAVING' : 'ON'}.`,
      position,
    )
  }
  if (frame.clause === 'GROUP BY') throw new Fault('invalid_sql', `${name} cannot be used in GROUP BY.`, position)
  frame.aggregateAt ??= position
  frame.insideAggregate = true
}

function argumentSql(frame: Frame, aggregate: Aggregate, name: string, value: Value): string {
  if (aggregate.takes === 'texts') return asText(value, `in ${name}`)
  if (aggregate.takes === 'numbers') return asNumber(value, frame.session.warn, `in ${name}`)
  if (isShape(value.type) && name !== 'COUNT') {
    throw new Fault('invalid_sql', `${name} cannot compare shapes.`, value.position)
  }
  return value.sql
}

/** The error for an aggregate that SQL would assign to the outer query. */
function ofOuterQuery(name: string, position: number): Fault {
  return new Fault(
    'invalid_sql',
    `${name} in a subquery needs a column of the subquery's own tables, not only columns of the outer query.`,
    position,
  )
}

function wrongCount(name: string, { argumentCount }: Aggregate, position: number): Fault {
  const advice = name === 'MIN' ? ': write LEAST(a, b)' : name === 'MAX' ? ': write GREATEST(a, b)' : ''
  const count = argumentCount === 1 ? 'one argument' : `${argumentCount} arguments`
  return new Fault('invalid_sql', `${name} needs ${count}${advice}.`, position)
}

function overSql(frame: Frame, call: Call, read: (argument: Expression) => Value): string {
  if (frame.insideAggregate || frame.clause === 'WHERE' || frame.clause === 'FROM' || frame.clause === 'GROUP BY') {
    throw new Fault('invalid_sql', 'OVER can be used only in the select list and in ORDER BY.', call.position)
  }
  const { partitionBy, orderBy } = call.over!
  const partition = partitionBy.length > 0 ? `PARTITION BY ${partitionBy.map((term) => read(term).sql).join(', ')}` : ''
  const order =
    orderBy.length > 0
      ? `ORDER BY ${orderBy.map((term) => orderTermSql(read(term.expression).sql, term)).join(', ')}`
      : ''
  return [partition, order].filter((part) => part !== '').join(' ')
}
