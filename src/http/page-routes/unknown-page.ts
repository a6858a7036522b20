import type { Resolution } from '../../core/answers/names.ts'
import type { Problem } from '../../core/answers/service.ts'
import { CatalogError } from '../../core/errors.ts'
import { objectPath } from '../../pages/components/addresses.ts'
import type { FaultPageProps } from '../../pages/faults/fault-page.tsx'
import type { RequestHandler } from '../request/handler.ts'
import { prefersHtml } from '../request/html-choice.ts'
import { decodeSegment, rawPath } from '../request/request-url.ts'
import type { FaultMore } from './page-handler.tsx'
import type { Visit } from './page-responder.ts'
import { readJson } from './read-json.ts'
import type { PageContext } from './routes.ts'

/** Maximum number of pages suggested in place of a missing one. */
const MAX_SUGGESTIONS = 5

/** Paths for programs: their errors are never pages, even for browsers. */
const FOR_PROGRAMS = /^\/(?:rest|tap|mcp|health|metrics|swagger-ui|assets|data\/[^/?]+)(?:\/|$|\?)/i

/** True for a path that is only for programs. */
export function isForPrograms(path: string): boolean {
  return FOR_PROGRAMS.test(path)
}

/** The last segment of a path as text; empty if it cannot be decoded. */
function lastSegment(path: string): string {
  try {
    return decodeSegment(path.replace(/\/+$/, '').split('/').at(-1) ?? '').trim()
  } catch (error) {
    if (error instanceof CatalogError) return ''
    throw error
  }
}

/** Planets and hosts with names similar to the last segment of a path. */
export function namesNear({
  catalog,
  path,
}: Pick<Visit, 'catalog' | 'path'>): Pick<FaultPageProps, 'query' | 'suggestions'> {
  const query = lastSegment(path)
  if (query === '') return {}
  const { matches } = readJson<Resolution>(catalog.resolve(query, MAX_SUGGESTIONS))
  return { query, suggestions: matches.map(({ kind, name }) => ({ name, path: objectPath(kind, name) })) }
}

/** Replaces the text of the error, which is for programs and names URLs of the API. */
function nothingHere(visit: Visit, { code }: Pick<Problem, 'code'>): FaultMore {
  return {
    ...namesNear(visit),
    ...(code === 'unknown_path' ? { detail: 'This site has no page at this address.' } : {}),
  }
}

/** Turns errors of `answering` into a page for browsers that followed a broken link. */
export function orUnknownPage(answering: RequestHandler, { fault }: Pick<PageContext, 'fault'>): RequestHandler {
  return (request) => {
    if (!prefersHtml(request) || isForPrograms(rawPath(request.url))) return answering(request)
    try {
      return answering(request)
    } catch (thrown) {
      return fault(request, thrown, { onFault: nothingHere })
    }
  }
}
