import { cautionList, citation } from '../../core/answers/cautions.ts'
import { MAX_RESULT_BYTES } from '../../core/sql-limits.ts'
import { PAGE_LIMIT_PARAMETER } from '../../core/table-query/table-parameters.ts'
import type { Manifest } from '../../format/manifest.ts'
import { datesInWords, tableDates } from '../../format/table-dates.ts'
import type { Settings } from '../../settings.ts'
import { SQL_LIMIT_PARAMETER } from '../request/query-parameters.ts'

/** The introduction of the description, in Markdown. */
export function aboutText(manifest: Manifest, settings: Settings): string {
  const { tables, source } = manifest
  const { exoplanets, stellarhosts } = tables
  return `Read-only catalog of exoplanets and their host stars (${datesInWords(tableDates(tables))}). Source: ${source}

- \`exoplanets\`: ${exoplanets.rows} rows for ${exoplanets.names} planets.
- \`stellarhosts\`: ${stellarhosts.rows} rows for ${stellarhosts.names} host names, of which ${stellarhosts.hostsNotInOther} have no
  planet in \`exoplanets\` (companions, or hosts of planets newer than that table).

## The data

${cautionList(manifest)
  .map((caution) => `- ${caution}`)
  .join('\n')}

The license of this document is that of the service, not of the data. ${citation(manifest)}

## Responses

Responses are JSON unless stated otherwise. Errors are problem documents (RFC 9457) with a stable \`code\`, often with similar
valid names. Exceptions: \`/mcp\` normally returns JSON-RPC errors, \`/tap\` VOTables; 431, and 413 above 2 MiB, have no body.

| Limit | Default | Maximum |
|---|---|---|
| rows per page | ${PAGE_LIMIT_PARAMETER.default} | ${PAGE_LIMIT_PARAMETER.maximum}; larger values are treated as this |
| rows per query | ${SQL_LIMIT_PARAMETER.default} | ${SQL_LIMIT_PARAMETER.maximum}; larger values are treated as this |
| query run time | | ${settings.sqlTimeoutMs / 1000} s, then status 408 |
| query result size | | ${MAX_RESULT_BYTES / 1_048_576} MiB of JSON |

\`HEAD\` is supported wherever \`GET\` is, and \`OPTIONS\` on every path. CORS allows reading from any origin, except on \`/mcp\`.
\`/tap\` is for the tools of the Virtual Observatory (TAP 1.1) and is described by \`/tap/capabilities\` and \`/tap/tables\`, not here;
likewise \`/scs\` (cone search), and the archive's own paths under \`/cgi-bin\`.

Responses determined by the snapshot carry \`ETag\` and \`Last-Modified\` and can be reused for ${settings.cacheMaxAgeS} s (downloads:
${settings.exportMaxAgeS} s) without revalidation. Downloads, and other bodies of 1 KiB or more, are compressed if the client accepts zstd,
brotli or gzip (downloads: gzip only).`
}
