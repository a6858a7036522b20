/** @jsxImportSource preact */
import { jsxTemplate } from 'preact/jsx-runtime'
import type { Value as Cell } from '../../core/answers/rows.ts'
import { parseReference } from '../../objects/reference.ts'

const NO_REFERENCE = 'no reference'

export interface ReferenceLinkProps {
  readonly html: Cell | undefined
  /** Index of the row among those of the object, from 0; identifies a row that does not name its reference. */
  readonly rowNumber?: number
}

/** A reference of the archive as markup: its name, as a link if the archive provides the URL of a web page. */
export function referenceMarkup({ html, rowNumber }: ReferenceLinkProps): string {
  if (typeof html !== 'string' || html.trim() === '')
    return `<span class="soft">${rowNumber === undefined ? '' : `row ${rowNumber + 1}, `}${NO_REFERENCE}</span>`
  const { label, address } = parseReference(html)
  const shown = `<bdi>${Bun.escapeHTML(label === '' ? (address ?? 'reference') : label)}</bdi>`
  return address === undefined ? shown : `<a href="${Bun.escapeHTML(address)}" rel="external noreferrer">${shown}</a>`
}

/** The same as an element. */
export function ReferenceLink(props: ReferenceLinkProps) {
  return jsxTemplate([referenceMarkup(props)])
}

/** The name of a reference as plain text. */
export function referenceLabel(html: Cell | undefined): string {
  if (typeof html !== 'string' || html.trim() === '') return NO_REFERENCE
  return parseReference(html).label || 'reference'
}
