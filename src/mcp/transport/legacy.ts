import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import { type RequestError, withFaults } from '../results/faults.ts'
import { CAPABILITIES, type McpService, SERVER_INFO } from '../service/service.ts'

/** The number of each kind of error in the 2024 and 2025 revisions. */
const CODES = {
  invalid_params: ErrorCode.InvalidParams,
  resource_not_found: -32_002,
  internal: ErrorCode.InternalError,
} as const satisfies Record<RequestError['kind'], number>

function shaped({ kind, message, data }: RequestError): Error {
  // McpError prefixes the message with its number, which is of no use to clients.
  return Object.assign(new McpError(CODES[kind], message, data), { message })
}

const translated = <T>(answer: () => T | Promise<T>): Promise<T> => withFaults(answer, shaped)

// Elicitation, the only thing that it validates, is never used; creating one for each server would take a millisecond.
const validator = new AjvJsonSchemaValidator()

function createServer(service: McpService): Server {
  const server = new Server(SERVER_INFO, {
    capabilities: CAPABILITIES,
    instructions: service.instructions,
    jsonSchemaValidator: validator,
  })
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: service.listTools() }))
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => translated(() => service.callTool(params)))
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: service.listResources() }))
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: service.listResourceTemplates(),
  }))
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) =>
    translated(() => service.readResource(params.uri)),
  )
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: service.listPrompts() }))
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) =>
    translated(() => service.getPrompt(params.name, params.arguments)),
  )
  server.setRequestHandler(CompleteRequestSchema, ({ params }) => translated(() => service.complete(params)))
  return server
}

/**
 * Answers one message of the revisions 2024-10-07 to 2025-11-25. Server and transport last only for the request: a shared
 * transport would confuse clients whose requests have the same ID.
 */
export async function answerLegacy(service: McpService, request: Request, message: unknown): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  const server = createServer(service)
  await server.connect(transport)
  try {
    return await transport.handleRequest(request, { parsedBody: message })
  } finally {
    await server.close()
  }
}
