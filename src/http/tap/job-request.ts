import { CatalogError } from '../../core/errors.ts'
import { invalidValue } from '../../core/parameters.ts'
import { alternatives } from '../../core/text/quote-for-message.ts'
import { type JobFilter, type JobWish, PHASES, type Phase } from '../../tap/jobs/job.ts'
import { MAX_ADQL_LENGTH } from '../../tap/translate/translate-adql.ts'
import type { TapParameters } from './parameters.ts'

/** Query parameters that a job stores; others have no meaning here. */
const KEPT = ['QUERY', 'LANG', 'REQUEST', 'RESPONSEFORMAT', 'FORMAT', 'MAXREC', 'UPLOAD']
/** Maximum length of values other than QUERY, in characters. */
const MAX_VALUE_CHARS = 1_000
const MAX_SECONDS = 1e9

/** A client's request to create or change a job. */
export interface JobRequest extends JobWish {
  readonly command?: 'RUN' | 'ABORT' | 'DELETE'
}

/** The last value of a parameter, which is the effective one; undefined if it is absent or empty. */
function last(parameters: TapParameters, name: string): string | undefined {
  const value = parameters.get(name)?.at(-1)?.trim()
  return value === '' ? undefined : value
}

function seconds(parameters: TapParameters, name: string): number | undefined {
  const value = last(parameters, name)
  if (value === undefined) return undefined
  const number = Number(value)
  if (!/^-?\d+(?:\.\d+)?$/.test(value) || Math.abs(number) > MAX_SECONDS)
    throw invalidValue(name, 'a number of seconds', value)
  return number
}

/** A time in ISO 8601, in UTC if it has no zone. */
function time(parameters: TapParameters, name: string): number | undefined {
  const value = last(parameters, name)
  if (value === undefined) return undefined
  const isWritten = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/i.test(value)
  const ms = isWritten
    ? Date.parse(/T/i.test(value) && !/(?:Z|[+-]\d\d:?\d\d)$/i.test(value) ? `${value}Z` : value)
    : Number.NaN
  if (Number.isNaN(ms)) throw invalidValue(name, 'a time such as 2030-01-31T12:00:00Z', value)
  return ms
}

/** Reads a client's parameters for a job. */
export function readJobRequest(parameters: TapParameters): JobRequest {
  const kept = KEPT.flatMap((name): (readonly [string, string])[] => {
    const value = parameters.get(name)?.at(-1)
    if (value === undefined) return []
    const most = name === 'QUERY' ? MAX_ADQL_LENGTH : MAX_VALUE_CHARS
    if (value.length > most)
      throw new CatalogError('sql_too_long', `"${name}" has ${value.length} characters; the maximum is ${most}.`)
    return [[name, value]]
  })
  const executionS = seconds(parameters, 'EXECUTIONDURATION')
  if (executionS !== undefined && executionS < 0)
    throw invalidValue('EXECUTIONDURATION', 'at least 0', String(executionS))
  const destructionMs = time(parameters, 'DESTRUCTION')
  const runId = last(parameters, 'RUNID')?.slice(0, MAX_VALUE_CHARS)
  const command = readCommand(parameters)
  return {
    parameters: kept,
    ...(executionS === undefined ? {} : { executionS: Math.ceil(executionS) }),
    ...(destructionMs === undefined ? {} : { destructionMs }),
    ...(runId === undefined ? {} : { runId }),
    ...(command === undefined ? {} : { command }),
  }
}

function readCommand(parameters: TapParameters): JobRequest['command'] {
  const action = last(parameters, 'ACTION')
  if (action !== undefined) {
    if (action.toUpperCase() !== 'DELETE') throw invalidValue('ACTION', '"DELETE"', action)
    return 'DELETE'
  }
  const phase = last(parameters, 'PHASE')
  if (phase === undefined) return undefined
  const command = phase.toUpperCase()
  if (command !== 'RUN' && command !== 'ABORT') throw invalidValue('PHASE', '"RUN" or "ABORT"', phase)
  return command
}

/** Phases of the standard; jobs here are only ever in those of PHASES. */
const KNOWN_PHASES: readonly string[] = [...PHASES, 'HELD', 'SUSPENDED', 'UNKNOWN', 'ARCHIVED']

/** Reads the filter of a job list. */
export function readJobFilter(parameters: TapParameters, client: string): JobFilter {
  const phases = (parameters.get('PHASE') ?? [])
    .map((phase) => phase.trim().toUpperCase())
    .filter((phase) => phase !== '')
  for (const phase of phases)
    if (!KNOWN_PHASES.includes(phase)) throw invalidValue('PHASE', alternatives(KNOWN_PHASES), phase)
  const afterMs = time(parameters, 'AFTER')
  const number = last(parameters, 'LAST')
  if (number !== undefined && !/^\d{1,9}$/.test(number)) throw invalidValue('LAST', 'a number of jobs', number)
  return {
    client,
    ...(phases.length === 0 ? {} : { phases: new Set(phases) }),
    ...(afterMs === undefined ? {} : { afterMs }),
    ...(number === undefined ? {} : { last: Number(number) }),
  }
}

/** Maximum time that one request can wait for another phase; the client can repeat the request. */
const MAX_WAIT_MS = 60_000

/** How long the response is to wait, and for the end of which phase; undefined if it need not wait. */
export function readWait(
  parameters: TapParameters,
): { readonly ms: number; readonly phase: Phase | undefined } | undefined {
  const wait = seconds(parameters, 'WAIT')
  if (wait === undefined) return undefined
  const phase = last(parameters, 'PHASE')?.toUpperCase()
  return {
    // A negative number requests an unlimited wait.
    ms: wait < 0 ? MAX_WAIT_MS : Math.min(MAX_WAIT_MS, 1_000 * wait),
    phase: PHASES.find((known) => known === phase),
  }
}
