import { DATA_TYPES, type DataType } from '../../format/column.ts'
import type { FieldDatatype } from '../../formats/field.ts'
import { declaredType } from './catalog-table.ts'
import type { ValueType } from './value-type.ts'

/** A column of a query's result, with its description as far as it is known. */
export interface ResultColumn {
  /** The name as written in the query. */
  readonly name: string
  /** In lower case, as written by text formats. Two columns can have the same key. */
  readonly key: string
  /** Type of the values. */
  readonly type: DataType
  /** VOTable datatype. */
  readonly datatype: FieldDatatype
  /** VOTable arraysize; `*` for texts, undefined for numbers. */
  readonly arraysize: string | undefined
  readonly xtype: string | undefined
  readonly unit: string | undefined
  readonly ucd: string | undefined
  readonly utype: string | undefined
  readonly description: string | undefined
}

const TYPES = { ...DATA_TYPES, boolean: 'Int64', null: 'String' } as const

/** The description of a result column with this name and type. Shapes are texts in STC-S. */
export function describeColumn(name: string, valueType: ValueType): ResultColumn {
  const { kind, source, unit, ucd, isUnicode } = valueType
  const type = kind === 'point' || kind === 'region' || kind === 'interval' ? 'String' : TYPES[kind]
  return {
    name,
    key: name.toLowerCase(),
    type,
    ...declaredType({ type, datatype: source?.datatype, arraysize: source?.arraysize, isUnicode }),
    xtype: kind === 'point' ? 'adql:POINT' : kind === 'region' ? 'adql:REGION' : (source?.xtype ?? dateType(valueType)),
    unit,
    ucd,
    utype: source?.utype,
    description: source?.description,
  }
}

function dateType({ date, source }: ValueType): string | undefined {
  return date !== undefined && source === undefined ? 'timestamp' : undefined
}
