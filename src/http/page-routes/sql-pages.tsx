/** @jsxImportSource preact */

import { Elysia } from 'elysia'
import type { SqlResponse } from '../../core/answers/rows.ts'
import { CatalogError } from '../../core/errors.ts'
import {
  type IntegerParameter,
  integerParameter,
  parseParameters,
  type TextParameter,
  wordParameter,
} from '../../core/parameters.ts'
import { mustBe } from '../../core/text/quote-for-message.ts'
import { parseExact } from '../../format/exact-json.ts'
import { queryPath } from '../../pages/components/addresses.ts'
import { drawResult } from '../../pages/sql/draw-result.ts'
import { PLOT_PARAMETERS, type PlotParameters, plotOf } from '../../pages/sql/result-plot.ts'
import { ROWS_PER_PAGE } from '../../pages/sql/result-view.tsx'
import { SQL_PATH, SqlPage } from '../../pages/sql/sql-page.tsx'
import { namesFormat } from '../request/format-choice.ts'
import { handler } from '../request/handler.ts'
import { SQL_LIMIT_PARAMETER } from '../request/query-parameters.ts'
import { rawQuery } from '../request/request-url.ts'
import type { Visit } from './page-responder.ts'
import { PICTURE_FORMATS, sendPicture } from './pictures.ts'
import type { PageContext } from './routes.ts'

/** Maximum number of rows on the pages of a result. */
const MAX_ROWS = SQL_LIMIT_PARAMETER.default

const PAGE_PARAMETER = {
  name: 'page',
  type: 'integer',
  default: 1,
  minimum: 1,
  maximum: MAX_ROWS / ROWS_PER_PAGE,
  description: 'Page of the result.',
  example: 2,
} as const satisfies IntegerParameter

const PARAMETERS = [{ name: 'q' }, PAGE_PARAMETER, ...PLOT_PARAMETERS, { name: 'format' }] as const

const FORMAT_PARAMETER = {
  name: 'format',
  type: 'string',
  default: 'svg',
  enum: PICTURE_FORMATS,
  description: 'Format of the plot as a file.',
  example: 'svg',
} as const satisfies TextParameter

/** The parsed query string of this page. */
interface Asked {
  readonly sql: string
  readonly page: number
  readonly plot: PlotParameters
}

const decoder = new TextDecoder()

/** `GET /sql?q=`: a query through the code of `GET /rest/query`, with the same limits, and its result as a page. */
export function sqlPages({ page, responder, clientOf, sender, refuse, catalog }: PageContext) {
  /** The form with the error in place. */
  const refused = (visit: Visit, sql: string, thrown: unknown): Promise<Response> =>
    refuse(visit, thrown, (problem) => <SqlPage sql={sql} outcome={{ kind: 'problem', problem }} />)

  /** The plot of a result as a file. */
  async function picture(request: Request, query: string): Promise<Response> {
    const current = catalog()
    const { q: sql = '', page: _page, format: word, ...parameters } = parseParameters(query, PARAMETERS)
    const format = wordParameter(FORMAT_PARAMETER, word)
    const answer = await current.select(
      { sql, maxRows: MAX_ROWS, client: clientOf(request), room: () => sender.roomFor(request) },
      request.signal,
    )
    const rows = parseExact<SqlResponse>(decoder.decode(answer.body()))
    const plot = plotOf(rows, parameters)
    if (plot === undefined)
      throw new CatalogError('invalid_parameter', 'A plot needs two columns: "x" and "y" are missing.', {
        parameter: 'x',
      })
    const { tables } = current.manifest
    const svg = () => drawResult({ rows, plot, sql, tables, href: (path) => `.${path}` }).svg
    const key = `sql-picture|${JSON.stringify(Object.entries(parameters).sort())}|${sql}`
    return sendPicture(sender, request, current, { format, key, svg, isKept: answer.isDeterministic })
  }

  async function run(visit: Visit, asked: Asked): Promise<Response> {
    const { sql, page: pageNumber, plot: plotParameters } = asked
    const { request, catalog } = visit
    const start = performance.now()
    const answer = await catalog.select(
      { sql, maxRows: MAX_ROWS, client: clientOf(request), room: () => sender.roomFor(request) },
      request.signal,
    )
    const ms = performance.now() - start
    const pages = Math.max(1, Math.ceil(answer.rows / ROWS_PER_PAGE))
    if (pageNumber > pages)
      throw new CatalogError(
        'invalid_parameter',
        mustBe('page', `at most ${pages}, the number of pages of the result`, String(pageNumber)),
        { parameter: 'page' },
      )
    const response = parseExact<SqlResponse>(decoder.decode(answer.body()))
    const plot = plotOf(response, plotParameters)
    const render = () => <SqlPage sql={sql} outcome={{ kind: 'result', response, ms, page: pageNumber, plot }} />
    return answer.isDeterministic
      ? responder.send(visit, { key: keyOf(asked), render })
      : responder.sendUncached(visit, render)
  }

  const showPage = page({
    json: ({ query }) => queryPath(new URLSearchParams(query).get('q') ?? ''),
    answer(visit) {
      let sql = new URLSearchParams(visit.query).get('q') ?? ''
      try {
        const { q = '', page: pageText, format: _format, ...plot } = parseParameters(visit.query, PARAMETERS)
        sql = q
        if (sql.trim() === '')
          return responder.send(visit, { key: 'sql', render: () => <SqlPage sql="" outcome={{ kind: 'nothing' }} /> })
        const asked = { sql, page: integerParameter(PAGE_PARAMETER, pageText), plot }
        const kept = responder.sendFromCache(visit, keyOf(asked))
        return kept ?? run(visit, asked).catch((thrown: unknown) => refused(visit, sql, thrown))
      } catch (thrown) {
        return refused(visit, sql, thrown)
      }
    },
  })

  return new Elysia().get(
    SQL_PATH,
    handler((request) => {
      const query = rawQuery(request.url)
      return namesFormat(query) ? picture(request, query) : showPage(request)
    }),
  )
}

function keyOf({ sql, page, plot }: Asked): string {
  return `sql|${page}|${JSON.stringify(Object.entries(plot).sort())}|${sql}`
}
