import { JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js'
import { isJsonContentType, isLegacyRequest } from '@modelcontextprotocol/server'
import type { Catalog } from '../../core/catalog/catalog.ts'
import { accepts } from '../../negotiation/media-type.ts'
import { CLIENT_WENT_AWAY, type Observe } from '../../observe.ts'
import type { Settings } from '../../settings.ts'
import { createService, type McpService } from '../service/service.ts'
import { createCallerRules } from './caller-rules.ts'
import { rpcError } from './json-rpc.ts'
import { answerLegacy } from './legacy.ts'
import { withPlainArguments } from './lenient-message.ts'
import { createModern } from './modern.ts'
import { paramsFault } from './params-fault.ts'
import { MAX_BODY_BYTES, MAX_VALUES, readMessage } from './read-message.ts'
import { type CallName, calledId, cancelledId, createRunningCalls, type RunningCalls } from './running-calls.ts'

export interface McpOptions {
  /** The current catalog; called once per request. */
  readonly catalog: () => Catalog
  readonly settings: Settings
  readonly observe: Observe
  /** Identifies the client of a request: the same text for all its requests. */
  readonly clientOf?: (request: Request) => string
  /** The calls in progress in this process; by default, a new list. */
  readonly calls?: RunningCalls
  /** Cancels a call that can be running in another process; by default, only `calls` is searched. */
  readonly cancel?: (name: CallName) => unknown
  /** Called when the body of a request has arrived, or will not be read: from then on, its client waits. */
  readonly onReceived?: (request: Request) => void
}

const METHODS = 'POST, OPTIONS'

/** The media types that the protocol requires in `Accept`; the second one is never sent here. */
const BOTH_TYPES = 'application/json, text/event-stream'

/** CORS headers that browsers require before a page of an allowed origin can call. */
const PREFLIGHT_HEADERS = {
  // GET and DELETE are allowed, so that clients that try them get 405 instead of a network error.
  'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
  'access-control-allow-headers':
    'Accept, Authorization, Content-Type, Last-Event-ID, Mcp-Method, Mcp-Name, Mcp-Protocol-Version, Mcp-Session-Id',
  'access-control-max-age': '86400',
} as const

/**
 * Creates the handler of all requests on `/mcp`: Streamable HTTP without sessions or streams, in every revision of the
 * protocol.
 */
export function createMcp({
  catalog,
  settings,
  observe,
  clientOf = () => '',
  calls = createRunningCalls(),
  cancel = (name) => calls.cancel(name),
  onReceived,
}: McpOptions): (request: Request) => Promise<Response> {
  const callers = createCallerRules(settings)
  const serviceOf = (request: Request, client: string): McpService =>
    createService({
      catalog: catalog(),
      baseUrl: settings.baseUrl ?? new URL(request.url).origin,
      client,
      request,
      observe,
    })
  /** The clients of the requests that the newest stack is processing. */
  const clients = new WeakMap<Request, string>()
  const modern = createModern(
    (request) => serviceOf(request, clients.get(request) ?? ''),
    settings.cacheMaxAgeS * 1_000,
  )

  const answerPost = async (request: Request): Promise<Response> => {
    if (!accepts(request.headers.get('accept'), 'application/json'))
      return rpcError('not_acceptable', 'Responses are application/json, which the Accept header excludes.')
    if (!isJsonContentType(request.headers.get('content-type')))
      return rpcError('unsupported_media_type', 'Send the message as Content-Type: application/json.')
    if (/[^\s,]/.test((request.headers.get('content-encoding') ?? '').replaceAll('identity', '')))
      return rpcError('unsupported_media_type', 'Send the message without Content-Encoding.')
    const read = await readMessage(request)
    onReceived?.(request)
    if (read.kind === 'too_large')
      return rpcError('too_large', `The body is longer than the maximum of ${MAX_BODY_BYTES} bytes.`)
    // The message validator reports an error per value, so that a body of 1 MiB could produce a response of 50 MiB.
    if (read.kind === 'too_many_values')
      return rpcError('too_large', `The message has more than the maximum of ${MAX_VALUES} values.`)
    if (read.kind === 'not_json') return rpcError('parse_error', 'The body is not JSON in UTF-8.')
    const message = withPlainArguments(read.value)
    if (Array.isArray(message))
      return rpcError('invalid_request', 'Batches are not supported: send one message in each POST.')
    if (!JSONRPCMessageSchema.safeParse(message).success)
      return rpcError('invalid_request', 'The body is not a JSON-RPC 2.0 message.', { message })
    const client = clientOf(request)
    const cancelled = cancelledId(message)
    if (cancelled !== undefined) await cancel({ client, id: cancelled })
    const id = calledId(message)
    if (id === undefined) return answerMessage(request, message, client, request.signal)
    const call = calls.begin({ client, id })
    try {
      const signal = AbortSignal.any([request.signal, call.cancelled])
      const response = await answerMessage(request, message, client, signal)
      // The client canceled the call: it gets the response to a notification.
      return call.cancelled.aborted ? new Response(null, { status: 202 }) : response
    } finally {
      call.end()
    }
  }

  const answerMessage = async (
    request: Request,
    message: unknown,
    client: string,
    signal: AbortSignal,
  ): Promise<Response> => {
    // The stacks do not read the body again. Both would require an Accept header with a type that they never send here.
    const headers = new Headers(request.headers)
    headers.set('accept', BOTH_TYPES)
    const forwarded = new Request(request.url, { method: 'POST', headers, signal })
    clients.set(forwarded, client)
    // Both stacks would report invalid parameters in their validator's wording, some of them as internal errors.
    const fault = paramsFault(message)
    if (await isLegacyRequest(forwarded, message))
      return fault === undefined
        ? answerLegacy(serviceOf(forwarded, client), forwarded, message)
        : rpcError('invalid_params', fault, { message })
    if (isListening(message))
      return rpcError('method_not_found', 'There are no change notifications to listen to.', {
        message,
      })
    const response = await modern(forwarded, { parsedBody: message })
    // Errors in the envelope or the headers take precedence, and have their own status.
    return fault === undefined || !response.ok ? response : rpcError('invalid_params', fault, { message })
  }

  const answer = async (request: Request): Promise<Response> => {
    if (request.method === 'OPTIONS')
      return new Response(null, { status: 204, headers: { allow: METHODS, ...PREFLIGHT_HEADERS } })
    if (request.method !== 'POST')
      return rpcError(
        'method_not_allowed',
        'This is a Model Context Protocol endpoint without sessions: it accepts only POST.',
        {
          headers: { allow: METHODS },
        },
      )
    return answerPost(request)
  }

  return async (request) => {
    const refusal = callers.refusal(request)
    const response = refusal === undefined ? await answer(request) : rpcError('forbidden', refusal)
    if (request.signal.aborted) {
      observe({ kind: 'abandoned', url: request.url })
      return new Response(null, { status: CLIENT_WENT_AWAY })
    }
    const { headers } = response
    headers.set('x-content-type-options', 'nosniff')
    headers.set('cache-control', 'no-store')
    headers.append('vary', 'Origin')
    const origin = request.headers.get('origin')
    if (origin !== null && refusal === undefined) headers.set('access-control-allow-origin', origin)
    return response
  }
}

/** Whether a message calls the one method of the newest revision that would keep a stream open. */
function isListening(message: unknown): boolean {
  return (
    typeof message === 'object' && message !== null && 'method' in message && message.method === 'subscriptions/listen'
  )
}
