import type { OpenAPIV3 } from 'openapi-types'
import type { Problem } from '../../core/answers/service.ts'
import { ERRORS, type ErrorCode } from '../../core/errors.ts'
import { FORMATS } from '../../formats/formats.ts'
import { PROBLEM_MEDIA_TYPE, STATUS_OF_KIND, TITLES } from '../response/problem.ts'
import { ERROR_DESCRIPTIONS } from './error-descriptions.ts'
import { ref } from './schemas.ts'

type Responses = OpenAPIV3.ResponsesObject

const header = (
  description: string,
  schema: OpenAPIV3.NonArraySchemaObject,
  required = true,
): OpenAPIV3.HeaderObject => ({ description, required, schema: { type: 'string', ...schema } })

/** All headers in the description, by name. */
export const HEADERS: Readonly<Record<string, OpenAPIV3.HeaderObject>> = {
  ETag: header('Strong validator, one for each content coding; `If-None-Match` with it returns 304.', {
    pattern: '^"[0-9a-z]+(-zs|-br|-gz)?"$',
  }),
  'Cache-Control': header('How long the response can be reused.', {}),
  'Last-Modified': header(
    'Time when the snapshot was published; absent if the response also depends on the program or its settings.',
    {},
    false,
  ),
  'Accept-Ranges': header('An interrupted download can be resumed with `Range`.', { pattern: '^bytes$' }),
  'Content-Range': header('Range of the returned bytes and size of the file; only the size if no byte is returned.', {
    pattern: '^bytes ([0-9]+-[0-9]+|\\*)/[0-9]+$',
  }),
  Vary: header('Request headers that select the form of the response.', {}),
  'Content-Disposition': header('The file name to save it under (RFC 6266).', { pattern: '^attachment; filename="' }),
  'Retry-After': header('Seconds to wait before the next attempt.', { pattern: '^[0-9]+$' }),
  Allow: header('Methods that the path supports.', {}),
}

/** References to headers. */
export function responseHeaders(...names: readonly string[]): Record<string, OpenAPIV3.ReferenceObject> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** A successful response: its media type and further properties. */
export interface Ok {
  readonly description: string
  readonly mediaType: string
  readonly schema: OpenAPIV3.SchemaObject | OpenAPIV3.ReferenceObject
  /** `snapshot`: a validator and a lifetime; `sometimes`: these only if the result is deterministic; `never`: no-store. */
  readonly kept: 'snapshot' | 'sometimes' | 'never'
  readonly isDownload?: boolean
  /** True if the same rows are also available in the other formats. */
  readonly hasFormats?: boolean
}

/** Formats that a read can return instead of JSON, chosen by `format` or `Accept`. */
const OTHER_FORMATS = Object.values(FORMATS)
  .filter((format) => format !== FORMATS.json)
  .map(({ mediaType }) => mediaType)

const DOWNLOAD_HEADERS = ['Content-Disposition', 'Accept-Ranges'] as const
const VALIDATORS = ['ETag', 'Cache-Control', 'Last-Modified', 'Vary'] as const
const KEPT_HEADERS = { snapshot: VALIDATORS, sometimes: ['Cache-Control', 'Vary'], never: ['Cache-Control'] } as const

function okResponse({
  description,
  mediaType,
  schema,
  kept,
  isDownload = false,
  hasFormats = false,
}: Ok): OpenAPIV3.ResponseObject {
  return {
    description,
    headers: responseHeaders(...KEPT_HEADERS[kept], ...(isDownload ? DOWNLOAD_HEADERS : [])),
    content: {
      [mediaType]: { schema },
      ...(hasFormats ? Object.fromEntries(OTHER_FORMATS.map((type) => [type, { schema: { type: 'string' } }])) : {}),
    },
  }
}

/** The response to a request with `Range` and, if present, a matching `If-Range`. */
function partResponse(ok: Ok): OpenAPIV3.ResponseObject {
  const { headers } = okResponse(ok)
  return {
    description: 'Partial Content: the bytes that `Range` requests.',
    headers: { ...headers, ...responseHeaders('Content-Range') },
    content: { [ok.mediaType]: { schema: { type: 'string', format: 'binary' } } },
  }
}

const HEADER_OF_STATUS: Readonly<Record<number, string>> = { 405: 'Allow', 416: 'Content-Range', 503: 'Retry-After' }

/** A body with this status and code; actual ones have a more specific `detail`. */
function problemExample(status: keyof typeof TITLES, code: ErrorCode): Problem {
  const [first = '', ...rest] = ERROR_DESCRIPTIONS[code]
  const detail = `${first.toUpperCase()}${rest.join('')}.`
  return { type: 'about:blank', title: TITLES[status], status, detail, code }
}

/** The response of an error; `codes` are those that it can contain. */
export function problemAnswer(status: keyof typeof TITLES, codes: readonly ErrorCode[]): OpenAPIV3.ResponseObject {
  const extra = HEADER_OF_STATUS[status]
  return {
    description: `${TITLES[status]}, when\n${codes.map((code) => `- ${ERROR_DESCRIPTIONS[code]}: \`${code}\``).join('\n')}`,
    headers: responseHeaders('Cache-Control', ...(extra === undefined ? [] : [extra])),
    content: {
      [PROBLEM_MEDIA_TYPE]: {
        example: problemExample(status, codes[0]!),
        schema: {
          allOf: [
            ref('Problem'),
            {
              type: 'object',
              properties: { status: { type: 'integer', enum: [status] }, code: { type: 'string', enum: [...codes] } },
            },
          ],
        },
      },
    },
  }
}

/** All responses of an operation; `codes` are its errors in addition to those of every endpoint. */
export function responses(ok: Ok, codes: readonly ErrorCode[]): Responses {
  const all: readonly ErrorCode[] = [
    ...codes,
    ...(ok.isDownload === true ? (['range_not_satisfiable'] as const) : []),
    'method_not_allowed',
    'resource_exhausted',
    'internal',
  ]
  const byStatus = Map.groupBy(all, (code) => STATUS_OF_KIND[ERRORS[code]])
  const problems = [...byStatus].map(([status, ofStatus]) => [String(status), problemAnswer(status, ofStatus)])
  const unchanged = {
    description:
      "Not Modified: the client's copy is current according to its `If-None-Match` or, without one, its `If-Modified-Since`.",
    headers: responseHeaders(...VALIDATORS),
  }
  return {
    200: okResponse(ok),
    ...(ok.isDownload === true ? { 206: partResponse(ok) } : {}),
    ...(ok.kept === 'never' ? {} : { 304: unchanged }),
    ...(Object.fromEntries(problems) as Responses),
  }
}
