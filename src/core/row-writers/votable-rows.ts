import { TextTable } from '../../formats/json-texts.ts'
import { VotableEncoder } from '../../formats/votable.ts'
import { type CellFormat, createCellFinder, type SourceColumn } from './cell-finder.ts'
import { Cells, type Fragments, MIN_NATIVE_COPY_BYTES, viewOver } from './cells.ts'
import type { SizeLines } from './rows-to-write.ts'

/** The tags of rows and cells, in the parts in which they are written. */
const tag = (text: string): number => Buffer.from(text).readUInt32LE()
const TR_START = tag('<TR>')
const TR_END = tag('</TR')
const TD_START = tag('<TD>')
const TD_END = tag('</TD')
const TD_NULL = tag('<TD/')
const GREATER = 62
const LF = 10

const ROW_BYTES = '<TR></TR>\n'.length
const NULL_BYTES = '<TD/>'.length

const VALUE_BYTES = '<TD></TD>'.length
const CELLS: CellFormat = {
  texts: new TextTable({
    begin: (out) => new VotableEncoder(out),
    before: '<TD>'.length,
    after: '</TD>'.length,
  }),
  around: VALUE_BYTES,
  nullBytes: NULL_BYTES,
}

/** Writes the cells of one column into all rows, each at its own position, and advances the positions. */
function writeCells(
  { fragments, view: from, native }: Fragments,
  { starts, ends, places }: Cells,
  first: number,
  rows: number,
  out: Uint8Array,
  view: DataView,
): void {
  for (let i = 0; i < rows; i++) {
    let at = places[i]!
    let k = starts[first + i]!
    const end = ends[first + i]!
    if (end < k) {
      view.setUint32(at, TD_NULL, true)
      out[at + 4] = GREATER
      places[i] = at + NULL_BYTES
      continue
    }
    view.setUint32(at, TD_START, true)
    at += 4
    if (end - k > MIN_NATIVE_COPY_BYTES) {
      native.copy(out, at, k, end)
      at += end - k
    } else {
      for (; k + 4 <= end; k += 4, at += 4) view.setUint32(at, from.getUint32(k, true), true)
      for (; k < end; k++) out[at++] = fragments[k]!
    }
    view.setUint32(at, TD_END, true)
    out[at + 4] = GREATER
    places[i] = at + 5
  }
}

/** Creates writers of TABLEDATA rows of one table. */
export type VotableWriter = (columns: readonly SourceColumn[]) => SizeLines

export function createVotableWriter(): VotableWriter {
  const cells = new Cells()
  const finderOf = createCellFinder(CELLS, cells)
  return (columns) => {
    const find = finderOf(columns)
    return (rows) => {
      cells.makeRoom(rows.length, columns.length)
      const { places } = cells
      places.fill(ROW_BYTES, 0, rows.length)
      const { bytes, sources } = find(rows)
      return {
        bytes: bytes + ROW_BYTES * rows.length,
        write(out, at) {
          const view = viewOver(out)
          for (let i = 0, place = at; i < rows.length; i++) {
            const length = places[i]!
            view.setUint32(place, TR_START, true)
            places[i] = place + 4
            place += length
          }
          for (let i = 0; i < sources.length; i++)
            writeCells(sources[i]!, cells, i * rows.length, rows.length, out, view)
          for (let i = 0; i < rows.length; i++) {
            const place = places[i]!
            view.setUint32(place, TR_END, true)
            out[place + 4] = GREATER
            out[place + 5] = LF
          }
        },
      }
    }
  }
}
