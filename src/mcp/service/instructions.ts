import { hasDefaultFlag, type Manifest } from '../../format/manifest.ts'
import { datesInWords, tableDates } from '../../format/table-dates.ts'
import { DEFAULT_ROWS, MAX_ROWS } from '../tools/query-catalog.ts'

/** What every agent is told when it connects. Clients cut this at 2,048 characters, so the flow comes first. */
export function instructions(manifest: Manifest): string {
  const { exoplanets, stellarhosts } = manifest.tables
  const planetRows = hasDefaultFlag(manifest)
    ? 'exoplanets has a row for each planet and reference: add default_flag = 1 for one row per planet, or you count publications.'
    : 'exoplanets has one row for each planet.'
  return `A read-only catalogue of exoplanets and their stars, compiled from the NASA Exoplanet Archive (${datesInWords(tableDates(manifest.tables))}): exoplanets (${exoplanets.rows} rows, ${exoplanets.names} planets) and stellarhosts (${stellarhosts.rows} rows, ${stellarhosts.names} host names).

How to work:
1. list_insights, run_insight: prepared answers to common questions. Look there first.
2. describe_catalog: columns with units. Names are abbreviations (pl_rade, st_teff, sy_dist); look them up before you write SQL.
3. query_catalog: one SELECT in SQLite's dialect (list_functions: its functions). Let SQL count, rank and average.
4. download_detail: all rows of one planet or star.

What to mind:
- ${planetRows}
- stellarhosts has several rows per star. Joining on hostname is many-to-many and multiplies rows; exoplanets has st_ and sy_ columns itself, so a join is seldom needed.
- null means unknown, not zero. Say how many rows lack a value when it matters.
- A value whose <column>lim is 1 or -1 is an upper or lower limit, not a measurement; pl_bmasse may be a minimum mass (pl_bmassprov says Msini).
- Answers are cut to fit: ${DEFAULT_ROWS} rows by default, ${MAX_ROWS} at most. When truncated is true, notice says what is missing: never count or average cut rows.
- A result with isError says what to change: change it and call again.`
}
