/** @jsxImportSource preact */
import type { Problem } from '../../core/answers/service.ts'
import { FaultPage, type FaultPageProps } from '../../pages/faults/fault-page.tsx'
import type { Answering } from '../request/handler.ts'
import type { HttpContext } from '../response/context.ts'
import { answerFault } from '../response/problem.ts'
import { faultWords } from './fault-words.ts'
import { notAcceptable, prefersHtml, takesHtml } from './html-choice.ts'
import type { PageResponder, Visit } from './page-responder.ts'

export interface PageRoute {
  /** Makes the answer; what it throws becomes a page for browsers, a problem document for others. */
  answer(visit: Visit): Response | Promise<Response>
  /** The address of the same as JSON, for clients that take no HTML. */
  json?(visit: Visit): string | undefined
  /** What a page about a fault has beside the fault. */
  onFault?(visit: Visit, problem: Problem): FaultMore
}

/** What a route adds to the page about a fault; `detail` in place of the words of the error. */
export type FaultMore = Pick<FaultPageProps, 'query' | 'suggestions'> & { readonly detail?: string }

/** Headers of a problem document that are its own. */
const KEPT_HEADERS = ['retry-after', 'allow']

/** Makes what a page route does. */
export type PageHandler = (route: PageRoute) => Answering

export interface PageHandlers {
  /** Of an address that is a page and nothing else: whoever takes HTML gets it. */
  readonly page: PageHandler
  /** The answer to a browser in place of a problem document. */
  fault(request: Request, thrown: unknown, route?: Pick<PageRoute, 'onFault'>): Promise<Response>
}

export function createPageHandlers(responder: PageResponder, { observe }: Pick<HttpContext, 'observe'>): PageHandlers {
  async function fault(
    request: Request,
    thrown: unknown,
    { onFault }: Pick<PageRoute, 'onFault'> = {},
  ): Promise<Response> {
    const response = answerFault(thrown, request, observe)
    if (response.body === null) return response
    const visit = responder.visit(request)
    const problem = (await response.json()) as Problem
    const { suggestions: pages = [], ...words } = faultWords(thrown, problem, visit)
    const { suggestions: objects = [], ...more } = onFault?.(visit, problem) ?? {}
    const page = () => (
      <FaultPage problem={problem} path={visit.path} {...words} {...more} suggestions={[...objects, ...pages]} />
    )
    const sent = await responder.sendUncached(visit, page, problem.status)
    for (const name of KEPT_HEADERS) {
      const value = response.headers.get(name)
      if (value !== null) sent.headers.set(name, value)
    }
    return sent
  }

  const page: PageHandler = (route) => {
    return (request) => {
      if (!takesHtml(request)) throw notAcceptable(route.json?.(responder.visit(request)))
      try {
        const answer = route.answer(responder.visit(request))
        if (!(answer instanceof Promise) || !prefersHtml(request)) return answer
        return answer.catch((thrown: unknown) => fault(request, thrown, route))
      } catch (thrown) {
        // A program that takes anything reads a problem document better than a page.
        if (!prefersHtml(request)) throw thrown
        return fault(request, thrown, route)
      }
    }
  }
  return { page, fault }
}
