import { PAGE_LIMIT_PARAMETER } from '../../core/pages/table-query.ts'
import { MAX_RESULT_BYTES } from '../../core/sql-limits.ts'
import type { Manifest } from '../../format/manifest.ts'
import { datesInWords, tableDates } from '../../format/table-dates.ts'
import type { Settings } from '../../settings.ts'
import { SQL_LIMIT_PARAMETER } from '../request/query-parameters.ts'

/** What the description says of the service as a whole, in Markdown. */
export function aboutText({ tables, source }: Manifest, settings: Settings): string {
  const { exoplanets, stellarhosts } = tables
  return `A read-only catalogue of exoplanets and their host stars (${datesInWords(tableDates(tables))}). Source: ${source}

- \`exoplanets\`: ${exoplanets.rows} rows on ${exoplanets.names} planets, one row for each planet **and reference**.
  Where there is a column \`default_flag\`, 1 marks the row that the archive has chosen for a planet.
- \`stellarhosts\`: ${stellarhosts.rows} rows on ${stellarhosts.names} host names, of which ${stellarhosts.hostsNotInOther} have no
  planet in \`exoplanets\` (companions, or hosts of planets newer than that table); many rows for each host. Both tables have
  \`hostname\`; joining them on it multiplies rows.

An unknown value is \`null\`, never 0. Every answer is JSON unless it says otherwise; every error is a problem document
(RFC 9457) with a stable \`code\`, and often with the nearest valid names.

| Limit | Default | Most |
|---|---|---|
| rows of a page | ${PAGE_LIMIT_PARAMETER.default} | ${PAGE_LIMIT_PARAMETER.maximum}, larger values are capped |
| rows of a query | ${SQL_LIMIT_PARAMETER.default} | ${SQL_LIMIT_PARAMETER.maximum}, larger values are capped |
| running time of a query | | ${settings.sqlTimeoutMs / 1000} s, then status 408 |
| result of a query | | ${MAX_RESULT_BYTES / 1_048_576} MiB of JSON |

\`HEAD\` works wherever \`GET\` does, and \`OPTIONS\` everywhere. Web pages of any origin may read. Answers from the snapshot
carry \`ETag\` and \`Last-Modified\` and may be used for ${settings.cacheMaxAgeS} s (downloads: ${settings.exportMaxAgeS} s) without asking again.
Bodies are compressed with zstd, brotli or gzip for clients that take it.`
}
