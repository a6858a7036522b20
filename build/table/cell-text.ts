import { type Cells, NULL_CODE } from './archive-table.ts'

/**
 * Formats number cells as in JSON: the shortest text that parses to the same double, wide integers with all digits; null if the
 * cell is null.
 */
function numberText(cells: Exclude<Cells, { kind: 'text' }>, row: number): string | null {
  const value = cells.values[row]!
  if (Number.isNaN(value)) return null
  if (cells.kind === 'integer' && !Number.isSafeInteger(value)) {
    const wide = cells.wide.get(row)
    if (wide !== undefined) return wide.toString()
  }
  return String(value)
}

/** Returns a text cell unchanged; null if the cell is null. */
function textValue(cells: Extract<Cells, { kind: 'text' }>, row: number): string | null {
  const code = cells.codes[row]!
  return code === NULL_CODE ? null : cells.values[code]!
}

/** Returns any cell as plain text, numbers as in JSON; null if the cell is null. */
export function cellText(cells: Cells, row: number): string | null {
  return cells.kind === 'text' ? textValue(cells, row) : numberText(cells, row)
}

/** Renders one cell of a column, given its row. */
export type CellRenderer = (row: number) => string

/**
 * Creates a renderer that writes `prefix` and then the cell; `ofNull` is written for a null. `encode` is applied once to each
 * distinct text, not once per cell.
 */
export function cellRenderer(
  cells: Cells,
  prefix: string,
  ofNull: string,
  encode: (text: string) => string,
): CellRenderer {
  const nullText = prefix + ofNull
  if (cells.kind === 'text') {
    const { codes } = cells
    const texts = cells.values.map((value) => prefix + encode(value))
    return (row) => {
      const code = codes[row]!
      return code === NULL_CODE ? nullText : texts[code]!
    }
  }
  return (row) => {
    const text = numberText(cells, row)
    return text === null ? nullText : prefix + text
  }
}
