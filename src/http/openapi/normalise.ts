import type { OpenAPIV3 } from 'openapi-types'
import { ENDPOINTS, type OperationId } from '../endpoints/endpoints.ts'
import type { AnswerExamples } from './answers.ts'

const METHODS = ['get', 'post'] as const

type Parameter = OpenAPIV3.ParameterObject | OpenAPIV3.ReferenceObject

/** The plugin adds a plain parameter for each `{name}` of a path, also where the operation refers to one. */
function withoutDoubles(given: readonly Parameter[]): Parameter[] {
  const referred = new Set(given.flatMap((one) => ('$ref' in one ? [one.$ref.split(/[/.]/).at(-1)] : [])))
  return given.filter((one) => '$ref' in one || one.in !== 'path' || !referred.has(one.name))
}

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

function normaliseItem(item: OpenAPIV3.PathItemObject, examples: AnswerExamples): OpenAPIV3.PathItemObject {
  const operations = METHODS.flatMap((method) => {
    const operation = item[method]
    if (operation === undefined) return []
    const { parameters, responses } = operation
    const ofOperation = examples[operation.operationId as OperationId] ?? {}
    const kept = {
      ...operation,
      ...(parameters === undefined ? {} : { parameters: withoutDoubles(parameters) }),
      responses: withExamples(responses, ofOperation),
    }
    return [[method, kept] as const]
  })
  return Object.fromEntries(operations)
}

/**
 * The plugin's document made true: each path parameter once, paths in the order of every listing (a route that no
 * listing has comes last), no tag without operations, and with examples of answers.
 */
export function normalise(document: OpenAPIV3.Document, examples: AnswerExamples): OpenAPIV3.Document {
  const { openapi, info, externalDocs, servers = [], tags = [], components = {} } = document
  const order: readonly string[] = Object.values(ENDPOINTS).map(({ path }) => path)
  const place = (path: string): number => (order.indexOf(path) + order.length + 1) % (order.length + 1)
  const items = Object.entries(document.paths)
    .filter((entry): entry is [string, OpenAPIV3.PathItemObject] => entry[1] !== undefined)
    .map(([path, item]) => [path, normaliseItem(item, examples)] as const)
    .sort(([a], [b]) => place(a) - place(b))
  const used = new Set(items.flatMap(([, item]) => METHODS.flatMap((method) => item[method]?.tags ?? [])))
  const paths: OpenAPIV3.PathsObject = Object.fromEntries(items)
  return {
    openapi,
    info,
    ...(externalDocs === undefined ? {} : { externalDocs }),
    servers,
    tags: tags.filter(({ name }) => used.has(name)),
    paths,
    components,
  }
}
