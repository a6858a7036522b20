import { Elysia } from 'elysia'
import { CatalogError } from '../../core/errors.ts'
import { invalidValue } from '../../core/parameters.ts'
import { isDecimal } from '../../core/text/decimal.ts'
import { coneErrorDocument } from '../../formats/vo/document.ts'
import type { DescribedTable } from '../../tap/schema/described-table.ts'
import { handler } from '../request/handler.ts'
import { VO_XML_TYPE } from '../request/media-types.ts'
import { decodeSegment, rawPath, rawQuery } from '../request/request-url.ts'
import { preflightResponse, READ_METHODS } from '../response/common-headers.ts'
import type { HttpContext } from '../response/context.ts'
import { methodNotAllowed } from '../response/method-not-allowed.ts'
import { toOtherErrorResponse } from '../response/problem.ts'
import { tableNamed } from '../tap/documents.ts'
import { readParameters, type TapParameters } from '../tap/parameters.ts'
import type { Queries } from '../tap/queries.ts'
import { SERVER_HEADER } from '../tap/server-header.ts'
import { readFormat, readMaxRows, single, type TapQuery } from '../tap/tap-request.ts'

const ROOT = '/scs'

/** The columns, by UCD, of which a cone search table must have exactly one each. */
const NEEDED = ['meta.id;meta.main', 'pos.eq.ra;meta.main', 'pos.eq.dec;meta.main'] as const

/** A number parameter, checked against its bounds. */
function number(parameters: TapParameters, name: string, [least, most]: readonly [number, number]): number {
  const value = single(parameters, name)
  if (value === undefined)
    throw new CatalogError('missing_parameter', `The parameter "${name}" is missing: it is a number of degrees.`, {
      parameter: name,
    })
  const degrees = Number(value)
  if (!isDecimal(value) || degrees < least || degrees > most)
    throw invalidValue(name, `a number of degrees from ${least} to ${most}`, value)
  return degrees
}

/** The names of the required columns; undefined for a table without positions. */
function neededColumns({ columns }: DescribedTable): readonly string[] | undefined {
  const names = NEEDED.map((ucd) => columns.find((column) => column.ucd === ucd)?.shownName)
  return names.every((name) => name !== undefined) ? names : undefined
}

/** The query that is equivalent to a cone search (Simple Cone Search 1.1). */
function coneQuery(parameters: TapParameters, table: DescribedTable, needed: readonly string[]): TapQuery {
  const ra = number(parameters, 'RA', [-360, 360])
  const dec = number(parameters, 'DEC', [-90, 90])
  const radius = number(parameters, 'SR', [0, 180])
  const verbosity = single(parameters, 'VERB') ?? '2'
  if (!/^[123]$/.test(verbosity)) throw invalidValue('VERB', '1, 2 or 3', verbosity)
  const shown = table.columns.filter(
    ({ shownName, isPrincipal }) =>
      verbosity === '3' || needed.includes(shownName) || (verbosity === '2' && isPrincipal),
  )
  const [, raColumn, decColumn] = needed
  const circle = `CIRCLE('ICRS', ${((ra % 360) + 360) % 360}, ${dec}, ${radius})`
  const query = `SELECT ${shown.map(({ shownName }) => shownName).join(', ')} FROM ${table.shownName} WHERE 1 = CONTAINS(POINT('ICRS', ${raColumn}, ${decColumn}), ${circle})`
  // A radius of 0 requests only the columns.
  const maxRows = radius === 0 ? 0 : readMaxRows(single(parameters, 'MAXREC'))
  return { query, format: readFormat(parameters, 'xml'), maxRows }
}

/** A document with the Error element that cone search clients look for. */
function coneFault(thrown: unknown, request: Request, observe: HttpContext['observe']): Promise<Response> {
  const headers = { 'content-type': VO_XML_TYPE, server: SERVER_HEADER }
  return toOtherErrorResponse(thrown, request, observe, headers, ({ detail }) => coneErrorDocument(detail))
}

/** `GET /scs/{table}`: the rows of a table around a position. */
export function coneRoutes({ catalog, observe }: HttpContext, { tablesOf, answer }: Queries) {
  const search = async (request: Request): Promise<Response> => {
    if (request.method === 'OPTIONS') return preflightResponse(READ_METHODS)
    if (request.method !== 'GET') throw methodNotAllowed(request, READ_METHODS)
    const current = catalog()
    const { tables } = tablesOf(current)
    const withPositions = tables.filter((table) => neededColumns(table) !== undefined)
    const there = `Cone searches are at ${withPositions.map(({ shownName }) => `${ROOT}/${shownName}`).join(', ')}.`
    const name = decodeSegment(rawPath(request.url).slice(ROOT.length).replace(/^\//, '').replace(/\/$/, ''))
    if (name === '') throw new CatalogError('unknown_path', there)
    const table = tableNamed(name, tables)
    const needed = neededColumns(table)
    if (needed === undefined)
      throw new CatalogError('unknown_path', `The table ${table.shownName} has no positions. ${there}`)
    return answer(current, request, coneQuery(readParameters(rawQuery(request.url)), table, needed))
  }
  const guarded = handler((request) => search(request).catch((thrown) => coneFault(thrown, request, observe)))
  return new Elysia().all(ROOT, guarded, { parse: 'none' }).all(`${ROOT}/*`, guarded, { parse: 'none' })
}
