/** A column as `rest/tables/{table}/schema` describes it. */
export interface Column {
  readonly name: string
  readonly data_type: string
  readonly unit?: string
  readonly description?: string
  readonly note?: string
}

export interface SqlFunction {
  readonly name: string
  readonly group: string
  readonly syntax: string
  readonly description: string
}

/** A frequent value of a column, and how many rows have it. */
export interface FrequentValue {
  readonly value: string | number
  readonly count: number
}

/** What a query can be made of. */
export interface Vocabulary {
  readonly tables: Readonly<Record<string, readonly Column[]>>
  readonly functions: readonly SqlFunction[]
}

async function json<T>(address: URL): Promise<T> {
  const response = await fetch(address, { headers: { accept: 'application/json' } })
  if (!response.ok) throw new Error(`${response.status}`)
  return (await response.json()) as T
}

/** Asks the service for its tables, columns and functions; `root` is its address with a slash at the end. */
export async function readVocabulary(root: URL): Promise<Vocabulary> {
  const [{ functions }, tables] = await Promise.all([
    json<{ readonly functions: readonly SqlFunction[] }>(new URL('rest/functions', root)),
    json<readonly { readonly name: string }[]>(new URL('rest/tables', root)),
  ])
  const described = tables.map(async ({ name }) => {
    const schema = await json<{ readonly columns: readonly Column[] }>(new URL(`rest/tables/${name}/schema`, root))
    return [name, schema.columns] as const
  })
  return { tables: Object.fromEntries(await Promise.all(described)), functions }
}

/** A reader of the frequent values of columns, each asked for once. */
export function createValueReader(root: URL): (table: string, column: string) => Promise<readonly FrequentValue[]> {
  const known = new Map<string, Promise<readonly FrequentValue[]>>()
  return (table, column) => {
    const path = `rest/tables/${table}/columns/${encodeURIComponent(column)}`
    const values =
      known.get(path) ??
      json<{ readonly values?: readonly FrequentValue[] }>(new URL(path, root)).then(
        (statistics) => statistics.values ?? [],
        () => [],
      )
    known.set(path, values)
    return values
  }
}
