import type { Catalog } from '../../core/catalog/catalog.ts'
import { CatalogError } from '../../core/errors.ts'
import { FORMATS } from '../../formats/formats.ts'
import { errorDocument } from '../../formats/votable.ts'
import type { Job } from '../../tap/jobs/job.ts'
import { jobListXml, jobXml, parametersXml, resultsXml, timeText } from '../../tap/jobs/job-document.ts'
import type { JobService } from '../../tap/jobs/job-service.ts'
import { TEXT_TYPE, VO_XML_TYPE } from '../request/media-types.ts'
import { rawQuery } from '../request/request-url.ts'
import { COMMON_HEADERS, READ_METHODS } from '../response/common-headers.ts'
import type { HttpContext } from '../response/context.ts'
import { methodNotAllowed } from '../response/method-not-allowed.ts'
import { readJobFilter, readJobRequest, readWait } from './job-request.ts'
import { readParameters, requestParameters } from './parameters.ts'
import { SERVER_HEADER } from './server-header.ts'

const HEADERS = { ...COMMON_HEADERS, 'cache-control': 'no-store', server: SERVER_HEADER } as const
/** Results are private to the client, and can be read in parts. */
const RESULT_CACHING = { cacheControl: 'no-store', hasRanges: true } as const

/** Methods of the job URLs. */
export const JOB_METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE'] as const

function document(body: string, mediaType = VO_XML_TYPE): Response {
  return new Response(body, { headers: { ...HEADERS, 'content-type': mediaType } })
}

/** The response to a change, as the Universal Worker Service specifies. */
function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { ...HEADERS, location } })
}

/** Job properties with URLs of their own, and the parameter that sets each. */
const SETTABLE: ReadonlyMap<string, string> = new Map([
  ['phase', 'PHASE'],
  ['executionduration', 'EXECUTIONDURATION'],
  ['destruction', 'DESTRUCTION'],
  ['parameters', 'parameters of the query'],
])

/** Methods of one job URL; `id` and `part` are undefined at the list of jobs. */
function methodsAt(id: string | undefined, part: string | undefined): readonly string[] {
  if (part !== undefined) return SETTABLE.has(part) ? [...READ_METHODS, 'POST'] : READ_METHODS
  return id === undefined ? [...READ_METHODS, 'POST'] : JOB_METHODS
}

/** Responds at the job URLs: `path` is the part after `/async`, without a leading slash, and `url` the URL of `/async`. */
export function createJobAddresses({ sender, clientOf, onReceived }: HttpContext, jobs: JobService) {
  async function post(request: Request, id: string | undefined, part: string | undefined, url: string) {
    const parameters = await requestParameters(request)
    onReceived?.(request)
    const { command, ...wish } = readJobRequest(parameters)
    if (id === undefined) {
      const job = await jobs.create(clientOf(request), wish)
      if (command === 'RUN') await jobs.run(job.id)
      return seeOther(`${url}/${job.id}`)
    }
    await jobs.get(id)
    if (!methodsAt(id, part).includes('POST')) throw methodNotAllowed(request, methodsAt(id, part))
    if (command === 'DELETE') {
      await jobs.remove(id)
      return seeOther(url)
    }
    const { parameters: list = [], ...rest } = wish
    if (list.length > 0 || Object.keys(rest).length > 0) await jobs.set(id, wish)
    else if (command === undefined)
      throw new CatalogError(
        'missing_parameter',
        part === undefined
          ? 'The form sets nothing: it must have "PHASE", "ACTION", "DESTRUCTION", "EXECUTIONDURATION" or parameters of the query.'
          : `The form has no ${SETTABLE.get(part)}.`,
      )
    if (command === 'RUN') await jobs.run(id)
    if (command === 'ABORT') await jobs.abort(id)
    return seeOther(`${url}/${id}`)
  }

  function part(job: Job, name: string, url: string): Response | undefined {
    const address = `${url}/${job.id}`
    switch (name) {
      case 'phase':
        return document(job.phase, TEXT_TYPE)
      case 'executionduration':
        return document(String(job.executionS), TEXT_TYPE)
      case 'destruction':
        return document(timeText(job.destructionMs), TEXT_TYPE)
      case 'owner':
      case 'quote':
        return document('', TEXT_TYPE)
      case 'parameters':
        return document(parametersXml(job))
      case 'results':
        return document(resultsXml(job, address))
      case 'error':
        if (job.error === undefined) throw new CatalogError('unknown_path', `The job is ${job.phase} and has no error.`)
        return document(errorDocument(job.error.message), FORMATS.votable.mediaType)
      default:
        return undefined
    }
  }

  async function get(request: Request, current: Catalog, segments: readonly string[], url: string): Promise<Response> {
    const parameters = readParameters(rawQuery(request.url))
    const [id, name, ...rest] = segments
    if (id === undefined)
      return document(jobListXml(await jobs.list(readJobFilter(parameters, clientOf(request))), url))
    const wait = name === undefined || name === 'phase' ? readWait(parameters) : undefined
    const job = wait === undefined ? await jobs.get(id) : await jobs.wait(id, wait.phase, wait.ms, request.signal)
    if (name === undefined) return document(jobXml(job, `${url}/${id}`))
    if (name === 'results' && rest.length === 1 && rest[0] === 'result') {
      const path = jobs.resultPath(job)
      if (path === undefined) throw new CatalogError('unknown_path', `The job is ${job.phase} and has no result.`)
      const { bytes, mediaType, snapshotId, file } = job.result!
      const key = `job|${id}|${file}`
      const answer = {
        snapshotId,
        key,
        mediaType,
        path,
        bytes,
        isUndated: true,
        headers: () => ({ server: SERVER_HEADER }),
      }
      return sender.sendFile(request, current, answer, RESULT_CACHING)
    }
    const found = rest.length === 0 ? part(job, name, url) : undefined
    if (found !== undefined) return found
    throw new CatalogError(
      'unknown_path',
      'There is no such resource of the job. The resources are phase, parameters, results, results/result, error, executionduration, destruction, owner and quote.',
    )
  }

  return async (request: Request, current: Catalog, path: string, url: string): Promise<Response> => {
    const segments = path === '' ? [] : path.split('/')
    const [id, name, ...rest] = segments
    switch (request.method) {
      case 'POST':
        if (rest.length === 0) return post(request, id, name, url)
        break
      case 'DELETE':
        if (id === undefined || name !== undefined) break
        await jobs.remove(id)
        return seeOther(url)
      default:
        return get(request, current, segments, url)
    }
    throw methodNotAllowed(request, rest.length === 0 ? methodsAt(id, name) : READ_METHODS)
  }
}
