import {
  createMcpHandler,
  type McpHttpHandler,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
} from '@modelcontextprotocol/server'
import { type RequestError, withFaults } from '../results/faults.ts'
import { CAPABILITIES, type McpService, SERVER_INFO } from '../service/service.ts'

function shaped({ kind, message, data }: RequestError): Error {
  if (kind === 'resource_not_found') return new ResourceNotFoundError(String(data?.uri), message)
  const code = kind === 'internal' ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams
  return new ProtocolError(code, message, data)
}

const translated = <T>(answer: () => T | Promise<T>): Promise<T> => withFaults(answer, shaped)

/** What clients can cache, and for how long: all lists depend only on the snapshot. */
function cacheHints(ttlMs: number) {
  const hint = { ttlMs, cacheScope: 'public' } as const
  return {
    'tools/list': hint,
    'prompts/list': hint,
    'resources/list': hint,
    'resources/templates/list': hint,
    'resources/read': hint,
    'server/discover': hint,
  }
}

function createServer(service: McpService, ttlMs: number): Server {
  const server = new Server(SERVER_INFO, {
    capabilities: CAPABILITIES,
    instructions: service.instructions,
    cacheHints: cacheHints(ttlMs),
  })
  server.setRequestHandler('tools/list', () => ({ tools: service.listTools() }))
  server.setRequestHandler('tools/call', ({ params }) => translated(() => service.callTool(params)))
  server.setRequestHandler('resources/list', () => ({ resources: service.listResources() }))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: service.listResourceTemplates() }))
  server.setRequestHandler('resources/read', ({ params }) => translated(() => service.readResource(params.uri)))
  server.setRequestHandler('prompts/list', () => ({ prompts: service.listPrompts() }))
  server.setRequestHandler('prompts/get', ({ params }) =>
    translated(() => service.getPrompt(params.name, params.arguments)),
  )
  server.setRequestHandler('completion/complete', ({ params }) => translated(() => service.complete(params)))
  return server
}

/**
 * Creates the stack of revision 2026-07-28, which has no handshake: each request identifies its client and revision.
 * `serviceOf` returns the service for a request; `ttlMs` is how long a client can cache a list, in milliseconds.
 */
export function createModern(serviceOf: (request: Request) => McpService, ttlMs: number): McpHttpHandler['fetch'] {
  const { fetch } = createMcpHandler(
    ({ requestInfo }) => {
      if (requestInfo === undefined) throw new Error('A request over HTTP is always known to its server.')
      return createServer(serviceOf(requestInfo), ttlMs)
    },
    { legacy: 'reject' },
  )
  return fetch
}
