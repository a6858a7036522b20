import type { ColumnType } from '../format/column.ts'
import { voUnit } from '../units/vo-units.ts'
import { spellingsOf, stopsAt } from './byte-writer.ts'
import { type Field, type FieldDatatype, fieldXml } from './field.ts'
import type { JsonWriter } from './json-writer.ts'
import { wellFormed } from './json-writer.ts'
import type { OutputColumn, OutputFacts, RowEncoder } from './row-encoder.ts'
import { XML_DECLARATION, xmlText } from './xml.ts'

const DATATYPES = {
  text: 'char',
  real: 'double',
  integer: 'long',
} as const satisfies Record<ColumnType, FieldDatatype>

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
const TR_START = encode('<TR>')
const TR_END = encode('</TR>\n')
const TD_START = encode('<TD>')
const TD_END = encode('</TD>')
const TD_NULL = encode('<TD/>')
/** What is escaped, or at least must be looked at: markup and control characters. */
const STOPS = stopsAt('&<>').fill(1, 0, 32)
const AMPERSAND = 38
const LESS = 60
const GREATER = 62
/** What `xmlText` writes for the characters that it escapes in ASCII text without control characters. */
const ENTITIES = spellingsOf(Object.fromEntries(Array.from('&<>"', (character) => [character, xmlText(character)])))

/**
 * The FIELD of a column; a column of unknown type contains text. The unit is written in VOUnits; a unit without a VOUnit is added to
 * the description.
 */
function fieldOf(column: OutputColumn, type: ColumnType, isAscii: boolean): Field {
  const { name, ucd } = column
  const datatype = type === 'text' && !isAscii ? 'unicodeChar' : DATATYPES[type]
  const arraysize = type === 'text' ? '*' : undefined
  const { unit, archiveSpelling } =
    column.voUnit === undefined ? voUnit(column.unit, name) : { unit: column.voUnit, archiveSpelling: undefined }
  const otherUnit = unit === undefined && archiveSpelling !== undefined ? ` (unit: ${archiveSpelling})` : ''
  const description = `${column.description ?? ''}${otherUnit}`.trim()
  return { name, datatype, arraysize, unit, ucd, description: description === '' ? undefined : description }
}

/** An INFO element; `name` needs no escape. */
export function infoXml(name: string, value: string, text = ''): string {
  return `<INFO name="${name}" value="${xmlText(value)}"${text === '' ? '/>' : `>${xmlText(text)}</INFO>`}\n`
}

/** The beginning of every document. */
const DOCUMENT_START = `${XML_DECLARATION}<VOTABLE version="1.4" xmlns="http://www.ivoa.net/xml/VOTable/v1.3">
<RESOURCE type="results">
`
const DOCUMENT_END = '</RESOURCE>\n</VOTABLE>\n'

/** The part before the data; `warnings` are INFO elements, `fields` FIELD elements. */
export function documentHead(
  { title, query, snapshotId, source }: OutputFacts,
  warnings: readonly string[],
  fields: readonly string[],
): string {
  return [
    DOCUMENT_START,
    infoXml('QUERY_STATUS', 'OK'),
    infoXml('QUERY', query),
    infoXml('SNAPSHOT', snapshotId),
    infoXml('SOURCE', source),
    ...warnings,
    `<TABLE name="${xmlText(title)}">\n`,
    ...fields,
  ].join('')
}

/** The part after the data; `isCut`: true if the rows end at a limit before the result does. */
export function documentTail(isCut: boolean): string {
  const overflow = isCut ? infoXml('QUERY_STATUS', 'OVERFLOW', 'The result has more rows than the limit.') : ''
  return `</TABLE>\n${overflow}${DOCUMENT_END}`
}

/** The document for a query that has no result. */
export function errorDocument(message: string): string {
  return `${DOCUMENT_START}${infoXml('QUERY_STATUS', 'ERROR', message)}${DOCUMENT_END}`
}

/**
 * VOTable 1.4 with TABLEDATA. A FIELD precedes the rows, but the type of a computed column is only known after them: such a
 * document is written from `<TABLEDATA>` on, and `headXml` returns the part before it.
 */
export class VotableEncoder implements RowEncoder {
  #facts: OutputFacts | undefined
  #columns: readonly OutputColumn[] = []
  #column = 0
  /** Value types that occurred in each column: bits of SEEN. */
  #seen: Uint8Array = new Uint8Array(0)

  /** `isHeadLast`: the head is not written; the caller gets it from `headXml` after the rows. */
  constructor(
    readonly out: JsonWriter,
    readonly isHeadLast = false,
  ) {}

  head(columns: readonly OutputColumn[], facts: OutputFacts): void {
    this.#columns = columns
    this.#facts = facts
    this.#seen = new Uint8Array(columns.length)
    if (!this.isHeadLast) this.out.utf8(this.headXml())
  }

  /** Everything before the first row. */
  headXml(): string {
    const { warnings = [] } = this.#facts!
    const fields = this.#columns.map((column, i) => {
      const seen = this.#seen[i]!
      const isAscii = column.isAscii ?? (this.isHeadLast && (seen & SEEN.unicode) === 0)
      return fieldXml(fieldOf(column, typeOf(column.type, seen), isAscii), i)
    })
    const told = warnings.map(({ code, message }) => infoXml('WARNING', code, message))
    return `${documentHead(this.#facts!, told, fields)}<DATA><TABLEDATA>\n`
  }

  startRow(): void {
    this.#column = 0
    this.out.bytes(TR_START)
  }

  nullCell(): void {
    this.#column++
    this.out.bytes(TD_NULL)
  }

  digitsCell(from: Uint8Array, start: number, end: number): void {
    this.#seen[this.#column++]! |= SEEN.integer
    this.out.bytes(TD_START)
    this.out.part(from, start, end)
    this.out.bytes(TD_END)
  }

  realCell(value: number): void {
    this.#seen[this.#column++]! |= SEEN.real
    this.out.bytes(TD_START)
    this.out.number(value)
    this.out.bytes(TD_END)
  }

  integerCell(value: number): void {
    this.#seen[this.#column++]! |= SEEN.integer
    this.out.bytes(TD_START)
    this.out.integer(value)
    this.out.bytes(TD_END)
  }

  textCell(from: Uint8Array, start: number, end: number): void {
    const { out } = this
    out.bytes(TD_START)
    if (out.partWithout(STOPS, from, start, end)) {
      this.#seen[this.#column++]! |= SEEN.text
      out.bytes(TD_END)
      return
    }
    let isPlain = true
    let isAscii = true
    let hasControls = false
    for (let i = start; i < end; i++) {
      const byte = from[i]!
      if (byte < 32) hasControls = true
      else if (byte === AMPERSAND || byte === LESS || byte === GREATER) isPlain = false
      else if (byte >= 128) isAscii = false
    }
    this.#seen[this.#column++]! |= isAscii ? SEEN.text : SEEN.text | SEEN.unicode
    if (isAscii && !hasControls)
      if (isPlain) out.part(from, start, end)
      else out.partSpelled(ENTITIES, from, start, end)
    else out.utf8(xmlText(Buffer.from(wellFormed(from.subarray(start, end))).toString()))
    out.bytes(TD_END)
  }

  endRow(): void {
    this.out.bytes(TR_END)
  }

  tail(isCut: boolean): void {
    this.out.ascii(`</TABLEDATA></DATA>\n${documentTail(isCut)}`)
  }
}

const SEEN = { integer: 1, real: 2, text: 4, unicode: 8 } as const

/** The type of a column: the declared type, unless some value does not fit it. */
function typeOf(said: ColumnType | undefined, seen: number): ColumnType {
  if (said === undefined || (seen & SEEN.text) !== 0) return seenType(seen)
  if (seen === 0 || said === 'real') return said
  return seenType(seen)
}

/** The type that fits every value of a column; text if there are no values. */
function seenType(seen: number): ColumnType {
  if ((seen & SEEN.text) !== 0 || seen === 0) return 'text'
  return (seen & SEEN.real) !== 0 ? 'real' : 'integer'
}
