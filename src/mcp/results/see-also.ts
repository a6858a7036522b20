import type { See } from '../../core/errors.ts'
import { NAME_COLUMN } from '../../format/table.ts'

/** The sentence that directs an agent to the reference in an error, with the tools available here. */
export function seeAlso(see: See): string {
  switch (see.kind) {
    case 'schema':
      return see.table === undefined
        ? 'describe_catalog lists the columns of a table.'
        : `describe_catalog with table ${see.table} lists its columns.`
    case 'insights':
      return 'list_insights lists the slugs.'
    case 'functions':
      return 'list_functions lists the SQL functions.'
    case 'names': {
      const column = NAME_COLUMN[see.table]
      return `To find the exact name, call query_catalog: SELECT DISTINCT ${column} FROM ${see.table} WHERE ${column} LIKE '%part of the name%'.`
    }
  }
}
