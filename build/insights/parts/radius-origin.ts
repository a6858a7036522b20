import type { ArchiveColumns } from './archive-columns.ts'
import type { Rule } from './sql-parts.ts'

/** The columns that show whether the radius of a planet was measured. */
const ORIGIN = ['pl_rade_reflink', 'pl_radeerr1', 'pl_radeerr2', 'tran_flag', 'discoverymethod']

/** The origin columns that a definition must name in `uses`: those that it does not need in any case. */
export function radiusOrigin(...needed: readonly string[]): readonly string[] {
  return ORIGIN.filter((column) => !needed.includes(column))
}

/**
 * The radius is measured. A composite table has a radius for nearly every planet: if none is published, the archive calculates it
 * from the mass. The reference of a calculated radius says so. Without the reference column, a radius is treated as calculated if
 * it has no uncertainty and the planet was not observed in transit.
 */
export function isRadiusMeasured(archive: ArchiveColumns): Rule {
  if (!archive.isComposite) return undefined
  const has = (column: string) => archive.has('exoplanets', column)
  if (has('pl_rade_reflink'))
    return {
      // The underscore matches any character: the text occurs as "CALCULATED_VALUE" and as "Calculated Value".
      condition: "COALESCE(pl_rade_reflink, '') NOT LIKE '%calculated_value%'",
      reason: 'radius calculated from the mass, not measured (pl_rade_reflink)',
    }
  const transits = [
    ...(has('tran_flag') ? ['COALESCE(tran_flag, 0) = 1'] : []),
    ...(has('discoverymethod') ? ["COALESCE(discoverymethod, '') = 'Transit'"] : []),
  ]
  if (!has('pl_radeerr1') || !has('pl_radeerr2') || transits.length === 0) return undefined
  return {
    condition: `(pl_radeerr1 <> 0 OR pl_radeerr2 <> 0 OR ${transits.join(' OR ')})`,
    reason:
      'radius without uncertainty and no transit: calculated from the mass, or from a model (pl_radeerr1, pl_radeerr2)',
  }
}

/** Excludes masses that the archive predicted from the radius, which a composite table contains. */
export function isMassMeasured(archive: ArchiveColumns): Rule {
  return archive.isComposite
    ? {
        condition: "COALESCE(pl_bmassprov, '') <> 'M-R relationship'",
        reason: 'mass predicted from the radius (pl_bmassprov is M-R relationship)',
      }
    : undefined
}

/** The radius of a row, null if it is calculated; limits are included. */
export function publishedRadius(archive: ArchiveColumns): string {
  const rule = isRadiusMeasured(archive)
  return rule === undefined ? 'pl_rade' : `CASE WHEN ${rule.condition} THEN pl_rade END`
}

/** `publishedRadius` as a result column. */
export function showRadius(archive: ArchiveColumns): string {
  const value = archive.showsAll ? 'pl_rade' : publishedRadius(archive)
  return value === 'pl_rade' ? value : `${value} AS pl_rade`
}
