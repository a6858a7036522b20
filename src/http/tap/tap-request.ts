import { CatalogError } from '../../core/errors.ts'
import { invalidValue } from '../../core/parameters.ts'
import { isDecimal } from '../../core/text/decimal.ts'
import { alternatives, mustBe } from '../../core/text/quote-for-message.ts'
import type { VoFormat } from '../../formats/vo/vo-output.ts'
import type { TapParameters } from './parameters.ts'

/** Maximum number of rows in a response. */
export const MAX_ROWS = 1_000_000

/** A parsed request to `/sync`. */
export interface TapQuery {
  readonly query: string
  readonly format: VoFormat
  readonly maxRows: number
}

/** Formats by the names that request them, in lower case and without blanks. */
const FORMATS: ReadonlyMap<string, VoFormat> = new Map<string, VoFormat>([
  ['votable', 'binary2'],
  ['votable/b2', 'binary2'],
  ['votable/td', 'tabledata'],
  ['application/x-votable+xml', 'binary2'],
  ['application/x-votable+xml;serialization=binary2', 'binary2'],
  ['application/x-votable+xml;serialization=tabledata', 'tabledata'],
  ['text/xml', 'xml'],
  ['application/xml', 'xml'],
  ['xml', 'xml'],
  ['csv', 'csv'],
  ['text/csv', 'csv'],
  ['text/csv;header=present', 'csv'],
  ['tsv', 'tsv'],
  ['text/tab-separated-values', 'tsv'],
  ['json', 'json'],
  ['application/json', 'json'],
  ['ipac', 'ipac'],
  ['text/plain', 'ipac'],
])
const FORMAT_NAMES = ['votable', 'votable/td', 'csv', 'tsv', 'json', 'ipac']
const LANGUAGES = ['ADQL', 'ADQL-2.0', 'ADQL-2.1']

/** Reads the parameters of a query; those without a meaning here are ignored. */
export function readTapQuery(parameters: TapParameters): TapQuery {
  const request = single(parameters, 'REQUEST')
  if (request !== undefined && request.toLowerCase() !== 'doquery') throw notOneOf('REQUEST', request, ['doQuery'])
  const language = single(parameters, 'LANG')
  if (language !== undefined && !LANGUAGES.includes(language.toUpperCase())) throw notOneOf('LANG', language, LANGUAGES)
  if (single(parameters, 'UPLOAD') !== undefined)
    throw new CatalogError('invalid_parameter', 'Tables cannot be uploaded: leave out "UPLOAD".', {
      parameter: 'UPLOAD',
    })
  const query = single(parameters, 'QUERY')
  if (query === undefined)
    throw new CatalogError('missing_parameter', 'The parameter "QUERY" is missing: it holds the query in ADQL.', {
      parameter: 'QUERY',
    })
  return { query, format: readFormat(parameters), maxRows: readMaxRows(single(parameters, 'MAXREC')) }
}

/** The value of a parameter; an empty one counts as absent. */
export function single(parameters: TapParameters, name: string): string | undefined {
  const values = new Set((parameters.get(name) ?? []).filter((value) => value.trim() !== ''))
  if (values.size > 1)
    throw new CatalogError('repeated_parameter', `The parameter "${name}" has several values; specify one.`, {
      parameter: name,
    })
  const [value] = values
  return name === 'QUERY' ? value : value?.trim()
}

function notOneOf(name: string, value: string, allowed: readonly string[]): CatalogError {
  return new CatalogError('invalid_parameter', mustBe(name, alternatives(allowed), value), {
    parameter: name,
    suggestions: allowed,
  })
}

/** The format of the response; `otherwise` if none is named. An error lists `names`. */
export function readFormat(
  parameters: TapParameters,
  otherwise: VoFormat = 'binary2',
  names: readonly string[] = FORMAT_NAMES,
): VoFormat {
  const name = parameters.has('RESPONSEFORMAT') ? 'RESPONSEFORMAT' : 'FORMAT'
  const value = single(parameters, name)
  if (value === undefined) return otherwise
  const plain = value.toLowerCase().replaceAll(/[\s"]+/g, '')
  // An unencoded `+` has become a blank; the character set is always UTF-8.
  const spelled = plain.replace('x-votablexml', 'x-votable+xml').replace(/;charset=[\w-]+/, '')
  const format = FORMATS.get(spelled)
  if (format === undefined) throw notOneOf(name, value, names)
  return format
}

/** The maximum number of rows. As in the archive's service, a negative number is no limit, and a fraction is cut off. */
export function readMaxRows(value: string | undefined): number {
  if (value === undefined) return MAX_ROWS
  if (!isDecimal(value)) throw invalidValue('MAXREC', 'a number of rows', value)
  const rows = Number(value)
  return rows < 0 ? MAX_ROWS : Math.min(Math.trunc(rows), MAX_ROWS)
}
