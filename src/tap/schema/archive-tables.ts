import type { Column } from '../../format/column.ts'
import type { Manifest, TableManifest } from '../../format/manifest.ts'
import { isTableName, NAME_COLUMN } from '../../format/table.ts'
import { ucdOf } from '../../units/ucds.ts'
import { voUnit } from '../../units/vo-units.ts'
import type { DescribedColumn, DescribedTable } from './described-table.ts'

/** The schema of the archive's tables, which a query may leave out. */
export const ARCHIVE_SCHEMA = 'exo_tap'

/** The archive's own names of tables that have another one here. */
const ARCHIVE_NAMES: Readonly<Record<string, string>> = { exoplanets: 'ps' }

const TITLES: Readonly<Record<string, string>> = {
  ps: 'Planetary Systems: one row per planet and reference; default_flag = 1 marks one row per planet',
  stellarhosts: 'Stellar Hosts: stars and systems with planets',
  pscomppars: 'Planetary Systems Composite Parameters: one row per planet, values from several references',
  toi: 'TESS Objects of Interest',
  cumulative: 'Kepler Objects of Interest, cumulative',
  k2pandc: 'K2 Planets and Candidates',
  keplernames: 'Names of Kepler planets',
  k2names: 'Names of K2 planets',
}

const TYPES = { text: 'String', integer: 'Int64', real: 'Float64' } as const

/** The archive's tables. `unicodeColumns` tells which texts go beyond ASCII; undefined where that is not known. */
export function archiveTables(
  manifest: Pick<Manifest, 'tables'>,
  unicodeColumns: (table: string) => ReadonlySet<string> | undefined,
): readonly DescribedTable[] {
  return Object.entries(manifest.tables as Readonly<Record<string, TableManifest>>).map(([name, table]) => {
    const shownName = ARCHIVE_NAMES[name] ?? name
    const title = TITLES[shownName] ?? shownName
    const unicode = unicodeColumns(name)
    const principal = new Set(table.defaultColumns)
    const indexed = isTableName(name) ? NAME_COLUMN[name] : undefined
    return {
      name,
      shownName,
      aliases: shownName === name ? [] : [shownName],
      schema: ARCHIVE_SCHEMA,
      title,
      description: `${title}. ${table.rows} rows${table.date === null ? '' : `, as of ${table.date}`}.`,
      columns: table.columns.map((column) =>
        describedColumn(shownName, column, {
          isUnicode: column.type === 'text' && (unicode === undefined || unicode.has(column.name)),
          isPrincipal: principal.has(column.name),
          isIndexed: column.name === indexed,
        }),
      ),
    }
  })
}

function describedColumn(
  table: string,
  { name, type, unit: archiveUnit, description }: Column,
  facts: Pick<DescribedColumn, 'isUnicode' | 'isPrincipal' | 'isIndexed'>,
): DescribedColumn {
  const { unit, archiveSpelling } = voUnit(archiveUnit, name)
  const words = [description, archiveSpelling === undefined ? undefined : `[${archiveSpelling}]`]
  const text = words.filter((word) => word !== undefined && word !== '').join(' ')
  return {
    name,
    shownName: name,
    type: TYPES[type],
    unit,
    ucd: ucdOf(table, name),
    ...(text === '' ? {} : { description: text }),
    isStandard: false,
    ...facts,
  }
}
