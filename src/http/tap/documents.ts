import type { Answer, Catalog } from '../../core/catalog/catalog.ts'
import { CatalogError } from '../../core/errors.ts'
import { nearestNames } from '../../core/text/nearest.ts'
import { didYouMean, quoteForMessage } from '../../core/text/quote-for-message.ts'
import { availabilityXml, capabilitiesXml } from '../../tap/documents/capabilities.ts'
import { examplesXhtml } from '../../tap/documents/examples.ts'
import { tablesetXml, tableXml } from '../../tap/documents/tableset.ts'
import type { JobLimits } from '../../tap/jobs/job-service.ts'
import type { TapTables } from '../../tap/schema/tap-tables.ts'
import { VO_XML_TYPE } from '../request/media-types.ts'
import { decodeSegment, rawQuery } from '../request/request-url.ts'
import { textAnswer } from '../response/text-answer.ts'
import { readParameters } from './parameters.ts'
import { SERVER_HEADER } from './server-header.ts'
import { MAX_ROWS } from './tap-request.ts'

const XHTML = 'application/xhtml+xml; charset=utf-8'

/** The document at a path relative to the service's path, `base`; undefined if there is none. */
export function documentAt(
  path: string,
  base: string,
  request: Request,
  { manifest }: Catalog,
  { tables }: TapTables,
  jobLimits: JobLimits | undefined,
): Answer | undefined {
  const answer = (name: string, mediaType: string, text: string): Answer => ({
    ...textAnswer(manifest, `tap-${name}`, mediaType, text),
    headers: () => ({ server: SERVER_HEADER }),
  })
  const [name, segment, ...rest] = path.split('/')
  if (rest.length > 0 || (segment !== undefined && name !== 'tables')) return undefined
  switch (name) {
    case '':
    case 'examples':
      return answer('examples', XHTML, examplesXhtml(base, tables))
    case 'capabilities':
      return answer('capabilities', VO_XML_TYPE, capabilitiesXml(base, MAX_ROWS, jobLimits))
    case 'availability':
      return answer('availability', VO_XML_TYPE, availabilityXml(`Data: ${manifest.source}`))
    case 'tables': {
      if (segment !== undefined)
        return answer('table', VO_XML_TYPE, tableXml(tableNamed(decodeSegment(segment), tables), tables))
      const [detail] = readParameters(rawQuery(request.url)).get('DETAIL') ?? []
      return answer('tables', VO_XML_TYPE, tablesetXml(tables, detail?.toLowerCase() === 'min'))
    }
    default:
      return undefined
  }
}

/** The table with this name, in any case and with or without a schema. */
export function tableNamed(name: string, tables: TapTables['tables']): TapTables['tables'][number] {
  const wanted = name.toLowerCase()
  const found = tables.find((table) =>
    [table.name, table.shownName, ...table.aliases, `${table.schema}.${table.shownName}`].includes(wanted),
  )
  if (found !== undefined) return found
  const names = tables.map(({ shownName }) => shownName)
  const suggestions = nearestNames(wanted, names)
  const advice = suggestions.length > 0 ? didYouMean(suggestions) : ` The tables are ${names.join(', ')}.`
  throw new CatalogError('unknown_path', `Unknown table ${quoteForMessage(name)}.${advice}`, { suggestions })
}
