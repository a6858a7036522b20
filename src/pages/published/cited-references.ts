import { parseReference } from '../../objects/reference.ts'
import type { Row } from '../../objects/values.ts'
import type { CitedReference } from '../citation/citation.ts'

/** The distinct references in the reference columns of rows, which all have the same columns. */
export function citedReferences(rows: readonly Row[]): readonly CitedReference[] {
  const columns = Object.keys(rows[0] ?? {}).filter((name) => /(?:_refname|_reflink)$/.test(name))
  const cited = new Map<string, CitedReference>()
  for (const row of rows)
    for (const name of columns) {
      const cell = row[name]
      if (typeof cell !== 'string' || cited.has(cell)) continue
      const { label, address } = parseReference(cell)
      if (label !== '') cited.set(cell, { label, ...(address === undefined ? {} : { url: address }) })
    }
  return [...cited.values()]
}
