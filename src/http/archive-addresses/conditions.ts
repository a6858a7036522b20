/** A condition in a parameter, and the number of characters of the parameter's value before it. */
export interface WhereCondition {
  readonly text: string
  readonly skipped: number
}

/** What matters for where a condition ends: strings, brackets, commas, and clauses that can contain commas of their own. */
const MARKS = /'(?:[^']|'')*'|[(),]|\b(?:order|group)\s+by\b/gi

/** The conditions of a `where` parameter, which the former API also separates by commas: `a>1,b<2`. Empty ones are left out. */
export function conditionsOf(where: string): readonly WhereCondition[] {
  const commas: number[] = []
  let depth = 0
  for (const { 0: mark, index } of where.matchAll(MARKS)) {
    if (mark === '(') depth += 1
    else if (mark === ')') depth -= 1
    else if (mark === ',' && depth === 0) commas.push(index)
    else if (/^[og]/i.test(mark) && depth === 0) return trimmed([{ text: where, skipped: 0 }])
  }
  const starts = [0, ...commas.map((comma) => comma + 1)]
  return trimmed(starts.map((start, i) => ({ text: where.slice(start, commas[i]), skipped: start })))
}

function trimmed(conditions: readonly WhereCondition[]): readonly WhereCondition[] {
  return conditions
    .map(({ text, skipped }) => ({ text: text.trim(), skipped: skipped + text.length - text.trimStart().length }))
    .filter(({ text }) => text !== '')
}
