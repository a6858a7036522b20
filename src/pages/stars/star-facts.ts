import type { Column } from '../../format/column.ts'
import type { Manifest } from '../../format/manifest.ts'
import type { TableName } from '../../format/table.ts'
import { foldVariants } from '../../objects/column-groups.ts'
import { type Row, textsOf } from '../../objects/values.ts'
import type { StarFacts as StarNumbers } from '../../plots/habitable-zone.ts'
import { STAR_COLUMNS } from '../components/labels.ts'
import { type Parameter, parameterOf } from '../published/published.ts'

/** Columns that describe the star, in display order; other columns that begin with st_ follow. */
const ORDER: readonly string[] = [...STAR_COLUMNS, 'st_radv']

/** Columns of the system and its position, usually the same in all rows. */
const SYSTEM =
  /^(sy_(?:name|snum|pnum|mnum|dist|plx|pm|pmra|pmdec|vmag|gaiamag|kmag|jmag|tmag)|cb_flag|hd_name|hip_name|tic_id|gaia_id|gaia_dr[23]_id|ra|dec|rastr|decstr|glon|glat)$/

/** Maximum number of listed spectral types. */
const MAX_SPECTRAL_TYPES = 5

/** A value of the system, from the first row that has one. */
export interface SystemValue {
  readonly column: Column
  readonly row: Row
  readonly rowNumber: number
}

export interface HostFacts {
  readonly name: string
  /** The table that contains the rows: exoplanets if stellarhosts does not contain the host. */
  readonly table: TableName
  readonly rows: readonly Row[]
  /** Numeric columns of the star with their published values. */
  readonly parameters: readonly Parameter[]
  readonly system: readonly SystemValue[]
  /** Spectral types, the most frequent first, with the number of rows. */
  readonly spectralTypes: readonly (readonly [type: string, rows: number])[]
  /** Medians, from which the habitable zone is computed. */
  readonly star: StarNumbers
}

/** Columns that the page reads from a table. */
export function starColumns(columns: readonly Column[]): readonly string[] {
  return columns.flatMap(({ name }) => {
    const base = name.replace(/(?:err1|err2|lim)$/, '')
    const isWanted = /^(hostname|st_.*|sy_refname|pl_name|default_flag)$/.test(name) || SYSTEM.test(base)
    return isWanted && !/(?:str|symerr|format)$/.test(name.replace(/^(ra|dec)str$/, '')) ? [name] : []
  })
}

/** Numeric columns of the star, in display order. */
function parameterColumns(columns: readonly Column[]): readonly Column[] {
  const numbers = foldVariants(columns)
    .map(({ column }) => column)
    .filter(({ name, type }) => name.startsWith('st_') && type !== 'text' && !/^st_n(phot|rvc|spec)$/.test(name))
  const first = ORDER.flatMap((name) => numbers.find((column) => column.name === name) ?? [])
  return [...first, ...numbers.filter((column) => !first.includes(column))]
}

/** The content of a host's page, from its rows, of which there must be at least one. */
export function hostFacts(
  manifest: Pick<Manifest, 'tables'>,
  table: TableName,
  name: string,
  rows: readonly Row[],
): HostFacts {
  const { columns } = manifest.tables[table]
  const parameters = parameterColumns(columns)
    .map((column) => parameterOf(rows, column, undefined))
    .filter(({ values }) => values.length > 0)
  const median = (column: string): number | null =>
    parameters.find((parameter) => parameter.column.name === column)?.spread?.median ?? null
  const system = columns
    .filter((column) => SYSTEM.test(column.name))
    .flatMap((column): SystemValue[] => {
      const rowNumber = rows.findIndex((row) => (row[column.name] ?? null) !== null)
      return rowNumber < 0 ? [] : [{ column, row: rows[rowNumber]!, rowNumber }]
    })
  return {
    name,
    table,
    rows,
    parameters,
    system,
    spectralTypes: Object.entries(textsOf(rows, 'st_spectype', MAX_SPECTRAL_TYPES) ?? {}),
    star: { temperature: median('st_teff'), logLuminosity: median('st_lum'), radius: median('st_rad') },
  }
}
