import { CatalogError } from '../../core/errors.ts'
import { COLUMN_TYPES } from '../../format/column.ts'
import type { OutputColumn } from '../../formats/row-encoder.ts'
import type { TranslatedQuery } from '../translate/translate-adql.ts'

/**
 * The result columns of an SQL query, as table access describes them for the same text in ADQL, which `translate` translates.
 * Most queries are valid in both languages; for others, nothing is known.
 */
export function resultColumns(translate: () => TranslatedQuery): readonly OutputColumn[] {
  try {
    return translate().columns.map(({ name, type, datatype, unit, ucd, description }) => {
      return {
        name,
        type: COLUMN_TYPES[type],
        ...(datatype === 'unicodeChar' ? { isAscii: false } : {}),
        ...(unit === undefined ? {} : { voUnit: unit }),
        ...(ucd === undefined ? {} : { ucd }),
        ...(description === undefined ? {} : { description }),
      }
    })
  } catch (error) {
    if (error instanceof CatalogError) return []
    throw error
  }
}
