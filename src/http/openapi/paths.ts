import type { OpenAPIV3 } from 'openapi-types'
import { ENDPOINTS, type Endpoint, type OperationId } from '../endpoints/endpoints.ts'
import type { AnswerExamples } from './answers.ts'
import { MCP_OPERATION } from './mcp-operation.ts'
import { detailOf } from './operations.ts'

function withExamples(
  responses: OpenAPIV3.ResponsesObject,
  examples: Readonly<Record<number, unknown>>,
): OpenAPIV3.ResponsesObject {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      const example = examples[Number(status)]
      if (example === undefined || '$ref' in response) return [status, response]
      const content = Object.entries(response.content ?? {}).map(([type, media]) => [type, { ...media, example }])
      return [status, { ...response, content: Object.fromEntries(content) }]
    }),
  )
}

/** All paths with their operations, in the order of every list, with example responses. */
export function paths(hasMcp: boolean, examples: AnswerExamples): OpenAPIV3.PathsObject {
  const described = Object.entries<Endpoint>(ENDPOINTS).flatMap(([key, { path, method = 'GET' }]) => {
    const id = key as OperationId
    if (id === 'call_mcp' && !hasMcp) return []
    const operation = id === 'call_mcp' ? MCP_OPERATION : detailOf(id)
    const responses = withExamples(operation.responses, examples[id] ?? {})
    return [[path, { [method.toLowerCase()]: { ...operation, responses } }] as const]
  })
  return Object.fromEntries(described)
}
