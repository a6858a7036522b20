import { cautionsFor } from '../../core/answers/cautions.ts'
import type { Manifest } from '../../format/manifest.ts'
import type { TableName } from '../../format/table.ts'

/** What one row of a table is, and how to get one row for each thing. */
export function aboutTable(manifest: Pick<Manifest, 'tables'>, table: TableName): string {
  const { planetRows, hostRows } = cautionsFor(manifest)
  return (table === 'exoplanets' ? planetRows : hostRows).replaceAll(/[`*]/g, '')
}
