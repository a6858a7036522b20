import { type ReferenceLinkProps, referenceMarkup } from '../components/reference-link.tsx'

export interface RowStartProps extends Required<ReferenceLinkProps> {
  /** The archive's default row. */
  readonly chosen: number | undefined
}

/** The start of a table row about one reference, as markup: the tag of the row, and the cell that names the reference. */
export function rowStart({ html, rowNumber, chosen }: RowStartProps): string {
  const isChosen = rowNumber === chosen
  const badge = isChosen ? '<span class="badge">default</span>' : ''
  return `<tr${isChosen ? ' class="chosen"' : ''}><th scope="row">${referenceMarkup({ html, rowNumber })}${badge}</th>`
}
