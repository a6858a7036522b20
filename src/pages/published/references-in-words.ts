import type { Row } from '../../objects/values.ts'
import { referenceLabel } from '../components/reference-link.tsx'

/** The number of references that rows name, as text: `3 references`, `2 references and 1 row that names none`. */
export function referencesInWords(rows: readonly Row[], column: string): string {
  const named = rows.filter((row) => typeof row[column] === 'string' && String(row[column]).trim() !== '')
  const unnamed = rows.length - named.length
  if (named.length === 0) return rows.length === 1 ? 'an unnamed reference' : 'unnamed references'
  const count = new Set(named.map((row) => referenceLabel(row[column]))).size
  const references = count === 1 ? 'one reference' : `${count} references`
  if (unnamed === 0) return references
  return `${references} and ${unnamed === 1 ? 'one row that names none' : `${unnamed} rows that name none`}`
}
