import { cautionsFor } from '../../core/answers/cautions.ts'
import type { Manifest } from '../../format/manifest.ts'
import { datesInWords, tableDates } from '../../format/table-dates.ts'
import { DEFAULT_ROWS, MAX_ROWS } from '../tools/query-catalog.ts'

/** Maximum length of the instructions, in characters: clients truncate them there. */
const MAX_CHARS = 2_048

/** Cautions by importance for an agent: those that do not fit are in the tool descriptions. */
const ORDER = ['planetRows', 'hostRows', 'limits', 'masses', 'nulls', 'errors', 'dates'] as const

/** Maximum length of the list of further tables, in characters. */
const MAX_LISTED_CHARS = 200

/** The tables other than the two main ones, in a sentence with a leading space; empty if there are none. */
function furtherTables(manifest: Manifest): string {
  const names = Object.keys(manifest.furtherTables)
  if (names.length === 0) return ''
  const all = names.join(', ')
  const list = all.length <= MAX_LISTED_CHARS ? all : `${names.length} tables, which health lists`
  return ` Further tables for query_catalog and the describe tools: ${list}.`
}

/** The instructions for every agent that connects; the workflow comes first. */
export function instructions(manifest: Manifest): string {
  const { exoplanets, stellarhosts } = manifest.tables
  const cautions = cautionsFor(manifest)
  const begin = `A read-only catalog of exoplanets and their host stars, compiled from the NASA Exoplanet Archive (${datesInWords(tableDates(manifest.tables))}): exoplanets (${exoplanets.rows} rows, ${exoplanets.names} planets) and stellarhosts (${stellarhosts.rows} rows, ${stellarhosts.names} host names).${furtherTables(manifest)}

How to work:
1. list_insights, run_insight: precomputed answers to common questions. Look there first.
2. get_planet, get_star: one object, in any spelling of its name (resolve_name finds names).
3. describe_catalog, describe_column: columns with units, values of a column. Names are abbreviations (pl_rade, st_teff, sy_dist); look them up first.
4. query_catalog: one SELECT in SQLite's dialect (list_functions: its functions). Let SQL count and average.
5. download_detail: all rows of one planet or star.

Important:
- If truncated is true (${DEFAULT_ROWS} rows by default, ${MAX_ROWS} at most), notice says what was left out; never count or average a truncated result.
- If isError is true, the result says what to correct: correct it and call again.`
  let text = begin
  for (const name of ORDER) {
    const caution = cautions[name]?.replaceAll(/[`*]/g, '')
    if (caution !== undefined && text.length + caution.length + 3 <= MAX_CHARS) text += `\n- ${caution}`
  }
  return text
}
