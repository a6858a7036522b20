import type { Column } from '../../format/column.ts'
import type { Manifest } from '../../format/manifest.ts'
import { TABLE_NAMES } from '../../format/table.ts'

/** Words of SQL after which a name is a value, not the new name of one. */
const BEFORE_VALUES =
  /^(?:select|distinct|all|by|and|or|not|where|having|on|using|when|then|else|case|between|in|like|is|from|join|limit|offset|with|union|except|intersect|over|filter|asc|desc|collate)$/i

/**
 * The column of the archive whose values stand under a name of a result, so that they have its unit: one that the query names and
 * gives to nothing else as a new name. Undefined where that is not certain.
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
  // What the text does not name comes from `*`, as it is.
  const places = Array.from(sql.matchAll(new RegExp(`\\b${name}\\b`, 'gi')), ({ index }) => index)
  return places.some((at) => isNewName(sql.slice(Math.max(0, at - LOOK_BACK), at))) ? undefined : first
}

/** Characters before a name that tell whether it is a new one. */
const LOOK_BACK = 100

/** True after a value with nothing but space between, or after `AS`. */
function isNewName(before: string): boolean {
  const value = /([\w)\]"'`]+)\s+["`[]?$/.exec(before)?.[1]
  return value !== undefined && !BEFORE_VALUES.test(value)
}
