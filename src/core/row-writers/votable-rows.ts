import { MIN_SCRATCH_BYTES } from '../../formats/byte-writer.ts'
import { writtenBytes } from '../../formats/json-writer.ts'
import type { OutputColumn } from '../../formats/row-encoder.ts'
import { VotableEncoder } from '../../formats/votable.ts'
import { writeText } from '../../formats/write-text.ts'
import type { PageColumn } from '../ports.ts'
import { bufferOver, Cells, MIN_NATIVE_COPY_BYTES, readCodes } from './cells.ts'
import type { SizeLines } from './rows-to-write.ts'
import { isPlainText } from './text-values.ts'

/** The bytes that differ in XML, and the backslash of an escape in JSON. */
const CHANGED = [...Buffer.from('&<>\\')]

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
const VALUE_BYTES = '<TD></TD>'.length
const NULL_BYTES = '<TD/>'.length

/** Start and end of a null cell: an end before the start, because an empty text is a value. */
const NULL_START = 1
const NULL_END = 0

/** A column to write. */
export interface VotableColumn {
  readonly page: PageColumn
  readonly isText: boolean
  readonly output: OutputColumn
}

/** Bytes that values are copied from. */
interface Fragments {
  readonly fragments: Uint8Array
  readonly view: DataView
  readonly native: Buffer
}

/** The values of a column as cells; `margin` bytes on each side of a value are not written. */
interface CellValues extends Fragments {
  readonly codes: PageColumn['codes']
  readonly distinct: number
  readonly offsets: PageColumn['offsets']
  readonly margin: number
}

function viewOver({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}

function bytesToCopy(fragments: Uint8Array): Fragments {
  return { fragments, view: viewOver(fragments), native: bufferOver(fragments) }
}

/**
 * The cells of a column that are written from the page file: numbers, and texts of ASCII without anything to escape. Undefined
 * for other columns, whose texts are escaped when they are written: escaping all of them in advance would take seconds.
 */
function readyValues({ page, isText, output }: VotableColumn): CellValues | undefined {
  if (isText && !(output.isAscii === true && isPlainText(page, CHANGED))) return undefined
  const { codes, distinct, offsets, fragments } = page
  return { codes, distinct, offsets, margin: isText ? 1 : 0, ...bytesToCopy(fragments) }
}

const SCRATCH = Buffer.allocUnsafe(MIN_SCRATCH_BYTES)

/** Writes the texts of rows, cells numbered from `first`; adds their lengths to the `places` of their rows. */
function escapeCells(
  { codes, distinct, offsets, fragments }: PageColumn,
  rows: Uint32Array,
  { starts, ends, places }: Cells,
  first: number,
  encoder: VotableEncoder,
): number {
  let bytes = 0
  for (let i = 0; i < rows.length; i++) {
    const code = codes[rows[i]!]!
    let length = NULL_BYTES
    if (code === distinct) {
      starts[first + i] = NULL_START
      ends[first + i] = NULL_END
    } else {
      const start = encoder.out.byteLength + '<TD>'.length
      writeText(encoder, fragments, offsets[code]!, offsets[code + 1]!)
      const end = encoder.out.byteLength - '</TD>'.length
      starts[first + i] = start
      ends[first + i] = end
      length = VALUE_BYTES + end - start
    }
    places[i]! += length
    bytes += length
  }
  return bytes
}

/** Finds the cells of one column, numbered from `first`; adds their lengths to the `places` of their rows. */
function findCells(
  { codes, distinct, offsets, fragments, margin }: CellValues,
  rows: Uint32Array,
  cells: Cells,
  first: number,
): number {
  const { starts, ends, places } = cells
  readCodes(codes, rows, starts, first)
  let bytes = 0
  let seen = 0
  for (let i = 0; i < rows.length; i++) {
    const code = starts[first + i]!
    let length = NULL_BYTES
    if (code === distinct) {
      starts[first + i] = NULL_START
      ends[first + i] = NULL_END
    } else {
      const start = offsets[code]! + margin
      const end = offsets[code + 1]! - margin
      starts[first + i] = start
      ends[first + i] = end
      length = VALUE_BYTES + end - start
      seen += fragments[start]!
    }
    places[i]! += length
    bytes += length
  }
  cells.seen = seen
  return bytes
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
export type VotableWriter = (columns: readonly VotableColumn[]) => SizeLines

export function createVotableWriter(): VotableWriter {
  const known = new Map<string, CellValues | undefined>()
  const cells = new Cells()
  const valuesOf = (column: VotableColumn): CellValues | undefined => {
    const { name } = column.output
    if (!known.has(name)) known.set(name, readyValues(column))
    return known.get(name)
  }
  return (columns) => {
    const ready = columns.map(valuesOf)
    return (rows) => {
      cells.makeRoom(rows.length, columns.length)
      const { places } = cells
      places.fill(ROW_BYTES, 0, rows.length)
      let bytes = ROW_BYTES * rows.length
      for (let i = 0; i < ready.length; i++) {
        const values = ready[i]
        if (values !== undefined) bytes += findCells(values, rows, cells, i * rows.length)
      }
      const texts = writtenBytes((out) => {
        const encoder = new VotableEncoder(out)
        for (let i = 0; i < ready.length; i++)
          if (ready[i] === undefined) bytes += escapeCells(columns[i]!.page, rows, cells, i * rows.length, encoder)
      }, SCRATCH)
      const escaped = bytesToCopy(texts)
      const chosen = ready.map((values) => values ?? escaped)
      return {
        bytes,
        write(out, at) {
          const view = viewOver(out)
          for (let i = 0, place = at; i < rows.length; i++) {
            const length = places[i]!
            view.setUint32(place, TR_START, true)
            places[i] = place + 4
            place += length
          }
          for (let i = 0; i < chosen.length; i++) writeCells(chosen[i]!, cells, i * rows.length, rows.length, out, view)
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
