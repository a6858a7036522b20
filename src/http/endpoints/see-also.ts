import type { See } from '../../core/errors.ts'
import { isTableName, NAME_COLUMN, TABLE_NAMES } from '../../format/table.ts'
import { ENDPOINTS } from './endpoints.ts'

/** The path that lists the columns of a table. */
export function schemaPath(table: string): string {
  return isTableName(table)
    ? ENDPOINTS[`get_${table}_schema`].path
    : ENDPOINTS.get_table_schema.path.replace('{table}', table)
}

/** The sentence that points a REST client to the reference for an error. */
export function seeAlso(see: See): string {
  switch (see.kind) {
    case 'schema':
      return see.table === undefined
        ? `${TABLE_NAMES.map((table) => ENDPOINTS[`get_${table}_schema`].path).join(' and ')} list the columns.`
        : `${schemaPath(see.table)} lists its columns.`
    case 'insights':
      return `${ENDPOINTS.list_insights.path} lists the available insights.`
    case 'functions':
      return `${ENDPOINTS.list_functions.path} lists the functions.`
    case 'names': {
      const { path } = ENDPOINTS[`get_${see.table}`]
      return `${path}?columns=${NAME_COLUMN[see.table]}&filter=… finds names that contain a text.`
    }
  }
}
