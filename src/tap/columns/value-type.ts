import { COLUMN_TYPES } from '../../format/column.ts'
import type { CatalogColumn } from './catalog-table.ts'

export type Kind = 'text' | 'integer' | 'real' | 'boolean' | 'null' | 'point' | 'region' | 'interval'

/** The type of an expression, and its known metadata. */
export interface ValueType {
  readonly kind: Kind
  /** Set for a text that contains a date or a date and time. */
  readonly date?: 'date' | 'timestamp'
  /** The column whose unchanged values these are. */
  readonly source?: CatalogColumn
  readonly unit?: string | undefined
  readonly ucd?: string | undefined
  readonly isUnicode?: boolean | undefined
}

export const TEXT: ValueType = { kind: 'text' }
export const INTEGER: ValueType = { kind: 'integer' }
export const REAL: ValueType = { kind: 'real' }
export const BOOLEAN: ValueType = { kind: 'boolean' }
export const NULL: ValueType = { kind: 'null' }
export const POINT: ValueType = { kind: 'point' }
export const REGION: ValueType = { kind: 'region' }
export const DATE: ValueType = { kind: 'text', date: 'date' }
export const TIMESTAMP: ValueType = { kind: 'text', date: 'timestamp' }

export function typeOfColumn(column: CatalogColumn): ValueType {
  return {
    kind: COLUMN_TYPES[column.type],
    source: column,
    unit: column.unit,
    ucd: column.ucd,
    isUnicode: column.isUnicode,
  }
}

export function isNumeric({ kind }: ValueType): boolean {
  return kind === 'integer' || kind === 'real' || kind === 'boolean'
}

export function isShape({ kind }: ValueType): boolean {
  return kind === 'point' || kind === 'region'
}

/** Name of the type in messages. */
export function typeInWords({ kind, date }: ValueType): string {
  if (date !== undefined) return 'a date'
  const words = { text: 'a string', integer: 'a number', real: 'a number', boolean: 'a condition', null: 'null' }
  const others = { point: 'a point', region: 'a region', interval: 'an interval' }
  return { ...words, ...others }[kind]
}

/**
 * The type of a column or expression with values of both types; undefined if numbers would be combined with texts or shapes.
 * Metadata are kept only if they apply to both.
 */
export function combineTypes(a: ValueType, b: ValueType): ValueType | undefined {
  if (b.kind === 'null') return a
  if (a.kind === 'null') return b
  const kind = combineKinds(a, b)
  if (kind === undefined) return undefined
  const { source, date } = a
  return {
    kind,
    ...(source !== undefined && sameMeaning(source, b.source) ? { source } : {}),
    ...(date !== undefined && date === b.date ? { date } : {}),
    unit: a.unit === b.unit ? a.unit : undefined,
    ucd: a.ucd === b.ucd ? a.ucd : undefined,
    isUnicode: a.isUnicode || b.isUnicode,
  }
}

function combineKinds(a: ValueType, b: ValueType): Kind | undefined {
  if (a.kind === b.kind) return a.kind
  if (isNumeric(a) && isNumeric(b)) return a.kind === 'real' || b.kind === 'real' ? 'real' : 'integer'
  return isShape(a) && isShape(b) ? 'region' : undefined
}

/** True for columns of one name with equal metadata, such as `ra` in two tables. */
function sameMeaning(a: CatalogColumn, b: CatalogColumn | undefined): boolean {
  if (a === b) return true
  return (
    b !== undefined &&
    a.type === b.type &&
    a.datatype === b.datatype &&
    a.arraysize === b.arraysize &&
    a.xtype === b.xtype &&
    a.unit === b.unit &&
    a.ucd === b.ucd &&
    a.utype === b.utype &&
    a.description === b.description
  )
}
