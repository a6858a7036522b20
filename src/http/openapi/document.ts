import { swagger } from '@elysiajs/swagger'
import { type AnyElysia, Elysia } from 'elysia'
import type { OpenAPIV3 } from 'openapi-types'
import type { Catalog } from '../../core/catalog/catalog.ts'
import { VERSION } from '../../core/version.ts'
import type { Settings } from '../../settings.ts'
import { ENDPOINTS, type OperationId, TAGS } from '../endpoints/endpoints.ts'
import { type Examples, examplesFor } from '../endpoints/examples.ts'
import { aboutText } from './about.ts'
import { answerExamples } from './answers.ts'
import { MCP_OPERATION, MCP_SCHEMAS } from './mcp-operation.ts'
import { normalise } from './normalise.ts'
import { detailOf } from './operations.ts'
import { parameters } from './parameters.ts'
import { HEADERS } from './responses.ts'
import { schemas } from './schemas.ts'

/** Where the plugin's own pages would be. They exist only in the instance that makes the document: they load from a CDN. */
const PLUGIN_PATH = '/plugin'

/** Operations whose routes take any text, which the plugin leaves out. */
const WILDCARDS: readonly OperationId[] = [
  'download_exoplanet_json',
  'download_exoplanet_csv',
  'download_stellarhost_json',
  'download_stellarhost_csv',
  'get_swagger_ui_file',
]

export interface DescribeOptions {
  readonly catalog: Catalog
  readonly settings: Settings
  /** Public address of the service without a slash at the end; undefined where nobody knows it. */
  readonly address: string | undefined
  /** True where `/mcp` is served. */
  readonly hasMcp: boolean
}

/** The paths that the plugin does not take from the routes. */
function morePaths(hasMcp: boolean): OpenAPIV3.PathsObject {
  const paths = WILDCARDS.map((id) => [ENDPOINTS[id].path, { get: detailOf(id) }])
  return { ...Object.fromEntries(paths), ...(hasMcp ? { [ENDPOINTS.call_mcp.path]: { post: MCP_OPERATION } } : {}) }
}

/** The plugin's document over `routes`, which say in their `detail` what they are. */
async function pluginDocument(
  routes: AnyElysia,
  { catalog, settings, address, hasMcp }: DescribeOptions,
  examples: Examples,
): Promise<OpenAPIV3.Document> {
  const { manifest } = catalog
  const instance = new Elysia().use(routes).use(
    swagger({
      path: PLUGIN_PATH,
      specPath: `${PLUGIN_PATH}/json`,
      excludeStaticFile: false,
      documentation: {
        info: {
          title: 'Exoplanet Catalog API',
          version: VERSION,
          description: aboutText(manifest, settings),
          license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
        },
        externalDocs: {
          url: 'https://exoplanetarchive.ipac.caltech.edu/docs/API_PS_columns.html',
          description: 'The columns as the NASA Exoplanet Archive defines them',
        },
        servers: [{ url: address ?? '/' }],
        tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
        paths: morePaths(hasMcp),
        components: {
          schemas: { ...schemas(manifest), ...(hasMcp ? MCP_SCHEMAS : {}) },
          parameters: parameters(examples),
          headers: { ...HEADERS },
        },
      },
    }),
  )
  const response = await instance.handle(new Request(`http://localhost${PLUGIN_PATH}/json`))
  return (await response.json()) as OpenAPIV3.Document
}

/** The API description of `routes` over the snapshot of the moment, as JSON. */
export async function describeApi(routes: AnyElysia, options: DescribeOptions): Promise<string> {
  const examples = examplesFor(options.catalog)
  const document = await pluginDocument(routes, options, examples)
  return JSON.stringify(normalise(document, answerExamples(options.catalog, examples)))
}
