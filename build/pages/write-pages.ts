import { bytesBeforeHeader, writeHeader } from '../../src/files/file-header.ts'
import type { Column } from '../../src/format/column.ts'
import type { PageColumnHeader, PageFileHeader, ReadyRowsHeader } from '../../src/format/page-file.ts'
import { PAGE_FILE_MAGIC } from '../../src/format/page-file.ts'
import { DEFAULT_COLUMNS, isTableName } from '../../src/format/table.ts'
import type { ArchiveTable } from '../table/archive-table.ts'
import { orderByCode, type RankedCells, rankCells } from '../table/rank-cells.ts'
import { type EncodedColumn, encodeDefaultLines, encodeDefaultRows, type ReadyRows } from './default-rows.ts'

const ALIGNMENT = 8
const encoder = new TextEncoder()

/** Sections in file order, and the offset of each from the start of the first. */
class Sections {
  readonly chunks: Uint8Array[] = []
  #length = 0

  /** Appends a section and returns its offset. */
  add(section: Uint8Array | Uint16Array | Uint32Array): number {
    const offset = this.#length
    this.#push(new Uint8Array(section.buffer, section.byteOffset, section.byteLength))
    const rest = this.#length % ALIGNMENT
    if (rest > 0) this.#push(new Uint8Array(ALIGNMENT - rest))
    return offset
  }

  #push(chunk: Uint8Array): void {
    this.chunks.push(chunk)
    this.#length += chunk.byteLength
  }
}

function narrowCodes(codes: Uint32Array, distinct: number): Uint8Array | Uint16Array | Uint32Array {
  if (distinct <= 0xff) return Uint8Array.from(codes)
  return distinct <= 0xffff ? Uint16Array.from(codes) : codes
}

function encodeColumn({ name, type }: Column, ranked: RankedCells, sections: Sections): EncodedColumn {
  const { distinct, codes } = ranked
  const { order, starts } = orderByCode(ranked)
  const { offsets, bytes } = ranked.json()
  const narrow = narrowCodes(codes, distinct)
  const header: PageColumnHeader = {
    name,
    distinct,
    nonNull: starts[distinct]!,
    codeWidth: narrow.BYTES_PER_ELEMENT as 1 | 2 | 4,
    codes: sections.add(narrow),
    order: sections.add(order),
    starts: sections.add(starts),
    offsets: sections.add(offsets),
    fragments: sections.add(bytes),
    fragmentsBytes: bytes.byteLength,
  }
  return { header, isText: type === 'text', codes, offsets, fragments: bytes }
}

function readyWithBase({ offsets, bytes, bytesLength }: ReadyRowsHeader, base: number): ReadyRowsHeader {
  return { offsets: offsets + base, bytes: bytes + base, bytesLength }
}

function withBase(header: PageFileHeader, base: number): PageFileHeader {
  return {
    ...header,
    columns: header.columns.map((column) => ({
      ...column,
      codes: column.codes + base,
      order: column.order + base,
      starts: column.starts + base,
      offsets: column.offsets + base,
      fragments: column.fragments + base,
    })),
    defaultRows: { ...header.defaultRows, ...readyWithBase(header.defaultRows, base) },
    defaultLines: readyWithBase(header.defaultLines, base),
  }
}

/** Encodes magic bytes, header length and header, padded to the start of the first section. */
function encodePrefix(header: PageFileHeader): Uint8Array {
  const fixed = bytesBeforeHeader(PAGE_FILE_MAGIC)
  const align = (bytes: number) => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT
  let base = align(fixed)
  let json = encoder.encode(JSON.stringify(withBase(header, base)))
  // The offsets in the header depend on its own length: repeat until longer digits no longer move the first section.
  while (align(fixed + json.byteLength) > base) {
    base = align(fixed + json.byteLength)
    json = encoder.encode(JSON.stringify(withBase(header, base)))
  }
  const prefix = new Uint8Array(base)
  writeHeader(prefix, PAGE_FILE_MAGIC, json)
  return prefix
}

/** Returns the default columns that this table has, in their fixed order; none for a further table, which has no pages. */
export function defaultColumnsOf(table: ArchiveTable): readonly string[] {
  if (!isTableName(table.name)) return []
  const names = new Set(table.columns.map(({ name }) => name))
  return DEFAULT_COLUMNS[table.name].filter((name) => names.has(name))
}

/**
 * Encodes the page file of one table in snapshot order, as its consecutive parts (see format/page-file.ts). `onColumn` is
 * called with each column once it has been encoded, in ranks, which take the longest to compute.
 */
export function encodePageFile(
  table: ArchiveTable,
  onColumn: (index: number, ranked: RankedCells) => void = () => {},
): Uint8Array[] {
  const sections = new Sections()
  const defaults = new Map<string, EncodedColumn>()
  const defaultColumns = defaultColumnsOf(table)
  const headers: PageColumnHeader[] = []
  for (const [index, described] of table.columns.entries()) {
    const ranked = rankCells(table.cells[index]!)
    const column = encodeColumn(described, ranked, sections)
    headers.push(column.header)
    if (defaultColumns.includes(described.name)) defaults.set(described.name, column)
    onColumn(index, ranked)
  }
  const encoded = defaultColumns.map((name) => defaults.get(name)!)
  const ready = ({ offsets, bytes }: ReadyRows): ReadyRowsHeader => ({
    offsets: sections.add(offsets),
    bytes: sections.add(bytes),
    bytesLength: bytes.byteLength,
  })
  const prefix = encodePrefix({
    table: table.name,
    rows: table.rows,
    columns: headers,
    defaultRows: { columns: defaultColumns, ...ready(encodeDefaultRows(table.rows, encoded)) },
    defaultLines: ready(encodeDefaultLines(table.rows, encoded)),
  })
  return [prefix, ...sections.chunks]
}
