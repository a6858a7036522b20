import { cautionsFor } from '../../core/answers/cautions.ts'
import { type Manifest, originOf } from '../../format/manifest.ts'
import { isTableName } from '../../format/table.ts'
import { tableTitle } from '../../format/table-titles.ts'

/** What one row of a table represents, and how to get one row per object; for a further table, its description and date. */
export function aboutTable(manifest: Manifest, table: string): string {
  if (!isTableName(table)) {
    const { date, source } = originOf(manifest, table)
    return `${tableTitle(table)} (${date === null ? 'date unknown' : `as of ${date}`}, from ${source}). A further table: query_catalog reads it, tools for planets and stars do not.`
  }
  const { planetRows, hostRows } = cautionsFor(manifest)
  return (table === 'exoplanets' ? planetRows : hostRows).replaceAll(/[`*]/g, '')
}
