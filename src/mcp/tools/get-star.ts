import { z } from 'zod'
import type { Catalog } from '../../core/catalog/catalog.ts'
import { CatalogError } from '../../core/errors.ts'
import { hasDefaultFlag } from '../../format/manifest.ts'
import { planetListColumns } from '../../format/table.ts'
import { limitCautions, limitsOfPlanets } from '../../objects/cautions.ts'
import type { Row } from '../../objects/values.ts'
import {
  grouped,
  groupsSchema,
  hasZeroError,
  leftOutNotice,
  MAX_OBJECT_CHARS,
  objectFields,
  ZERO_ERROR,
} from '../objects/answer.ts'
import { findNamed } from '../objects/find-named.ts'
import { isOfStar, listedPlanets, rowOfEachPlanet, starEntries, starRow } from '../objects/star.ts'
import { readAnswer } from '../results/read-answer.ts'
import { defineTool } from '../results/tool.ts'

const output = z.strictObject({
  ...objectFields,
  dates: z.record(z.string(), z.string().nullable()),
  row_of: z.string().nullable().describe('The planet whose row of exoplanets has the values; null if there is none.'),
  stellarhosts_rows: z.int().describe('Rows of stellarhosts that spread and values cover.'),
  planets: z.array(z.record(z.string(), z.unknown())),
  planet_units: z.record(z.string(), z.string()),
  groups: groupsSchema.describe('As in get_planet; values: strings and their numbers of rows.'),
})

/** The values of a row that describe the star. */
function starValues(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([column]) => isOfStar(column)))
}

/** The columns that identify the planet of a row of exoplanets, and qualify its mass. */
const ROW_COLUMNS = new Set(['default_flag', 'pl_name', 'pl_controv_flag', 'pl_bmassprov'])
function planetRows(catalog: Catalog, host: string): readonly Row[] {
  const table = catalog.manifest.tables.exoplanets
  const listed = new Set(planetListColumns(table))
  const columns = table.columns.flatMap(({ name }) =>
    isOfStar(name) || ROW_COLUMNS.has(name) || listed.has(name) || listed.has(name.replace(/err[12]$/, ''))
      ? [name]
      : [],
  )
  const query = new URLSearchParams({
    hostname: host,
    columns: columns.join(','),
    limit: '1000',
    ...(hasDefaultFlag(catalog.manifest) ? { sort_by: 'default_flag', order: 'desc' } : {}),
  })
  return readAnswer<{ data: readonly Row[] }>(catalog.page('exoplanets', query.toString())).data
}

/** The rows of stellarhosts for a host; none for a host that occurs only in exoplanets. */
function hostRows(catalog: Catalog, host: string): readonly Row[] {
  try {
    return readAnswer<{ records: readonly Row[] }>(catalog.export('stellarhost', host, 'json')).records
  } catch (error) {
    if (error instanceof CatalogError && error.code === 'unknown_name') return []
    throw error
  }
}

export const getStar = defineTool({
  name: 'get_star',
  title: 'Get one host star',
  description:
    'Returns one host star in at most 4,000 characters: the values in exoplanets (row of one planet) with uncertainties, limits, units and reference, how far the rows of stellarhosts differ (spread), and its planets. Names in any spelling.',
  input: z.strictObject({ name: z.string().min(1).max(200).describe('Name of the star, as in "TRAPPIST-1".') }),
  output,
  maxChars: MAX_OBJECT_CHARS,
  run({ name: asked }, { catalog }) {
    const { name, match } = findNamed(catalog, asked, 'host')
    const { exoplanets, stellarhosts } = catalog.manifest.tables
    const rows = planetRows(catalog, name)
    const each = rowOfEachPlanet(rows)
    const ofHost = hostRows(catalog, name)
    const row = starRow(each, exoplanets.columns)
    const entries = starEntries(exoplanets.columns, stellarhosts.columns, row, ofHost)
    const listed = exoplanets.columns.filter(
      (column) => exoplanets.defaultColumns.includes(column.name) && !['pl_name', 'hostname'].includes(column.name),
    )
    const planets = listedPlanets(each, rows, listed)
    const cautions = [
      ...differingStars(each),
      ...countsDiffer(catalog, ofHost, each.length),
      ...(each.some((planet) => (planet.pl_bmasse ?? null) !== null && (planet.pl_bmassprov ?? null) === null)
        ? [
            'If a planet has pl_bmasse but no pl_bmassprov in the archive, pl_bmasse can be a minimum mass (M sin i); see get_planet.',
          ]
        : []),
      ...(row === undefined ? [] : limitCautions(starValues(row))),
      ...limitsOfPlanets(
        each,
        listed.map(({ name: column }) => column),
      ),
      ...(entries.some(({ entry }) => hasZeroError(entry)) ? [ZERO_ERROR] : []),
    ]
    // Values of the star first, then its planets, then the rest.
    const ofStar = entries.filter(({ topic }) => topic === 'Star')
    const others = entries.filter(({ topic }) => topic !== 'Star')
    const parts = entries.length + planets.length
    const shown = (count: number, isCut: boolean): z.output<typeof output> => {
      const shownPlanets = planets.slice(0, Math.max(0, count - ofStar.length))
      const kept = [...ofStar.slice(0, count), ...others.slice(0, Math.max(0, count - ofStar.length - planets.length))]
      const cut = entries.filter((entry) => !kept.includes(entry)).map(({ column }) => column)
      const fewer = planets.length - shownPlanets.length
      const notice = `${fewer > 0 ? `${fewer} of ${planets.length} planets are left out. ` : ''}${leftOutNotice(cut)}`
      return {
        name,
        match,
        dates: { exoplanets: exoplanets.date, stellarhosts: stellarhosts.date },
        row_of: row === undefined ? null : String(row.pl_name),
        stellarhosts_rows: ofHost.length,
        cautions,
        truncated: isCut,
        ...(isCut ? { notice } : {}),
        planets: shownPlanets.map((planet) => ({ name: planet.name, ...planet.values })),
        planet_units: Object.fromEntries(
          listed.flatMap(({ name: column, unit }) =>
            unit === undefined || !shownPlanets.some(({ values }) => column in values) ? [] : [[column, unit]],
          ),
        ),
        groups: grouped(kept),
      }
    }
    return { output: shown(parts, false), parts, shorten: (count) => shown(count, true) }
  },
})

/** The caution that the rows of the planets describe the star differently. */
function differingStars(rows: readonly Row[]): string[] {
  const references = new Set(rows.map((row) => row.st_refname ?? null).filter((name) => name !== null))
  return references.size > 1
    ? [
        `The rows of its planets have values of the star from ${references.size} references; the values here are those of row_of.`,
      ]
    : []
}

/** The caution that the tables differ in the number of planets. */
function countsDiffer(catalog: Catalog, rows: readonly Row[], listed: number): string[] {
  const { exoplanets, stellarhosts } = catalog.manifest.tables
  const counts = rows.map((row) => row.sy_pnum).filter((count): count is number => typeof count === 'number')
  const most = Math.max(...counts)
  if (listed === 0) return ['exoplanets has no planet of this star; sy_pnum counts those of the whole system.']
  if (counts.length === 0 || most === listed) return []
  return [
    `stellarhosts (${stellarhosts.date ?? 'of unknown date'}) has sy_pnum ${most}, the planets of the system; exoplanets (${exoplanets.date ?? 'of unknown date'}) has ${listed} of this star.`,
  ]
}
