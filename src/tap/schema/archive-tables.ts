import { type Column, DATA_TYPES } from '../../format/column.ts'
import {
  allTables,
  type FurtherTableManifest,
  hasDefaultFlag,
  type Manifest,
  type TableManifest,
} from '../../format/manifest.ts'
import { DEFAULT_COLUMNS, isTableName, NAME_COLUMN } from '../../format/table.ts'
import { archiveName, tableAliases, tableTitle } from '../../format/table-titles.ts'
import { ucdOf } from '../../units/ucds.ts'
import { voUnit } from '../../units/vo-units.ts'
import type { DescribedColumn, DescribedTable } from './described-table.ts'

/** The schema of the archive's tables, which a query can omit. */
export const ARCHIVE_SCHEMA = 'exo_tap'

/** The archive's tables. `unicodeColumns` lists the text columns with characters beyond ASCII; undefined if unknown. */
export function archiveTables(
  manifest: Pick<Manifest, 'tables' | 'furtherTables'>,
  unicodeColumns: (table: string) => ReadonlySet<string> | undefined,
): readonly DescribedTable[] {
  return [...allTables(manifest)].map(([name, table]) => {
    const shownName = archiveName(name)
    const title = tableTitle(name, hasDefaultFlag(manifest))
    const unicode = unicodeColumns(name)
    const indexed = new Set(isTableName(name) ? [NAME_COLUMN[name]] : keyColumnsIn(table))
    const principal = new Set('defaultColumns' in table ? table.defaultColumns : principalColumns(table))
    return {
      name,
      shownName,
      aliases: tableAliases(name),
      schema: ARCHIVE_SCHEMA,
      title,
      description: `${title}. ${table.rows} rows${table.date === null ? '' : `, as of ${table.date}`}.`,
      columns: table.columns.map((column) =>
        describedColumn(shownName, column, {
          isUnicode: column.type === 'text' && (unicode === undefined || unicode.has(column.name)),
          isPrincipal: principal.has(column.name),
          isIndexed: indexed.has(column.name),
        }),
      ),
    }
  })
}

function keyColumnsIn(table: TableManifest | FurtherTableManifest): readonly string[] {
  return 'keyColumns' in table ? table.keyColumns : []
}

/** The principal columns of a further table: those that identify a row, and the most requested values of planets and stars. */
function principalColumns(table: FurtherTableManifest): readonly string[] {
  return [...table.keyColumns, ...Object.values(DEFAULT_COLUMNS).flat(), 'ra', 'dec']
}

function describedColumn(
  table: string,
  { name, type, unit: archiveUnit, description }: Column,
  facts: Pick<DescribedColumn, 'isUnicode' | 'isPrincipal' | 'isIndexed'>,
): DescribedColumn {
  const { unit, archiveSpelling } = voUnit(archiveUnit, name)
  const spelling = archiveSpelling === undefined ? '' : `[${archiveSpelling}]`
  // Some of the archive's descriptions end with the unit themselves.
  const words = [description ?? '', description?.endsWith(spelling) ? '' : spelling]
  const text = words.filter((word) => word !== '').join(' ')
  return {
    name,
    shownName: name,
    type: DATA_TYPES[type],
    unit,
    ucd: ucdOf(table, name),
    ...(text === '' ? {} : { description: text }),
    isStandard: false,
    ...facts,
  }
}
