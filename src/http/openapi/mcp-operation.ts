import type { OpenAPIV3 } from 'openapi-types'
import { ENDPOINTS } from '../endpoints/endpoints.ts'
import { JSON_TYPE } from '../request/media-types.ts'
import { problemAnswer, responseHeaders } from './responses.ts'
import { ref as anyRef } from './schemas.ts'

/** The first message of a client that uses the protocol revision with a handshake. */
const EXAMPLE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'example', version: '1.0.0' } },
}

/** Meaning of each rejection that precedes the protocol. */
const REFUSALS = {
  400: 'Bad Request: the body is not JSON, is not a JSON-RPC message or is a batch, or the protocol revision is not supported.',
  403: 'Forbidden: the host name or the `Origin` is not allowed.',
  404: 'Not Found: unknown method, in revision 2026-07-28.',
  405: 'Method Not Allowed: any method but POST and OPTIONS.',
  406: 'Not Acceptable: the `Accept` header excludes `application/json`.',
  413: 'Content Too Large: the body exceeds 1 MiB or 2,000 values. Above 2 MiB the response has no body.',
  415: 'Unsupported Media Type: the body is not `application/json`, or is compressed.',
} as const

function answer(description: string, schema: McpSchemaName, ...more: readonly string[]): OpenAPIV3.ResponseObject {
  return {
    description,
    headers: responseHeaders('Cache-Control', 'Vary', ...more),
    content: { [JSON_TYPE]: { schema: ref(schema) } },
  }
}

type McpSchemaName = 'JsonRpcRequest' | 'JsonRpcAnswer' | 'JsonRpcResult' | 'JsonRpcError'
const ref = (name: McpSchemaName) => anyRef<McpSchemaName>(name)

/** The schemas of `/mcp`. */
export const MCP_SCHEMAS: Readonly<Record<McpSchemaName, OpenAPIV3.SchemaObject>> = {
  JsonRpcRequest: {
    type: 'object',
    description: 'A JSON-RPC 2.0 message: a request, or without `id` a notification.',
    properties: {
      jsonrpc: { type: 'string', enum: ['2.0'] },
      id: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
      method: { type: 'string', description: 'For example `tools/list` or `tools/call`.' },
      params: { type: 'object' },
    },
    required: ['jsonrpc', 'method'],
  },
  JsonRpcAnswer: {
    description: 'The outcome of a request: a result or a protocol error.',
    oneOf: [ref('JsonRpcResult'), ref('JsonRpcError')],
  },
  JsonRpcResult: {
    type: 'object',
    properties: {
      jsonrpc: { type: 'string', enum: ['2.0'] },
      id: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
      result: { type: 'object' },
    },
    required: ['jsonrpc', 'id', 'result'],
    additionalProperties: false,
  },
  JsonRpcError: {
    type: 'object',
    properties: {
      jsonrpc: { type: 'string', enum: ['2.0'] },
      id: { anyOf: [{ type: 'string', nullable: true }, { type: 'integer' }] },
      error: {
        type: 'object',
        properties: { code: { type: 'integer' }, message: { type: 'string' }, data: {} },
        required: ['code', 'message'],
      },
    },
    required: ['jsonrpc', 'error'],
    additionalProperties: false,
  },
}

/** `POST /mcp`, as far as HTTP is concerned; the protocol itself describes its tools. */
export const MCP_OPERATION: OpenAPIV3.OperationObject = {
  operationId: 'call_mcp',
  tags: [ENDPOINTS.call_mcp.tag],
  summary: ENDPOINTS.call_mcp.description,
  description:
    'The Model Context Protocol over Streamable HTTP, stateless: one message per POST, with a JSON response. `tools/list` lists the tools with their input and output schemas. GET and DELETE return 405; calls from web pages are limited to allowed origins.',
  requestBody: {
    required: true,
    content: { [JSON_TYPE]: { schema: ref('JsonRpcRequest'), example: EXAMPLE } },
  },
  responses: {
    200: answer('The response to a request', 'JsonRpcAnswer'),
    202: { description: 'The notification was accepted', headers: responseHeaders('Cache-Control', 'Vary') },
    ...Object.fromEntries(
      Object.entries(REFUSALS).map(([status, words]) => [
        status,
        answer(words, 'JsonRpcError', ...(status === '405' ? ['Allow'] : [])),
      ]),
    ),
    500: problemAnswer(500, ['internal']),
    503: problemAnswer(503, ['resource_exhausted']),
  },
}
