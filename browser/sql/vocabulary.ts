import type { DataType } from '../../src/format/column.ts'

/** A column as `rest/tables/{table}/schema` describes it. */
export interface Column {
  readonly name: string
  readonly data_type: DataType
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

/** A frequent value of a column, and the number of rows that have it. */
export interface FrequentValue {
  readonly value: string | number
  readonly count: number
}

/** The names that a query can use. */
export interface Vocabulary {
  readonly tables: Readonly<Record<string, readonly Column[]>>
  readonly functions: readonly SqlFunction[]
}

async function json<T>(address: URL): Promise<T> {
  const response = await fetch(address, { headers: { accept: 'application/json' } })
  if (!response.ok) throw new Error(`${response.status}`)
  return (await response.json()) as T
}

/** Requests the tables, columns and functions of the service; `root` is its URL with a slash at the end. */
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

/** Reads frequent values of columns, requesting each column at most once. */
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
