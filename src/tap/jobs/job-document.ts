import { XML_DECLARATION, xmlText } from '../../formats/xml.ts'
import type { Job } from './job.ts'

const NAMESPACES =
  'xmlns:uws="http://www.ivoa.net/xml/UWS/v1.0" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
const NIL = ' xsi:nil="true"/>\n'

function element(name: string, text: string | undefined): string {
  return text === undefined ? `<uws:${name}${NIL}` : `<uws:${name}>${xmlText(text)}</uws:${name}>\n`
}

export function timeText(ms: number): string {
  return new Date(ms).toISOString()
}

function timeElement(name: string, ms: number | undefined): string {
  return element(name, ms === undefined ? undefined : timeText(ms))
}

function parameterList({ parameters }: Job, attributes: string): string {
  const each = parameters.map(
    ([name, value]) => `<uws:parameter id="${xmlText(name.toLowerCase())}">${xmlText(value)}</uws:parameter>\n`,
  )
  return `<uws:parameters${attributes}>\n${each.join('')}</uws:parameters>\n`
}

function resultList({ result }: Job, url: string, attributes: string): string {
  const each =
    result === undefined
      ? ''
      : `<uws:result id="result" xlink:type="simple" xlink:href="${xmlText(`${url}/results/result`)}" mime-type="${xmlText(result.mediaType)}" size="${result.bytes}"/>\n`
  return `<uws:results${attributes}>\n${each}</uws:results>\n`
}

/** The parameters of a job, as a document. */
export function parametersXml(job: Job): string {
  return `${XML_DECLARATION}${parameterList(job, ` ${NAMESPACES}`)}`
}

/** The results of the job at `url`, as a document. */
export function resultsXml(job: Job, url: string): string {
  return `${XML_DECLARATION}${resultList(job, url, ` ${NAMESPACES}`)}`
}

/** The job at `url`. */
export function jobXml(job: Job, url: string): string {
  const { id, runId, phase, createdMs, startedMs, endedMs, executionS, destructionMs, error } = job
  return [
    `${XML_DECLARATION}<uws:job ${NAMESPACES} version="1.1">\n`,
    element('jobId', id),
    runId === undefined ? '' : element('runId', runId),
    element('ownerId', undefined),
    element('phase', phase),
    element('quote', undefined),
    timeElement('creationTime', createdMs),
    timeElement('startTime', startedMs),
    timeElement('endTime', endedMs),
    element('executionDuration', String(executionS)),
    timeElement('destruction', destructionMs),
    parameterList(job, ''),
    resultList(job, url, ''),
    error === undefined
      ? ''
      : `<uws:errorSummary type="${error.isTransient ? 'transient' : 'fatal'}" hasDetail="true">\n${element('message', error.message)}</uws:errorSummary>\n`,
    '</uws:job>\n',
  ].join('')
}

/** A list of jobs; the URL of each is `url` followed by its id. */
export function jobListXml(jobs: readonly Job[], url: string): string {
  const each = jobs.map(({ id, phase, runId, createdMs }) =>
    [
      `<uws:jobref id="${id}" xlink:type="simple" xlink:href="${xmlText(`${url}/${id}`)}">\n`,
      element('phase', phase),
      runId === undefined ? '' : element('runId', runId),
      element('ownerId', undefined),
      timeElement('creationTime', createdMs),
      '</uws:jobref>\n',
    ].join(''),
  )
  return `${XML_DECLARATION}<uws:jobs ${NAMESPACES} version="1.1">\n${each.join('')}</uws:jobs>\n`
}
