/** @jsxImportSource preact */
import type { Value as Cell } from '../../core/answers/rows.ts'
import { parseReference, webAddress } from '../../objects/reference.ts'

/** A reference of the archive: its name, as a link where the archive gives the address of a web page. */
export function ReferenceLink({ html }: { readonly html: Cell | undefined }) {
  if (typeof html !== 'string' || html.trim() === '') return <span class="soft">no reference</span>
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

/** The name of a reference, as plain text. */
export function referenceLabel(html: Cell | undefined): string {
  if (typeof html !== 'string' || html.trim() === '') return 'no reference'
  return parseReference(html).label || 'reference'
}
