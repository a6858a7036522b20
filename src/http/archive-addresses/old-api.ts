import { CatalogError } from '../../core/errors.ts'
import { invalidValue } from '../../core/parameters.ts'
import type { VoFormat } from '../../formats/vo/vo-output.ts'
import type { TapParameters } from '../tap/parameters.ts'
import { readFormat, readMaxRows, single, type TapQuery } from '../tap/tap-request.ts'

/** Formats that only this API has, in addition to those of table access. */
const FORMATS: Readonly<Record<string, VoFormat>> = { ascii: 'ipac', table: 'xml', xml: 'xml', votable: 'xml' }

/** The rows of the former table `exoplanets`. */
const FORMER_TABLE = 'exoplanets'
const DEFAULT_ROWS = 'default_flag = 1'

/** The condition for a position, given by `ra`, `dec` and `radius` (in degrees unless a unit follows). */
function cone(parameters: TapParameters): string | undefined {
  const [ra, dec, radius] = ['RA', 'DEC', 'RADIUS'].map((name) => single(parameters, name))
  if (ra === undefined || dec === undefined || radius === undefined) return undefined
  for (const [name, value] of [
    ['ra', ra],
    ['dec', dec],
  ] as const)
    if (!/^[+-]?[\d.]+(?:e[+-]?\d+)?$/i.test(value)) throw invalidValue(name, 'a number of degrees', value)
  if (!/^[\d.]+(?:e[+-]?\d+)?\s*[a-z]*$/i.test(radius)) throw invalidValue('radius', 'a number of degrees', radius)
  return `1 = CONTAINS(POINT('ICRS', ra, dec), CIRCLE('ICRS', ${ra}, ${dec}, ${radius}))`
}

/** The query that is equivalent to a request to the archive's former API. */
export function oldApiQuery(parameters: TapParameters): TapQuery {
  const table = single(parameters, 'TABLE')
  if (table === undefined)
    throw new CatalogError('missing_parameter', 'The parameter "table" is missing: it is the name of a table.', {
      parameter: 'table',
    })
  if (!/^\w+(?:\.\w+)?$/.test(table)) throw invalidValue('table', 'the name of a table', table)
  const isFormer = table.toLowerCase() === FORMER_TABLE
  const where = single(parameters, 'WHERE')
  const conditions = [isFormer ? DEFAULT_ROWS : undefined, cone(parameters), where].filter((text) => text !== undefined)
  // A single condition stays as it is, since an ORDER BY may follow it.
  const condition = conditions.length === 1 ? conditions[0]! : conditions.map((text) => `(${text})`).join(' AND ')
  const order = single(parameters, 'ORDER')
  const query = [
    `SELECT ${single(parameters, 'SELECT') ?? '*'} FROM ${isFormer ? 'ps' : table}`,
    condition === '' ? '' : ` WHERE ${condition}`,
    order === undefined ? '' : ` ORDER BY ${order}`,
  ].join('')
  const named = single(parameters, 'FORMAT')?.toLowerCase() ?? 'csv'
  return {
    query,
    format: FORMATS[named] ?? readFormat(parameters, 'csv'),
    maxRows: readMaxRows(single(parameters, 'MAXREC')),
  }
}
