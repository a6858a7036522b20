/** @jsxImportSource preact */
import type { VNode } from 'preact'
import type { Problem } from '../../core/answers/service.ts'
import { FaultPage, type FaultPageProps } from '../../pages/faults/fault-page.tsx'
import type { RequestHandler } from '../request/handler.ts'
import { notAcceptable, prefersHtml, takesHtml } from '../request/html-choice.ts'
import type { HttpContext } from '../response/context.ts'
import { toErrorResponse } from '../response/problem.ts'
import { faultWords, refusalWords } from './fault-words.ts'
import type { PageResponder, Visit } from './page-responder.ts'

export interface PageRoute {
  /** Makes the response; errors become a page for browsers and a problem document for other clients. */
  answer(visit: Visit): Response | Promise<Response>
  /** The URL of the JSON equivalent, for clients that do not accept HTML. */
  json?(visit: Visit): string | undefined
  /** Additional content of an error page. */
  onFault?(visit: Visit, problem: Problem): FaultMore
}

/** A route's additions to the error page; `detail` replaces the text of the error. */
export type FaultMore = Pick<FaultPageProps, 'query' | 'suggestions'> & { readonly detail?: string }

/** Headers that are specific to one problem document. */
const KEPT_HEADERS = ['retry-after', 'allow']

/** Makes the handler of a page route. */
export type PageHandler = (route: PageRoute) => RequestHandler

export interface PageHandlers {
  /** For a URL that is only a page: every client that accepts HTML gets it. */
  readonly page: PageHandler
  /** The response to a browser in place of a problem document. */
  fault(request: Request, thrown: unknown, route?: Pick<PageRoute, 'onFault'>): Promise<Response>
  /** The response to invalid parameters: the page with its form as sent, and the message in place. */
  refuse(visit: Visit, thrown: unknown, pageOf: (problem: Problem) => VNode): Promise<Response>
}

export function createPageHandlers(responder: PageResponder, { observe }: Pick<HttpContext, 'observe'>): PageHandlers {
  /** A page in place of a problem document, with its status and the headers that belong to it. */
  async function inPlaceOfProblem(
    visit: Visit,
    thrown: unknown,
    pageOf: (problem: Problem) => VNode,
  ): Promise<Response> {
    const response = toErrorResponse(thrown, visit.request, observe)
    if (response.body === null) return response
    const problem = (await response.json()) as Problem
    const sent = await responder.sendUncached(visit, () => pageOf(problem), problem.status)
    for (const name of KEPT_HEADERS) {
      const value = response.headers.get(name)
      if (value !== null) sent.headers.set(name, value)
    }
    return sent
  }

  function fault(request: Request, thrown: unknown, { onFault }: Pick<PageRoute, 'onFault'> = {}): Promise<Response> {
    const visit = responder.visit(request)
    return inPlaceOfProblem(visit, thrown, (problem) => {
      const { suggestions: pages = [], ...words } = faultWords(thrown, problem, visit)
      const { suggestions: objects = [], ...more } = onFault?.(visit, problem) ?? {}
      return <FaultPage problem={problem} path={visit.path} {...words} {...more} suggestions={[...objects, ...pages]} />
    })
  }

  function refuse(visit: Visit, thrown: unknown, pageOf: (problem: Problem) => VNode): Promise<Response> {
    return inPlaceOfProblem(visit, thrown, (problem) => pageOf({ ...problem, detail: refusalWords(thrown, problem) }))
  }

  const page: PageHandler = (route) => {
    return (request) => {
      if (!takesHtml(request)) throw notAcceptable(route.json?.(responder.visit(request)))
      try {
        const answer = route.answer(responder.visit(request))
        if (!(answer instanceof Promise) || !prefersHtml(request)) return answer
        return answer.catch((thrown: unknown) => fault(request, thrown, route))
      } catch (thrown) {
        // A problem document is more useful than a page to a program that accepts anything.
        if (!prefersHtml(request)) throw thrown
        return fault(request, thrown, route)
      }
    }
  }
  return { page, fault, refuse }
}
