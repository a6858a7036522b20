import { parseReference, webAddress } from '../../objects/reference.ts'
import type { Row } from '../../objects/values.ts'
import type { CitedReference } from '../citation/citation.ts'

/** The distinct references in the reference columns of rows. */
export function citedReferences(rows: readonly Row[]): readonly CitedReference[] {
  const cited = new Map<string, CitedReference>()
  for (const row of rows)
    for (const name in row) {
      const cell = row[name]
      if (typeof cell !== 'string' || !/(?:_refname|_reflink)$/.test(name) || cited.has(cell)) continue
      const { label, href } = parseReference(cell)
      const url = webAddress(href)
      if (label !== '') cited.set(cell, { label, ...(url === undefined ? {} : { url }) })
    }
  return [...cited.values()]
}
