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
