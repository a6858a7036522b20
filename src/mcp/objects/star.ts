import type { Column } from '../../format/column.ts'
import { chosenRow, isControversial } from '../../objects/cautions.ts'
import { referenceText } from '../../objects/reference.ts'
import {
  cellOf,
  distinctRows,
  type Entry,
  type FullValue,
  type Row,
  shortest,
  spreadOf,
  textsOf,
} from '../../objects/values.ts'
import type { TopicEntry } from './answer.ts'
import { topicsOf } from './topics.ts'

/** A planet in the list of its star. */
export interface ListedPlanet {
  readonly name: string
  readonly values: Readonly<Record<string, Entry>>
}

/** Maximum number of texts, such as spectral types, that are listed for one column. */
const MAX_TEXTS = 5

/** One row per planet, sorted by name: the archive's default row, or the first. */
export function rowOfEachPlanet(rows: readonly Row[]): Row[] {
  const byPlanet = Map.groupBy(rows, (row) => String(row.pl_name))
  return [...byPlanet.keys()].sort().map((name) => chosenRow(byPlanet.get(name)!) ?? byPlanet.get(name)![0]!)
}

/** The row with the most values of the star. All values of a row come from one reference, so they are consistent. */
export function starRow(rows: readonly Row[], columns: readonly Column[]): Row | undefined {
  const names = columns.flatMap(({ name }) => (name.startsWith('st_') ? [name] : []))
  const told = (row: Row): number => names.filter((name) => (row[name] ?? null) !== null).length
  return rows.reduce<Row | undefined>(
    (best, row) => (best === undefined || told(row) > told(best) ? row : best),
    undefined,
  )
}

/** Whether a column of exoplanets describes a star or its system, including companions. */
export function isOfStar(name: string): boolean {
  return !/^(pl_|disc|default_flag|.*_flag|rowupdate|releasedate|soltype)/.test(name)
}

/** The columns of both tables that describe a star or its system, without duplicates. */
function starColumns(planetColumns: readonly Column[], hostColumns: readonly Column[]): readonly Column[] {
  const known = new Set(planetColumns.map(({ name }) => name))
  return [...planetColumns, ...hostColumns.filter(({ name }) => !known.has(name))].filter(({ name }) => isOfStar(name))
}

/** The additions of stellarhosts to a value: the spread of its rows, or all known values if exoplanets has none. */
function hostsSay(rows: readonly Row[], column: Column, own: FullValue | undefined): Partial<FullValue> {
  const { name, unit } = column
  if (column.type === 'text') {
    const values = own === undefined || name.startsWith('st_') ? textsOf(rows, name, MAX_TEXTS) : undefined
    const isSame = values !== undefined && Object.keys(values).length === 1 && own?.value === Object.keys(values)[0]
    return values === undefined || isSame ? {} : { values }
  }
  const spread = spreadOf(rows, name)
  // Values of the whole system are the same in every row.
  const isSame = spread !== undefined && spread.min === spread.max && spread.min === own?.value
  if (spread === undefined || (isSame && !name.startsWith('st_'))) return {}
  return { ...(own === undefined && unit !== undefined ? { unit } : {}), spread }
}

/** The values of a star: from one row of exoplanets, with the spread of the rows of stellarhosts. */
export function starEntries(
  planetColumns: readonly Column[],
  hostColumns: readonly Column[],
  row: Row | undefined,
  hostRows: readonly Row[],
): readonly TopicEntry[] {
  const distinct = distinctRows(hostRows)
  return topicsOf(starColumns(planetColumns, hostColumns)).flatMap(({ topic, reference, columns }) => {
    const html = reference === undefined ? null : row?.[reference]
    const head = { topic, ...(typeof html === 'string' ? { reference: referenceText(html) } : {}) }
    return columns.flatMap((column): TopicEntry[] => {
      const own = cellOf(row, column, referenceText)
      const entry = { ...own, ...hostsSay(distinct, column, own) }
      return Object.keys(entry).length === 0 ? [] : [{ ...head, column: column.name, entry: shortest(entry) }]
    })
  })
}

/** The planets of a star with the values of `columns`; limits are not values, and missing values are omitted. */
export function listedPlanets(rows: readonly Row[], all: readonly Row[], columns: readonly Column[]): ListedPlanet[] {
  return rows.map((row) => {
    const name = String(row.pl_name)
    const values: Record<string, Entry> = {}
    for (const column of columns) {
      const own = cellOf(row, { name: column.name }, referenceText)
      if (own === undefined) continue
      const { err1: _err1, err2: _err2, reference: _reference, ...bare } = own
      values[column.name] = shortest(bare)
    }
    const provenance = row.pl_bmassprov ?? null
    if (values.pl_bmasse !== undefined && provenance !== null && provenance !== 'Mass') values.pl_bmassprov = provenance
    if (isControversial(all.filter((other) => other.pl_name === row.pl_name)) === true) values.pl_controv_flag = 1
    return { name, values }
  })
}
