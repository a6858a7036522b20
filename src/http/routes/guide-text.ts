import { citation } from '../../core/answers/cautions.ts'
import type { Catalog } from '../../core/catalog/catalog.ts'
import type { Settings } from '../../settings.ts'
import { ENDPOINTS, type Endpoint, isLink, listedEndpoints, OTHER_SERVICES, shownPath } from '../endpoints/endpoints.ts'
import { examplesFor } from '../endpoints/examples.ts'
import { exampleLines, insightLines, limitLines, parameterLines, summaryLine, tableLines } from './guide-parts.ts'

export interface GuideOptions {
  readonly catalog: Catalog
  readonly settings: Settings
  /** URL of the service without a slash at the end; empty if unknown. */
  readonly base: string
  readonly hasMcp: boolean
}

function endpointLine(base: string, endpoint: Endpoint): string {
  const { path, method = 'GET', description } = endpoint
  const shown = isLink(endpoint) ? `[${path}](${base}${path})` : `\`${method} ${shownPath(endpoint)}\``
  return `- ${shown}: ${description}`
}

/** `/llms.txt`: an index of the service (llmstxt.org). */
export function llmsText({ catalog, settings, base, hasMcp }: GuideOptions): string {
  const endpoints = listedEndpoints(hasMcp)
  const guides: readonly Endpoint[] = [ENDPOINTS.get_skill, ENDPOINTS.get_openapi, ENDPOINTS.get_swagger_ui]
  return `${[
    '# Exoplanet Catalog',
    '',
    `> ${summaryLine(catalog.manifest)}`,
    '',
    'No key is needed. All requests are GET, except those to `/mcp`; responses are JSON unless stated otherwise.',
    '',
    ...tableLines(catalog.manifest),
    '',
    '## Read first',
    '',
    ...guides.map((endpoint) => endpointLine(base, endpoint)),
    '',
    '## Endpoints',
    '',
    ...endpoints.filter((endpoint) => !guides.includes(endpoint)).map((endpoint) => endpointLine(base, endpoint)),
    '',
    '## Examples',
    '',
    ...exampleLines(examplesFor(catalog), base),
    '',
    '## Limits and errors',
    '',
    ...limitLines(settings),
    '',
    '## Optional',
    '',
    ...OTHER_SERVICES.map(({ path, description }) => `- \`${path}\`: ${description}`),
    '- [NASA Exoplanet Archive](https://exoplanetarchive.ipac.caltech.edu/): source of the data',
    '',
    `With each result, say that the data come from the NASA Exoplanet Archive, and give the date of the table. ${citation(catalog.manifest)}`,
  ].join('\n')}\n`
}

/** `/skill.md`: how to answer questions about exoplanets with this service, as a skill that an agent can load. */
export function skillText({ catalog, settings, base, hasMcp }: GuideOptions): string {
  const examples = examplesFor(catalog)
  const address = base === '' ? 'the URL that this file came from' : `<${base}>`
  return `${[
    '---',
    'name: exoplanet-catalog',
    'description: Answers questions about exoplanets and their host stars (counts, rankings, values of one planet or star, downloads) from the NASA Exoplanet Archive with a read-only JSON service. Use it for every question about confirmed planets, their orbits, radii, masses, discovery or stars.',
    '---',
    '',
    '# Exoplanet Catalog',
    '',
    summaryLine(catalog.manifest),
    '',
    `The service is at ${address}; plain GET requests without a key.`,
    ...(hasMcp
      ? [`If you support MCP, connect to \`${base}/mcp\` instead: it provides the same data through tools.`]
      : []),
    '',
    '## How to work',
    '',
    '1. Check whether an insight below answers the question: `GET /rest/insights/{slug}` returns its rows, SQL and caveats.',
    '2. If none does, look up the column names: `GET /rest/exoplanets/schema` and `/rest/stellarhosts/schema` list them with types, units and descriptions. The names are abbreviations; never guess them.',
    '3. Query with SQL: `GET /rest/query?sql=…`, URL-encoded. Let SQL count, rank and average.',
    '4. For single rows without SQL: `GET /rest/exoplanets` and `/rest/stellarhosts`.',
    '5. For everything about one planet or star: `GET /exoplanets/{pl_name}.json` or `/stellarhosts/{hostname}.json` (or `.csv`), the name exactly as in the table, with `%20` for a space.',
    '6. With each result, state how many rows it is based on, and the archive date (`GET /health`).',
    '',
    '## Tables',
    '',
    ...tableLines(catalog.manifest),
    '',
    '## Parameters of /rest/exoplanets and /rest/stellarhosts',
    '',
    ...parameterLines(),
    '',
    '## Limits and errors',
    '',
    ...limitLines(settings),
    '',
    '## Examples',
    '',
    ...exampleLines(examples, base),
    '',
    '```sql',
    examples.sql,
    '```',
    '',
    '## Insights',
    '',
    ...insightLines(catalog),
    '',
    '## Attribution',
    '',
    `With each result, say that the data come from the NASA Exoplanet Archive, and give the date of the table. ${citation(catalog.manifest)}`,
  ].join('\n')}\n`
}
