import type { Column } from '../../format/column.ts'
import type { Manifest } from '../../format/manifest.ts'
import { TABLE_NAMES } from '../../format/table.ts'

/** SQL keywords after which a name is a value, not an alias. */
const BEFORE_VALUES =
  /^(?:select|distinct|all|by|and|or|not|where|having|on|using|when|then|else|case|between|in|like|is|from|join|limit|offset|with|union|except|intersect|over|filter|asc|desc|collate)$/i

/**
 * The archive column whose values a result column of this name contains, so that they get its unit. The query must name the column,
 * or select it through `*`, and must not use its name as an alias. Undefined if this is not certain.
 */
export function archiveColumn(
  sql: string,
  name: string,
  tables: Pick<Manifest, 'tables'>['tables'],
): Column | undefined {
  const known = TABLE_NAMES.filter((table) => new RegExp(`\\b${table}\\b`, 'i').test(sql)).flatMap(
    (table) => tables[table].columns.find((column) => column.name === name) ?? [],
  )
  const [first] = known
  if (first === undefined || known.some(({ unit }) => unit !== first.unit)) return undefined
  // A name that does not occur in the text comes from `*`, unchanged.
  const places = Array.from(sql.matchAll(new RegExp(`\\b${name}\\b`, 'gi')), ({ index }) => index)
  return places.some((at) => isNewName(sql.slice(Math.max(0, at - LOOK_BACK), at))) ? undefined : first
}

/** Number of characters before a name that are checked to decide whether it is an alias. */
const LOOK_BACK = 100

/** True after a value followed only by white space, or after `AS`. */
function isNewName(before: string): boolean {
  const value = /([\w)\]"'`]+)\s+["`[]?$/.exec(before)?.[1]
  return value !== undefined && !BEFORE_VALUES.test(value)
}
