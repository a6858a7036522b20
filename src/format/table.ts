/** The two tables that every snapshot has, in the order of all listings. */
export const TABLE_NAMES = ['exoplanets', 'stellarhosts'] as const
export type TableName = (typeof TABLE_NAMES)[number]

/** Columns of a page if the request names none; those that the loaded archive lacks are omitted. */
export const DEFAULT_COLUMNS = {
  exoplanets: ['pl_name', 'hostname', 'discoverymethod', 'disc_year', 'pl_orbper', 'pl_rade', 'pl_bmasse'],
  stellarhosts: ['hostname', 'sy_dist', 'st_teff', 'st_mass', 'sy_pnum'],
} as const satisfies Record<TableName, readonly string[]>

/** Columns that a table must have to be served. */
export const REQUIRED_COLUMNS = {
  exoplanets: ['pl_name', 'hostname'],
  stellarhosts: ['hostname'],
} as const satisfies Record<TableName, readonly string[]>

/** The column whose value identifies an export of the table. */
export const NAME_COLUMN = { exoplanets: 'pl_name', stellarhosts: 'hostname' } as const satisfies Record<
  TableName,
  string
>

/** Plural of the things that this column names, for display. */
export const NAMED_THINGS = { exoplanets: 'planets', stellarhosts: 'hosts' } as const satisfies Record<
  TableName,
  string
>

/**
 * The columns of a host's list of planets: the default columns, each followed by its limit flag (`…lim`) if the table has one, so
 * that no limit is mistaken for a measurement.
 */
export function planetListColumns(table: {
  readonly columns: readonly { readonly name: string }[]
  readonly defaultColumns: readonly string[]
}): readonly string[] {
  const names = new Set(table.columns.map(({ name }) => name))
  return table.defaultColumns.flatMap((name) => (names.has(`${name}lim`) ? [name, `${name}lim`] : [name]))
}

/** The results of `make` for each table, by name. */
export function eachTable<T>(make: (name: TableName) => T): Readonly<Record<TableName, T>> {
  return { exoplanets: make('exoplanets'), stellarhosts: make('stellarhosts') }
}

/** Checks that a name is one of the two main tables; throws otherwise. */
export function mainTable(name: string): TableName {
  if (!isTableName(name)) throw new Error(`"${name}" is not one of the tables ${TABLE_NAMES.join(' and ')}.`)
  return name
}

export function isTableName(name: string): name is TableName {
  return (TABLE_NAMES as readonly string[]).includes(name)
}
