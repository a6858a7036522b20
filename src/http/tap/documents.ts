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

/** What a document depends on; `base` is the service's URL, and `segment` the part of the path after the document's name. */
interface DocumentRequest {
  readonly base: string
  readonly request: Request
  readonly manifest: Catalog['manifest']
  readonly tables: TapTables['tables']
  readonly jobLimits: JobLimits | undefined
  readonly segment: string | undefined
}

interface TapDocument {
  /** The IVOA standard under which the capabilities declare the document. */
  readonly standardId?: string
  readonly mediaType: string
  /** True if the path of a part can follow the document's name. */
  readonly hasParts?: boolean
  text(of: DocumentRequest): string
}

/** All documents by the first segment of their path. */
const DOCUMENTS: Readonly<Record<string, TapDocument>> = {
  tables: {
    standardId: 'VOSI#tables-1.1',
    mediaType: VO_XML_TYPE,
    hasParts: true,
    text({ request, tables, segment }) {
      if (segment !== undefined) return tableXml(tableNamed(decodeSegment(segment), tables), tables)
      const [detail] = readParameters(rawQuery(request.url)).get('DETAIL') ?? []
      return tablesetXml(tables, detail?.toLowerCase() === 'min')
    },
  },
  capabilities: {
    standardId: 'VOSI#capabilities',
    mediaType: VO_XML_TYPE,
    text: ({ base, jobLimits }) => capabilitiesXml(base, MAX_ROWS, DECLARED, jobLimits),
  },
  availability: {
    standardId: 'VOSI#availability',
    mediaType: VO_XML_TYPE,
    text: ({ manifest }) => availabilityXml(`Data: ${manifest.source}`),
  },
  examples: {
    standardId: 'DALI#examples',
    mediaType: XHTML,
    text: ({ base, tables }) => examplesXhtml(base, tables),
  },
}

/** The documents that the capabilities declare. */
const DECLARED = Object.entries(DOCUMENTS).flatMap(([name, { standardId }]) =>
  standardId === undefined ? [] : [{ name, standardId }],
)

/** The first segments of all paths of the service; `async` exists only with jobs. Every other path gets 404. */
export const TAP_RESOURCES: readonly string[] = ['sync', 'async', ...Object.keys(DOCUMENTS)]

/** The document at a path relative to the service's path, `base`; undefined if there is none. */
export function documentAt(
  path: string,
  base: string,
  request: Request,
  { manifest }: Catalog,
  { tables }: TapTables,
  jobLimits: JobLimits | undefined,
): Answer | undefined {
  const [name = '', segment, ...rest] = path === '' ? ['examples'] : path.split('/')
  const document = Object.hasOwn(DOCUMENTS, name) ? DOCUMENTS[name] : undefined
  if (document === undefined || rest.length > 0 || (segment !== undefined && document.hasParts !== true))
    return undefined
  const text = document.text({ base, request, manifest, tables, jobLimits, segment })
  return {
    ...textAnswer(manifest, `tap-${name}`, document.mediaType, text),
    headers: () => ({ server: SERVER_HEADER }),
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
