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
    'No key is needed. Everything is GET, but for `/mcp`; answers are JSON unless they say otherwise.',
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
    '- [NASA Exoplanet Archive](https://exoplanetarchive.ipac.caltech.edu/): where the data come from',
    '',
    `Say with a result that the data are those of the NASA Exoplanet Archive, and give the date of the table. ${citation(catalog.manifest)}`,
  ].join('\n')}\n`
}

/** `/skill.md`: how to answer questions about exoplanets with this service, as a skill that an agent can load. */
export function skillText({ catalog, settings, base, hasMcp }: GuideOptions): string {
  const examples = examplesFor(catalog)
  const address = base === '' ? 'the address that this file came from' : `<${base}>`
  return `${[
    '---',
    'name: exoplanet-catalog',
    'description: Answers questions about exoplanets and their host stars (counts, rankings, values of one planet or star, downloads) from the NASA Exoplanet Archive with a read-only JSON service. Use it whenever confirmed planets, their orbits, radii, masses, discovery or stars are asked about.',
    '---',
    '',
    '# Exoplanet Catalog',
    '',
    summaryLine(catalog.manifest),
    '',
    `The service is at ${address}; plain GET requests without a key.`,
    ...(hasMcp ? [`If you speak MCP, connect to \`${base}/mcp\` instead: it has the same things as tools.`] : []),
    '',
    '## How to work',
    '',
    '1. Look whether an insight below answers the question: `GET /rest/insights/{slug}` gives its rows, its SQL and its caveats.',
    '2. Else look the column names up: `GET /rest/exoplanets/schema` and `/rest/stellarhosts/schema` have types, units and descriptions. They are abbreviations; never guess them.',
    '3. Ask with SQL: `GET /rest/query?sql=…`, URL-encoded. Let SQL count, rank and average.',
    '4. For single rows without SQL: `GET /rest/exoplanets` and `/rest/stellarhosts`.',
    '5. For everything about one planet or star: `GET /exoplanets/{pl_name}.json` or `/stellarhosts/{hostname}.json` (or `.csv`), the name exactly as in the table, with `%20` for a space.',
    '6. Say with a result how many rows it rests on, and the archive date (`GET /health`).',
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
    `Say with a result that the data are those of the NASA Exoplanet Archive, and give the date of the table. ${citation(catalog.manifest)}`,
  ].join('\n')}\n`
}
