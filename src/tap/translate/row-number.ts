import type { Comparison, Expression } from '../adql/ast.ts'
import { Fault } from '../adql/fault.ts'
import type { Frame } from '../expressions/session.ts'

function isRowNumber(frame: Frame, node: Expression): boolean {
  return (
    node.kind === 'column' &&
    node.path.length === 1 &&
    !node.path[0]!.isQuoted &&
    node.path[0]!.value.toUpperCase() === 'ROWNUM' &&
    frame.find(node.path) === undefined
  )
}

/** Number of rows that `ROWNUM <= 10` and similar conditions allow; undefined if the condition is not about ROWNUM. */
function limitOf(frame: Frame, node: Expression): number | undefined {
  if (node.kind === 'comparison') return limitOfComparison(frame, node)
  if (node.kind === 'between' && !node.isNegated && isRowNumber(frame, node.operand) && node.high.kind === 'number') {
    if (node.low.kind === 'number' && Number(node.low.text) <= 1) return Math.floor(Number(node.high.text))
  }
  return undefined
}

function limitOfComparison(frame: Frame, { left, right, operator }: Comparison): number | undefined {
  const isLeft = isRowNumber(frame, left)
  const other = isLeft ? right : left
  if (!isLeft && !isRowNumber(frame, right)) return undefined
  if (other.kind !== 'number') return undefined
  const count = Number(other.text)
  const isBelow = operator === (isLeft ? '<' : '>')
  if (isBelow) return Math.ceil(count) - 1
  if (operator === (isLeft ? '<=' : '>=')) return Math.floor(count)
  return operator === '=' && count === 1 ? 1 : undefined
}

/** Extracts the conditions on ROWNUM from WHERE: they limit the number of rows, and are applied after ORDER BY. */
export function splitRowNumber(
  frame: Frame,
  where: Expression | undefined,
): { readonly where: Expression | undefined; readonly limit: number | undefined } {
  if (where === undefined) return { where, limit: undefined }
  const operands = where.kind === 'logical' && where.operator === 'AND' ? where.operands : [where]
  let limit: number | undefined
  const rest = operands.filter((operand) => {
    const count = limitOf(frame, operand)
    if (count !== undefined) limit = Math.max(0, Math.min(limit ?? count, count))
    return count === undefined
  })
  if (limit === undefined) return { where, limit }
  if (rest.length < 2) return { where: rest[0], limit }
  return { where: { kind: 'logical', operator: 'AND', operands: rest, position: where.position }, limit }
}

export function misplacedRowNumber(position: number): Fault {
  return new Fault(
    'invalid_sql',
    'ROWNUM can be used as ROWNUM <= n and in the select list. To skip rows, write OFFSET n at the end.',
    position,
  )
}
