import type { PageColumn, PageTable, ReadyRows } from '../core/ports.ts'
import { readHeader } from '../files/file-header.ts'
import {
  PAGE_FILE_MAGIC,
  type PageColumnHeader,
  type PageFileHeader,
  type ReadyRowsHeader,
} from '../format/page-file.ts'
import { SnapshotError } from './snapshot-error.ts'

/** Views of the sections of one mapped page file; nothing is copied. */
class Sections {
  constructor(
    readonly file: Uint8Array<ArrayBuffer>,
    readonly path: string,
  ) {}

  #check(offset: number, bytes: number, width: number): number {
    if (!Number.isSafeInteger(offset) || offset < 0 || offset % width !== 0 || offset + bytes > this.file.byteLength)
      throw new SnapshotError(`Page file ${this.path} names a section that is not inside it.`)
    return this.file.byteOffset + offset
  }

  bytes(offset: number, length: number): Uint8Array {
    return new Uint8Array(this.file.buffer, this.#check(offset, length, 1), length)
  }

  words(offset: number, length: number): Uint32Array {
    return new Uint32Array(this.file.buffer, this.#check(offset, length * 4, 4), length)
  }

  codes(offset: number, length: number, width: 1 | 2 | 4): Uint8Array | Uint16Array | Uint32Array {
    if (width === 1) return this.bytes(offset, length)
    if (width === 4) return this.words(offset, length)
    return new Uint16Array(this.file.buffer, this.#check(offset, length * 2, 2), length)
  }
}

function pageColumn(sections: Sections, rows: number, header: PageColumnHeader): PageColumn {
  return {
    name: header.name,
    distinct: header.distinct,
    nonNull: header.nonNull,
    codes: sections.codes(header.codes, rows, header.codeWidth),
    order: sections.words(header.order, rows),
    starts: sections.words(header.starts, header.distinct + 2),
    offsets: sections.words(header.offsets, header.distinct + 2),
    fragments: sections.bytes(header.fragments, header.fragmentsBytes),
  }
}

function readyRows(sections: Sections, rows: number, header: ReadyRowsHeader): ReadyRows {
  return {
    offsets: sections.words(header.offsets, rows + 1),
    bytes: sections.bytes(header.bytes, header.bytesLength),
  }
}

/** The table of a page file, with arrays that are views of `file`; `path` is for messages. */
export function pageTable(name: string, file: Uint8Array<ArrayBuffer>, path: string): PageTable {
  const header = readHeader<PageFileHeader>(
    file,
    PAGE_FILE_MAGIC,
    (reason, options) => new SnapshotError(`Page file ${path} ${reason}.`, options),
  )
  if (header.table !== name)
    throw new SnapshotError(`Page file ${path} contains table "${header.table}", not "${name}".`)
  const sections = new Sections(file, path)
  const { rows, defaultRows, defaultLines } = header
  return {
    name,
    rows,
    columns: new Map(header.columns.map((column) => [column.name, pageColumn(sections, rows, column)])),
    defaultRows: { columns: defaultRows.columns, ...readyRows(sections, rows, defaultRows) },
    defaultLines: readyRows(sections, rows, defaultLines),
  }
}
