import { CatalogError } from '../../core/errors.ts'
import { invalidValue } from '../../core/parameters.ts'
import type { VoFormat } from '../../formats/vo/vo-output.ts'
import type { TapParameters } from '../tap/parameters.ts'
import { readFormat, readMaxRows, single, type TapQuery } from '../tap/tap-request.ts'
import { conditionsOf } from './conditions.ts'

/** Formats that only this API has, in addition to those of table access. */
const FORMATS: ReadonlyMap<string, VoFormat> = new Map([
  ['ascii', 'ipac'],
  ['table', 'xml'],
  ['xml', 'xml'],
  ['votable', 'xml'],
  ['bar', 'bar'],
  ['bar-delimited', 'bar'],
  ['pipe', 'bar'],
  ['pipe-delimited', 'bar'],
  ['tab', 'tsv'],
  ['tab-delimited', 'tsv'],
])

/** The formats that a message names. */
const FORMAT_NAMES = ['csv', 'json', 'ipac', 'xml', 'bar', 'tab']

/** Parameters, without a value, that request only the header. */
const ONLY_COLUMNS = ['GETDEFAULTCOLUMNS', 'GETALLCOLUMNS']

/** Units that only this API has, as ADQL writes them. */
const RADIUS_UNITS: ReadonlyMap<string, string> = new Map([
  ['minute', 'arcmin'],
  ['minutes', 'arcmin'],
  ['second', 'arcsec'],
  ['seconds', 'arcsec'],
])

/** The rows of the former table `exoplanets`. */
const FORMER_TABLE = 'exoplanets'
const DEFAULT_ROWS = 'default_flag = 1'

/** The condition for a position, given by `ra`, `dec` and `radius` (in degrees unless a unit follows). */
function cone(parameters: TapParameters): string | undefined {
  const [ra, dec, radius] = ['RA', 'DEC', 'RADIUS'].map((name) => single(parameters, name))
  if (ra === undefined && dec === undefined && radius === undefined) return undefined
  const missing = ra === undefined ? 'ra' : dec === undefined ? 'dec' : 'radius'
  if (ra === undefined || dec === undefined || radius === undefined)
    throw new CatalogError(
      'missing_parameter',
      `The parameter "${missing}" is missing: a position has "ra", "dec" and "radius".`,
      { parameter: missing },
    )
  for (const [name, value] of [
    ['ra', ra],
    ['dec', dec],
  ] as const)
    if (!/^[+-]?[\d.]+(?:e[+-]?\d+)?$/i.test(value)) throw invalidValue(name, 'a number of degrees', value)
  const [, angle, unit] = /^([\d.]+(?:e[+-]?\d+)?\s*)([a-z]*)$/i.exec(radius) ?? []
  if (angle === undefined || unit === undefined) throw invalidValue('radius', 'a number of degrees', radius)
  const sent = `${angle}${RADIUS_UNITS.get(unit.toLowerCase()) ?? unit}`
  return `1 = CONTAINS(POINT('ICRS', ra, dec), CIRCLE('ICRS', ${ra}, ${dec}, ${sent}))`
}

/** A query made of parameters, which remembers where the text of each one is. */
export interface ComposedQuery extends TapQuery {
  /** Offsets in the query, in order; `end` excluded. */
  readonly parts: readonly Part[]
}

interface Part {
  readonly parameter: string
  readonly start: number
  readonly end: number
  /** Characters of the parameter's value before this part. */
  readonly skipped: number
}

/** The query that is equivalent to a request to the archive's former API. */
export function oldApiQuery(parameters: TapParameters): ComposedQuery {
  const table = single(parameters, 'TABLE')
  if (table === undefined)
    throw new CatalogError('missing_parameter', 'The parameter "table" is missing: it is the name of a table.', {
      parameter: 'table',
    })
  if (!/^\w+(?:\.\w+)?$/.test(table)) throw invalidValue('table', 'the name of a table', table)
  const isFormer = table.toLowerCase() === FORMER_TABLE
  const parts: Part[] = []
  let query = ''
  const add = (text: string, parameter?: string, skipped = 0): void => {
    if (parameter !== undefined)
      parts.push({ parameter, start: query.length, end: query.length + text.length, skipped })
    query += text
  }
  add('SELECT ')
  add(single(parameters, 'SELECT') ?? '*', 'select')
  add(' FROM ')
  add(isFormer ? 'ps' : table, 'table')
  const made = [isFormer ? DEFAULT_ROWS : undefined, cone(parameters)].filter((text) => text !== undefined)
  const conditions: [text: string, parameter?: string, skipped?: number][] = made.map((text) => [text])
  for (const where of new Set(parameters.get('WHERE')))
    for (const { text, skipped } of conditionsOf(where)) conditions.push([text, 'where', skipped])
  // A single condition stays as it is, since an ORDER BY may follow it.
  const [before, after] = conditions.length === 1 ? ['', ''] : ['(', ')']
  for (const [i, [text, parameter, skipped]] of conditions.entries()) {
    add(`${i === 0 ? ' WHERE ' : ' AND '}${before}`)
    add(text, parameter, skipped)
    add(after)
  }
  const order = single(parameters, 'ORDER')
  if (order !== undefined) {
    add(' ORDER BY ')
    add(order, 'order')
  }
  const named = single(parameters, 'FORMAT')?.toLowerCase() ?? 'csv'
  return {
    query,
    parts,
    format: FORMATS.get(named) ?? readFormat(parameters, 'csv', FORMAT_NAMES),
    maxRows: ONLY_COLUMNS.some((name) => parameters.has(name)) ? 0 : readMaxRows(single(parameters, 'MAXREC')),
  }
}

/** An error in a composed query, with its place in the parameter instead of the query, which the client has not sent. */
export function placedInParameter(error: unknown, { parts }: ComposedQuery): unknown {
  if (!(error instanceof CatalogError) || error.help.position === undefined) return error
  const { position, ...help } = error.help
  const part = parts.findLast(({ start }) => start <= position)
  const place =
    part === undefined
      ? ''
      : ` ("${part.parameter}", character ${part.skipped + Math.min(position, part.end) - part.start + 1})`
  const message = error.message.replace(/ \(line \d+, column \d+\)$/, place)
  return new CatalogError(
    error.code,
    message,
    { ...help, ...(part && { parameter: part.parameter }) },
    { cause: error },
  )
}
