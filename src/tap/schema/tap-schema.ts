import { declaredType } from '../columns/catalog-table.ts'
import type { DescribedColumn, DescribedTable, ForeignKey } from './described-table.ts'

const SCHEMA = 'tap_schema'

type Kind = 'text' | 'unicode' | 'integer'
type ColumnDefinitions = readonly (readonly [name: string, kind: Kind, description: string])[]

function column([name, kind, description]: ColumnDefinitions[number]): DescribedColumn {
  return {
    name,
    // The only name that is a reserved word.
    shownName: name === 'size' ? '"size"' : name,
    type: kind === 'integer' ? 'Int64' : 'String',
    ...(kind === 'integer' ? { datatype: 'int' } : {}),
    isUnicode: kind === 'unicode',
    description,
    isIndexed: false,
    isPrincipal: true,
    isStandard: true,
  }
}

function table(name: string, title: string, columns: ColumnDefinitions): DescribedTable {
  const fullName = `${SCHEMA}.${name}`
  return {
    name: fullName,
    shownName: fullName,
    aliases: [],
    schema: SCHEMA,
    title,
    description: title,
    columns: columns.map(column),
  }
}

/** The tables that describe all tables (TAP 1.1, section 4). */
export const SCHEMA_TABLES: readonly DescribedTable[] = [
  table('schemas', 'Schemas', [
    ['schema_name', 'text', 'Name of the schema'],
    ['utype', 'text', 'UType of the schema'],
    ['description', 'unicode', 'Contents of the schema'],
    ['schema_index', 'integer', 'Place in listings'],
  ]),
  table('tables', 'Tables', [
    ['schema_name', 'text', 'Schema of the table'],
    ['table_name', 'text', 'Name as queries write it'],
    ['table_type', 'text', 'table or view'],
    ['utype', 'text', 'UType of the table'],
    ['description', 'unicode', 'Contents of the table'],
    ['table_index', 'integer', 'Place in listings'],
  ]),
  table('columns', 'Columns', [
    ['table_name', 'text', 'Table of the column'],
    ['column_name', 'text', 'Name as queries write it'],
    ['datatype', 'text', 'VOTable datatype'],
    ['arraysize', 'text', 'VOTable arraysize'],
    ['xtype', 'text', 'VOTable xtype'],
    ['size', 'integer', 'Length of values (deprecated)'],
    ['description', 'unicode', 'Contents of the column'],
    ['utype', 'text', 'UType of the column'],
    ['unit', 'text', 'Unit, as VOUnits write it'],
    ['ucd', 'text', 'UCD1+ of the column'],
    ['indexed', 'integer', '1 if the column has an index'],
    ['principal', 'integer', '1 for the columns to look at first'],
    ['std', 'integer', '1 if a standard defines the column'],
    ['column_index', 'integer', 'Place in the table'],
  ]),
  table('keys', 'Foreign keys', [
    ['key_id', 'text', 'Name of the key'],
    ['from_table', 'text', 'Table that refers'],
    ['target_table', 'text', 'Table that is referred to'],
    ['utype', 'text', 'UType of the key'],
    ['description', 'unicode', 'Purpose of the key'],
  ]),
  table('key_columns', 'Columns of foreign keys', [
    ['key_id', 'text', 'Key'],
    ['from_column', 'text', 'Column that refers'],
    ['target_column', 'text', 'Column that is referred to'],
  ]),
]

function key(id: string, from: string, target: string, description: string): ForeignKey {
  const split = (name: string): readonly [string, string] => {
    const dot = name.lastIndexOf('.')
    return [name.slice(0, dot), name.slice(dot + 1)]
  }
  const [fromTable, fromColumn] = split(from)
  const [targetTable, targetColumn] = split(target)
  return { id, fromTable, fromColumn, targetTable, targetColumn, description }
}

const KEYS: readonly ForeignKey[] = [
  key('tables_schema', 'tap_schema.tables.schema_name', 'tap_schema.schemas.schema_name', 'Schema of a table'),
  key('columns_table', 'tap_schema.columns.table_name', 'tap_schema.tables.table_name', 'Table of a column'),
  key('keys_from', 'tap_schema.keys.from_table', 'tap_schema.tables.table_name', 'Table that refers'),
  key('keys_target', 'tap_schema.keys.target_table', 'tap_schema.tables.table_name', 'Table that is referred to'),
  key('key_columns_key', 'tap_schema.key_columns.key_id', 'tap_schema.keys.key_id', 'Key of a column'),
  key('ps_host', 'ps.hostname', 'stellarhosts.hostname', 'Host of a planet'),
]

/** The foreign keys between existing tables. */
export function foreignKeys(tables: readonly DescribedTable[]): readonly ForeignKey[] {
  const names = new Set(tables.map(({ shownName }) => shownName))
  return KEYS.filter(({ fromTable, targetTable }) => names.has(fromTable) && names.has(targetTable))
}

export const SCHEMAS: readonly { readonly name: string; readonly description: string }[] = [
  { name: 'exo_tap', description: 'Tables of the NASA Exoplanet Archive' },
  { name: SCHEMA, description: 'Tables that describe all tables' },
]

type Cell = string | number | null
const flag = (value: boolean): number => (value ? 1 : 0)

/** The rows of each of these tables, by its name. */
export function schemaRows(tables: readonly DescribedTable[]): Readonly<Record<string, readonly (readonly Cell[])[]>> {
  const keys = foreignKeys(tables)
  return {
    'tap_schema.schemas': SCHEMAS.map(({ name, description }, i) => [name, null, description, i + 1]),
    'tap_schema.tables': tables.map(({ schema, shownName, description }, i) => [
      schema,
      shownName,
      'table',
      null,
      description,
      i + 1,
    ]),
    'tap_schema.columns': tables.flatMap(({ shownName, columns }) =>
      columns.map((each, i): readonly Cell[] => {
        const { datatype, arraysize } = declaredType(each)
        const { xtype, description, utype, unit, ucd, isIndexed, isPrincipal, isStandard } = each
        return [
          shownName,
          each.shownName,
          datatype,
          arraysize ?? null,
          xtype ?? null,
          null,
          description ?? null,
          utype ?? null,
          unit ?? null,
          ucd ?? null,
          flag(isIndexed),
          flag(isPrincipal),
          flag(isStandard),
          i + 1,
        ]
      }),
    ),
    'tap_schema.keys': keys.map(({ id, fromTable, targetTable, description }) => [
      id,
      fromTable,
      targetTable,
      null,
      description,
    ]),
    'tap_schema.key_columns': keys.map(({ id, fromColumn, targetColumn }) => [id, fromColumn, targetColumn]),
  }
}
