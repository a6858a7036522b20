import { swagger } from '@elysiajs/swagger'
import { Elysia } from 'elysia'
import type { Catalog } from '../../core/catalog/catalog.ts'
import { VERSION } from '../../core/version.ts'
import { allTables } from '../../format/manifest.ts'
import type { Settings } from '../../settings.ts'
import { TAGS } from '../endpoints/endpoints.ts'
import { examplesFor } from '../endpoints/examples.ts'
import { aboutText } from './about.ts'
import { answerExamples } from './answers.ts'
import { MCP_SCHEMAS } from './mcp-operation.ts'
import { parameters } from './parameters.ts'
import { paths } from './paths.ts'
import { HEADERS } from './responses.ts'
import { schemas } from './schemas.ts'

/**
 * The path of the plugin's own pages. They exist only in the instance that builds the document, since they load from a
 * CDN.
 */
const PLUGIN_PATH = '/plugin'

export interface DescribeOptions {
  readonly catalog: Catalog
  readonly settings: Settings
  /** Public URL of the service without a slash at the end; undefined if unknown. */
  readonly address: string | undefined
  /** True if `/mcp` is served. */
  readonly hasMcp: boolean
}

/**
 * The API description of the current snapshot, as JSON. The operations are data (see operations.ts), so the plugin
 * receives them complete and sees no routes: from routes it would omit wildcard paths and duplicate path parameters. A
 * test checks that every route has its operation.
 */
export async function describeApi({ catalog, settings, address, hasMcp }: DescribeOptions): Promise<string> {
  const { manifest } = catalog
  const examples = examplesFor(catalog)
  const tags = Object.entries(TAGS).map(([name, description]) => ({ name, description }))
  const instance = new Elysia().use(
    swagger({
      path: PLUGIN_PATH,
      specPath: `${PLUGIN_PATH}/json`,
      documentation: {
        info: {
          title: 'Exoplanet Catalog API',
          version: VERSION,
          description: aboutText(manifest, settings),
          license: { name: 'MIT (of the service, not of the data)', url: 'https://opensource.org/license/mit' },
        },
        externalDocs: {
          url: 'https://exoplanetarchive.ipac.caltech.edu/docs/API_PS_columns.html',
          description: 'The columns as the NASA Exoplanet Archive defines them',
        },
        servers: [{ url: address ?? '/' }],
        tags,
        paths: paths(hasMcp, answerExamples(catalog, examples)),
        components: {
          schemas: { ...schemas(manifest), ...(hasMcp ? MCP_SCHEMAS : {}) },
          parameters: parameters(examples, Object.keys(manifest.files.data), [...allTables(manifest).keys()]),
          headers: { ...HEADERS },
        },
      },
    }),
  )
  const response = await instance.handle(new Request(`http://localhost${PLUGIN_PATH}/json`))
  return response.text()
}
