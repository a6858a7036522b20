import type { InsightCell } from '../../../src/core/answers/insight.ts'
import { quotedText } from '../../../src/core/text/sql-quoting.ts'
import type { TableDates } from '../../../src/format/table-dates.ts'
import type { ArchiveColumns } from './archive-columns.ts'

/** A sentence about the rows, or undefined if it does not apply to them. */
export type Caveat = string | undefined

/** The data that a caveat can depend on: the result, and the archive that it was computed from. */
export interface ResultFacts {
  readonly archive: ArchiveColumns
  readonly data: readonly Readonly<Record<string, InsightCell>>[]
  readonly dates: TableDates
  /** The number that a SELECT over the snapshot returns. */
  count(sql: string): number
}

/** The sentence for a number of rows or other objects; undefined if the number is 0. */
export function ifAny(count: number, sentence: (count: number) => string): Caveat {
  return count === 0 ? undefined : sentence(count)
}

/** The number of result rows that match a condition. */
export function rowsWith(
  { data }: Pick<ResultFacts, 'data'>,
  isWanted: (row: Readonly<Record<string, InsightCell>>) => boolean,
): number {
  return data.filter(isWanted).length
}

/** A number with its noun: 1 row, 2 rows. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Meanings of the mass provenances. A mass must not be quoted as a true mass unless its provenance says so. */
const MASS_MEANING: Readonly<Record<string, string>> = {
  Mass: 'true',
  Msini: 'minimum',
  'Msin(i)/sin(i)': 'minimum mass corrected for the inclination',
  'M-R relationship': 'predicted from the radius, not measured',
}

/** A caveat on the kinds of masses shown, according to the provenance shown with them. */
export function massProvenance({ data }: Pick<ResultFacts, 'data'>, column: 'pl_bmasse' | 'pl_bmassj'): Caveat {
  const counts = new Map<string, number>()
  for (const row of data) {
    if (row[column] === null || row.pl_bmassprov === 'Mass') continue
    const provenance = row.pl_bmassprov === null ? 'null' : String(row.pl_bmassprov)
    counts.set(provenance, (counts.get(provenance) ?? 0) + 1)
  }
  if (counts.size === 0) return undefined
  const groups = [...counts].map(([provenance, count]) => {
    const meaning = provenance === 'null' ? 'not stated' : MASS_MEANING[provenance]
    return `${count} ${provenance}${meaning === undefined ? '' : ` (${meaning})`}`
  })
  return `Not all masses shown are stated to be true masses; pl_bmassprov is: ${groups.join(', ')}.`
}

/** A caveat on the number of shown hosts without a planet in `exoplanets`. */
export function hostsWithoutPlanets(facts: ResultFacts): Caveat {
  const names = facts.data.map(({ hostname }) => sqlText(hostname)).join(', ')
  if (names === '') return undefined
  const listed = facts.count(
    `SELECT COUNT(DISTINCT hostname) FROM exoplanets WHERE hostname IN (${names}) AND pl_name IS NOT NULL`,
  )
  return ifAny(
    facts.data.length - listed,
    (count) =>
      `${count} of the ${counted(facts.data.length, 'name')} shown ${count === 1 ? 'has' : 'have'} no planet in exoplanets: companions of hosts, or hosts of planets that exoplanets does not list.`,
  )
}

/** A caveat on the number of shown systems for which `exoplanets` and `stellarhosts` list different numbers of planets. */
export function otherPlanetCounts(facts: ResultFacts): Caveat {
  const shown = facts.data.map(({ sy_name, planets }) => `(${sqlText(sy_name)}, ${planets})`).join(', ')
  if (shown === '') return undefined
  const different = facts.count(`WITH shown (sy_name, planets) AS (VALUES ${shown}),
names AS (SELECT DISTINCT sy_name, hostname FROM stellarhosts WHERE sy_name IN (SELECT sy_name FROM shown)),
listed AS (SELECT names.sy_name, COUNT(DISTINCT pl_name) AS planets FROM names JOIN exoplanets USING (hostname) GROUP BY names.sy_name)
SELECT COUNT(*) FROM shown LEFT JOIN listed USING (sy_name) WHERE shown.planets <> COALESCE(listed.planets, 0)`)
  return ifAny(
    different,
    (count) =>
      `All values are those of stellarhosts${dated(facts.dates.stellarhosts)}; exoplanets${dated(facts.dates.exoplanets)} lists another number of planets for ${count} of the ${counted(facts.data.length, 'system')} shown.`,
  )
}

/** A caveat that the planet counts of systems include disputed planets, if this affects any of the shown systems or hosts. */
export function countedDisputesOfSystems({ archive, data, count }: ResultFacts): Caveat {
  if (!archive.has('exoplanets', 'pl_controv_flag')) return undefined
  const name = data[0] !== undefined && 'sy_name' in data[0] ? 'sy_name' : 'hostname'
  const names = data.map((row) => sqlText(row[name])).join(', ')
  if (names === '') return undefined
  return ifAny(
    count(`SELECT COUNT(DISTINCT ${name}) FROM stellarhosts WHERE ${name} IN (${names})
AND hostname IN (SELECT hostname FROM exoplanets WHERE pl_controv_flag = 1)`),
    (systems) =>
      `sy_pnum counts planets that are flagged as controversial, too: in exoplanets, ${systems} of the ${counted(data.length, name === 'sy_name' ? 'system' : 'host')} shown ${systems === 1 ? 'has' : 'have'} such planets.`,
  )
}

/** A table's date in parentheses, if it is known. */
function dated(date: string | null): string {
  return date === null ? ' (date unknown)' : ` (${date})`
}

/** A value as an SQL string literal. */
export function sqlText(value: InsightCell | undefined): string {
  return quotedText(String(value ?? ''))
}
