import { COLUMN_TYPES, type DataType } from '../../format/column.ts'
import type { Manifest } from '../../format/manifest.ts'
import { encodeValues } from '../../formats/encode-values.ts'
import { FORMATS, type FormatName } from '../../formats/formats.ts'
import type { OutputColumn } from '../../formats/row-encoder.ts'
import type { Answer } from './catalog.ts'

/** A list, a schema or an insight as rows. */
export interface Tabular {
  /** The name of the file and the title of the table, without an extension. */
  readonly name: string
  /** The request in readable form. */
  readonly query: string
  readonly columns: readonly OutputColumn[]
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}

/** A response in a format other than JSON. `read` returns its rows when they are needed. */
export function tabularAnswer(
  { snapshotId, source }: Pick<Manifest, 'snapshotId' | 'source'>,
  key: string,
  name: string,
  format: Exclude<FormatName, 'json'>,
  read: () => Omit<Tabular, 'name'>,
): Answer {
  const { mediaType, extension } = FORMATS[format]
  return {
    snapshotId,
    key: `${key}|${format}`,
    mediaType,
    filename: `${name}.${extension}`,
    body() {
      const { query, columns, rows } = read()
      const values = rows.map((row) => columns.map((column) => row[column.name]))
      return encodeValues(format, columns, values, { title: name, query, snapshotId, source })
    },
  }
}

/** A JSON response as an attachment. */
export function asDownload(answer: Answer, name: string): Answer {
  return { ...answer, key: `${answer.key}|+`, filename: `${name}.json` }
}

/** The rows of a finished JSON body. */
export function rowsOf(json: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(json))
}

/** A result column, from its description in the JSON. */
export function outputColumn(info: {
  readonly name: string
  readonly data_type?: DataType
  readonly unit?: string
  readonly description?: string
}): OutputColumn {
  return {
    name: info.name,
    ...(info.data_type === undefined ? {} : { type: COLUMN_TYPES[info.data_type] }),
    ...(info.unit === undefined ? {} : { unit: info.unit }),
    ...(info.description === undefined ? {} : { description: info.description }),
  }
}
