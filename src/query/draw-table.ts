/** A value of a result, from its JSON. */
export type Cell = string | number | null

/** Maximum column width, in terminal cells; longer texts are truncated with an ellipsis. */
const MAX_WIDTH = 60

const GAP = '  '

function shown(cell: Cell | undefined): string {
  const text = cell === null || cell === undefined ? '' : String(cell)
  const line = text.replace(/\s+/g, ' ')
  if (Bun.stringWidth(line) <= MAX_WIDTH) return line
  let cut = line
  while (Bun.stringWidth(cut) >= MAX_WIDTH) cut = cut.slice(0, -1).replace(/[\ud800-\udbff]$/, '')
  return `${cut}…`
}

/**
 * Rows with aligned columns: numbers to the right, text to the left, null as an empty cell. Widths are in terminal cells,
 * of which a wide character takes two.
 *
 * Implemented here because the table packages draw frames and colors, and `Bun.inspect.table` numbers the rows and quotes
 * texts.
 */
export function drawTable(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const texts = rows.map((row) => columns.map((_, i) => shown(row[i])))
  const isNumeric = columns.map(
    (_, i) =>
      rows.some((row) => typeof row[i] === 'number') &&
      rows.every((row) => row[i] === null || typeof row[i] === 'number'),
  )
  const widths = columns.map((name, i) =>
    texts.reduce((width, row) => Math.max(width, Bun.stringWidth(row[i]!)), Bun.stringWidth(name)),
  )
  const line = (cells: readonly string[]): string =>
    cells
      .map((text, i) => {
        const blanks = ' '.repeat(widths[i]! - Bun.stringWidth(text))
        return isNumeric[i] ? blanks + text : text + blanks
      })
      .join(GAP)
      .trimEnd()
  return `${[line(columns), line(widths.map((width) => '-'.repeat(width))), ...texts.map(line)].join('\n')}\n`
}
