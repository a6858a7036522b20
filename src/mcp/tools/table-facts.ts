import { hasDefaultFlag, type Manifest } from '../../format/manifest.ts'
import type { TableName } from '../../format/table.ts'

/** What one row of a table is, and how to get one row for each thing. */
export function aboutTable(manifest: Pick<Manifest, 'tables'>, table: TableName): string {
  if (table === 'stellarhosts')
    return 'Host stars: one row for each star and reference, so several for most stars. hostname joins exoplanets many-to-many.'
  if (!hasDefaultFlag(manifest))
    return 'Confirmed planets, one row for each. hostname joins stellarhosts, which has several rows for most stars.'
  return 'Confirmed planets: one row for each planet and reference. default_flag = 1 marks the one row of each planet that the archive recommends; its values may still be null where another reference has one. hostname joins stellarhosts many-to-many.'
}
