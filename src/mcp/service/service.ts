import type { Catalog } from '../../core/catalog/catalog.ts'
import { VERSION } from '../../core/version.ts'
import type { Observe } from '../../observe.ts'
import { RequestError } from '../results/faults.ts'
import { ANNOTATIONS } from '../results/tool.ts'
import { TOOLS } from '../tools/index.ts'
import { callTool, type ToolCall, type ToolResult } from './call-tool.ts'
import { type Completion, type CompletionRequest, complete } from './completion.ts'
import { instructions } from './instructions.ts'
import { type ObjectJsonSchema, objectJsonSchema } from './json-schema.ts'
import { getPrompt, PROMPT_ENTRIES, type PromptText } from './prompts.ts'
import { listResources, RESOURCE_TEMPLATES, type ResourceEntry, type ResourceText, readResource } from './resources.ts'

export const SERVER_INFO = { name: 'exoplanet-catalog', title: 'Exoplanet catalog', version: VERSION }

/** Nothing changes while a client is connected, so no notifications are offered. */
export const CAPABILITIES = { tools: {}, resources: {}, prompts: {}, completions: {} }

export type ToolEntry = {
  name: string
  title: string
  description: string
  inputSchema: ObjectJsonSchema
  outputSchema: ObjectJsonSchema
  annotations: typeof ANNOTATIONS
}

const TOOL_ENTRIES: ToolEntry[] = TOOLS.map(({ name, title, description, input, output }) => ({
  name,
  title,
  description,
  inputSchema: objectJsonSchema(input, 'input'),
  outputSchema: objectJsonSchema(output, 'output'),
  annotations: ANNOTATIONS,
}))

/**
 * The operations of the endpoint in every revision of the protocol: both stacks bind their methods to these. All errors
 * that a client can see are RequestFaults. Each service handles one HTTP request.
 */
export interface McpService {
  readonly instructions: string
  listTools(): ToolEntry[]
  callTool(call: ToolCall): Promise<ToolResult>
  listResources(): ResourceEntry[]
  listResourceTemplates(): typeof RESOURCE_TEMPLATES
  readResource(uri: string): ResourceText
  listPrompts(): typeof PROMPT_ENTRIES
  getPrompt(name: string, args: unknown): PromptText
  complete(request: CompletionRequest): Completion
}

export interface ServiceOptions {
  readonly catalog: Catalog
  readonly baseUrl: string
  /** Identifies the client to which queries are attributed; see SelectRequest. */
  readonly client?: string
  readonly request: Request
  readonly observe: Observe
}

/** Creates the service of one request, with the current snapshot and the links to it. */
export function createService({ catalog: shared, baseUrl, client, request, observe }: ServiceOptions): McpService {
  const { signal, method, url } = request
  const catalog: Catalog =
    client === undefined ? shared : { ...shared, select: (query, ended) => shared.select({ ...query, client }, ended) }

  /** Passes RequestFaults through. For any other error the client gets an ID to quote, and the details are logged. */
  const toClientError = (error: unknown): RequestError => {
    if (error instanceof RequestError) return error
    if (signal.aborted) return new RequestError('internal', 'The client disconnected.')
    const requestId = crypto.randomUUID()
    observe({ kind: 'problem', requestId, method, url, error })
    return new RequestError(
      'internal',
      `Internal error, not caused by the request. Quote ${requestId} when you report it.`,
    )
  }
  const guarded = <T>(answer: () => T): T => {
    try {
      return answer()
    } catch (error) {
      throw toClientError(error)
    }
  }

  return {
    instructions: instructions(catalog.manifest),
    listTools: () => TOOL_ENTRIES,
    async callTool(call) {
      try {
        return await callTool(call, { catalog, baseUrl, signal }, observe)
      } catch (error) {
        throw toClientError(error)
      }
    },
    listResources: () => guarded(() => listResources(catalog)),
    listResourceTemplates: () => RESOURCE_TEMPLATES,
    readResource: (uri) => guarded(() => readResource(catalog, uri)),
    listPrompts: () => PROMPT_ENTRIES,
    complete: (asked) => guarded(() => complete(catalog, asked)),
    getPrompt: (name, args) => guarded(() => getPrompt(name, args, catalog.manifest)),
  }
}
