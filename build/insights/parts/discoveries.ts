import type { ArchiveColumns } from './archive-columns.ts'
import { type Caveat, counted, ifAny, type ResultFacts } from './caveats.ts'
import { countPlanets, disputedCondition } from './sql-parts.ts'

/** The number of counted planets that are flagged as controversial, as the result column `controversial`. */
export function disputedColumn(archive: ArchiveColumns): string {
  const condition = disputedCondition(archive)
  const count = condition === undefined ? '0' : `${countPlanets(archive)} FILTER (WHERE ${condition})`
  return `${count} AS controversial`
}

/** A caveat on the number of counted planets that are flagged as controversial, or on the lack of such flags. */
export function countedDisputes({ archive, data }: ResultFacts): Caveat {
  if (disputedCondition(archive) === undefined)
    return 'This archive does not mark controversial planets: all planets are counted.'
  return ifAny(
    data.reduce((sum, { controversial }) => sum + Number(controversial), 0),
    (count) =>
      `${counted(count, 'planet')} flagged as controversial (pl_controv_flag is 1) ${count === 1 ? 'is' : 'are'} counted.`,
  )
}

/** A caveat that the latest year is incomplete in this archive, or may be. */
export function partialYear({ data, dates }: ResultFacts): Caveat {
  const latest = data.at(-1)?.disc_year
  if (dates.exoplanets === null) return `The date of exoplanets is unknown: ${latest} may be incomplete.`
  return dates.exoplanets.startsWith(`${latest}-`)
    ? `${latest} is incomplete: exoplanets is of ${dates.exoplanets}.`
    : undefined
}
