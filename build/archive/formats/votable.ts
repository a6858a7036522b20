import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { ArchiveError } from '../archive.ts'
import { batchOfRows } from '../cells/cell-batch.ts'
import type { ColumnFacts, FileFacts, TableSink } from '../cells/table-sink.ts'
import { textAt } from '../text/number-bytes.ts'
import { checkHeaderNames, shorten } from './header-names.ts'

const BATCH_ROWS = 512
const BLANK = /^[ \t\r\n]*$/

/** The parts of a table's data, each with the only element that it can contain; a cell contains only text. */
const ROW_PARTS: ReadonlyMap<string, string> = new Map([
  ['TABLEDATA', 'TR'],
  ['TR', 'TD'],
  ['TD', ''],
])

interface Field {
  readonly name: string
  readonly line: number
  readonly datatype: string
  readonly unit: string
  description: string
  /** The texts that stand for null: each VALUES element of a field can define one. */
  readonly nullTexts: string[]
}

/**
 * Reads a VOTable document with one table in the TABLEDATA serialization into `sink`. Everything else that VOTable allows (binary
 * data, several tables, arrays) and every error that a service reports is rejected by name.
 */
export async function readVotable(
  file: string,
  chunks: AsyncIterable<Uint8Array>,
  sink: TableSink,
): Promise<FileFacts> {
  const reader = new VotableReader(file, sink)
  for await (const chunk of chunks) reader.write(textAt(chunk, 0, chunk.length))
  return reader.end()
}

class VotableReader {
  readonly #parser = new SaxesParser<{ xmlns: false }>({ xmlns: false })
  readonly #path: string[] = []
  readonly #fields: Field[] = []
  /** Text of the current element, if it is needed. */
  #text: string | undefined
  #hasTable = false
  #hasBegun = false
  #statusMessage: { readonly status: string; readonly line: number } | undefined
  #row: string[] = []
  #rowLine = 0
  #rows: string[][] = []
  #lines: number[] = []

  constructor(
    readonly file: string,
    readonly sink: TableSink,
  ) {
    this.#parser.on('error', (error) => {
      throw this.#error(`this is not well-formed XML: ${error.message.replace(/^\d+:\d+: /, '')}`)
    })
    this.#parser.on('xmldecl', ({ encoding }) => {
      if (encoding !== undefined && !/^(utf-8|us-ascii)$/i.test(encoding))
        throw this.#error(`the document declares the encoding ${encoding}; only UTF-8 is read.`, encoding)
    })
    this.#parser.on('opentag', (tag) => this.#open(tag))
    this.#parser.on('closetag', (tag) => this.#close(localName(tag.name)))
    this.#parser.on('text', (text) => this.#addText(text))
    this.#parser.on('cdata', (text) => this.#addText(text))
  }

  write(text: string): void {
    this.#parser.write(text)
  }

  end(): FileFacts {
    const lastLine = this.#parser.line
    this.#parser.close()
    if (!this.#hasBegun) throw this.#errorAt(lastLine, 'the document holds no table with TABLEDATA.')
    return {}
  }

  #addText(text: string): void {
    if (this.#text !== undefined) this.#text += text
    else if (ROW_PARTS.has(this.#path.at(-1)!) && !BLANK.test(text)) {
      const stray = shorten(text.trim())
      throw this.#error(`there is text between cells: ${stray}`, stray)
    }
  }

  #open(tag: SaxesTagPlain): void {
    const name = localName(tag.name)
    const parent = this.#path.at(-1)
    if (parent === undefined && name !== 'VOTABLE')
      throw this.#error(`the document is ${name}, not VOTABLE: a service may have returned a web page.`, name)
    const expected = ROW_PARTS.get(parent ?? '')
    if (expected !== undefined && name !== expected)
      throw this.#error(`${parent} holds ${name}; markup in a cell must be escaped (&lt;).`, name)
    this.#path.push(name)
    const attributes = tag.attributes
    switch (name) {
      case 'INFO':
        if (attributes.name === 'QUERY_STATUS' && attributes.value !== undefined && attributes.value !== 'OK') {
          this.#statusMessage = { status: attributes.value, line: this.#parser.line }
          this.#text = ''
        }
        break
      case 'TABLE':
        if (this.#hasTable) throw this.#error('the document holds a second table; only one is read.')
        this.#hasTable = true
        break
      case 'FIELD':
        if (parent === 'TABLE') this.#addField(attributes)
        break
      case 'VALUES':
        if (parent === 'FIELD' && attributes.null !== undefined) this.#fields.at(-1)!.nullTexts.push(attributes.null)
        break
      case 'DESCRIPTION':
        if (parent === 'FIELD') this.#text = ''
        break
      case 'BINARY':
      case 'BINARY2':
      case 'FITS':
      case 'PARQUET':
        throw this.#error(`the table is serialized as ${name}; only TABLEDATA is read.`, name)
      case 'TABLEDATA':
        if (this.#hasBegun) throw this.#error('the table has a second TABLEDATA; only one is read.')
        this.#begin()
        break
      case 'TR':
        this.#row = []
        this.#rowLine = this.#parser.line
        break
      case 'TD':
        if (attributes.encoding !== undefined)
          throw this.#error(`a cell is encoded as ${attributes.encoding}, which is not read.`, attributes.encoding)
        this.#text = ''
    }
  }

  #addField(attributes: Readonly<Record<string, string>>): void {
    const name = attributes.name ?? attributes.ID ?? ''
    const datatype = attributes.datatype ?? ''
    const { arraysize } = attributes
    const isText = datatype === 'char' || datatype === 'unicodeChar'
    if (arraysize !== undefined && (isText ? arraysize.includes('x') : arraysize !== '1'))
      throw this.#error(
        `the column ${name} holds arrays (arraysize ${arraysize}), which a table cannot hold.`,
        arraysize,
        name,
      )
    const { unit = '' } = attributes
    this.#fields.push({ name, line: this.#parser.line, datatype, unit, description: '', nullTexts: [] })
  }

  #begin(): void {
    const line = this.#fields[0]?.line ?? this.#parser.line
    if (this.#fields.length === 0) throw this.#error('the table has no FIELD.')
    const names = this.#fields.map(({ name }) => name)
    checkHeaderNames(this.file, line, names)
    const metadata = new Map<string, ColumnFacts>()
    for (const field of this.#fields)
      metadata.set(field.name, {
        ...(field.description === '' ? {} : { description: field.description }),
        ...(field.unit === '' ? {} : { unit: field.unit }),
        ...(field.datatype === '' ? {} : { datatype: field.datatype }),
        declaredAt: { file: this.file, line: field.line },
      })
    this.#hasBegun = true
    this.sink.begin({ names, metadata, line })
  }

  #close(name: string): void {
    this.#path.pop()
    const parent = this.#path.at(-1)
    if (name === 'TD') {
      const field = this.#fields[this.#row.length]
      this.#row.push(field === undefined ? this.#text! : cellText(field, this.#text!))
      this.#text = undefined
    } else if (name === 'TR') this.#endRow()
    else if (name === 'TABLEDATA') this.#flush()
    else if (name === 'DESCRIPTION' && parent === 'FIELD') {
      this.#fields.at(-1)!.description = this.#text!.trim()
      this.#text = undefined
    } else if (name === 'INFO' && this.#statusMessage !== undefined) {
      const { status, line } = this.#statusMessage
      const message = shorten(this.#text!.trim().replace(/\s+/g, ' ')) || 'no reason is given'
      throw this.#errorAt(line, `the archive's service reports QUERY_STATUS=${status}: ${message}`, status)
    }
  }

  #endRow(): void {
    const width = this.#fields.length
    if (this.#row.length !== width) {
      this.#flush()
      const cells = this.#row.length === 1 ? '1 cell' : `${this.#row.length} cells`
      const value = shorten(this.#row.join(','))
      throw this.#errorAt(this.#rowLine, `the row has ${cells}, but the table has ${width} columns: ${value}`, value)
    }
    this.#rows.push(this.#row)
    this.#lines.push(this.#rowLine)
    if (this.#rows.length === BATCH_ROWS) this.#flush()
  }

  #flush(): void {
    const [rows, lines] = [this.#rows, this.#lines]
    this.#rows = []
    this.#lines = []
    if (rows.length > 0) this.sink.add(batchOfRows(rows, this.#fields.length, lines))
  }

  #error(reason: string, value?: string, column?: string): ArchiveError {
    return this.#errorAt(this.#parser.line, reason, value, column)
  }

  #errorAt(line: number, reason: string, value?: string, column?: string): ArchiveError {
    return new ArchiveError(`${this.file}, line ${line}: ${reason}`, {
      file: this.file,
      line,
      ...(value === undefined ? {} : { value }),
      ...(column === undefined ? {} : { column }),
    })
  }
}

/** Converts a cell for the sink: null becomes empty. VOTable's null of a floating-point field is NaN, or the text in VALUES. */
function cellText(field: Field, text: string): string {
  if (field.nullTexts.includes(text.trim())) return ''
  if ((field.datatype === 'double' || field.datatype === 'float') && text.trim() === 'NaN') return ''
  return BLANK.test(text) && field.datatype !== 'char' && field.datatype !== 'unicodeChar' ? '' : text
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
