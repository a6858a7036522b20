import type { Column } from '../../format/column.ts'
import type { Row } from '../../objects/values.ts'
import { hostPath, planetPath } from '../components/addresses.ts'
import { referenceMarkup } from '../components/reference-link.tsx'
import { textMarkup, valueMarkup } from '../components/value.tsx'
import type { Site } from '../frame/site.ts'

export interface CellProps {
  readonly column: Column
  readonly row: Row
  readonly rowNumber: number
}

/**
 * The content of a table cell as markup: a name as a link to its page, a reference as a link to the publication, a number with
 * its uncertainties.
 */
export function cellMarkup({ column, row, rowNumber }: CellProps, href: Site['href']): string {
  const { name, type } = column
  const value = row[name] ?? null
  if (value !== null && (name === 'pl_name' || name === 'hostname')) {
    const path = name === 'pl_name' ? planetPath(String(value)) : hostPath(String(value))
    return `<a href="${Bun.escapeHTML(href(path))}">${textMarkup({ row, column: name, rowNumber })}</a>`
  }
  if (value !== null && /(?:_refname|_reflink)$/.test(name)) return referenceMarkup({ html: value })
  return (type === 'text' ? textMarkup : valueMarkup)({ row, column: name, rowNumber })
}
