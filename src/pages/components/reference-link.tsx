/** @jsxImportSource preact */
import type { Value as Cell } from '../../core/answers/rows.ts'
import { parseReference, webAddress } from '../../objects/reference.ts'

const NO_REFERENCE = 'no reference'

export interface ReferenceLinkProps {
  readonly html: Cell | undefined
  /** Index of the row among those of the object, from 0; identifies a row that does not name its reference. */
  readonly rowNumber?: number
}

/** A reference of the archive: its name, as a link if the archive provides the URL of a web page. */
export function ReferenceLink({ html, rowNumber }: ReferenceLinkProps) {
  if (typeof html !== 'string' || html.trim() === '')
    return <span class="soft">{rowNumber === undefined ? NO_REFERENCE : `row ${rowNumber + 1}, ${NO_REFERENCE}`}</span>
  const { label, href } = parseReference(html)
  const address = webAddress(href)
  const shown = label === '' ? (address ?? 'reference') : label
  return address === undefined ? (
    <bdi>{shown}</bdi>
  ) : (
    <a href={address} rel="external noreferrer">
      <bdi>{shown}</bdi>
    </a>
  )
}

/** The name of a reference as plain text. */
export function referenceLabel(html: Cell | undefined): string {
  if (typeof html !== 'string' || html.trim() === '') return NO_REFERENCE
  return parseReference(html).label || 'reference'
}
