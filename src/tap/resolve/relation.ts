import type { Name } from '../adql/ast.ts'
import type { ValueType } from '../columns/value-type.ts'

/** A column of a table, subquery or common table. */
export interface RelationColumn {
  /** The name as written in a query. */
  readonly name: string
  /** In lower case. */
  readonly key: string
  /** The quoted name that the column has in SQL. */
  readonly sql: string
  readonly type: ValueType
}

/** Rows with named columns that a FROM clause can read. */
export class Relation {
  #byKey: ReadonlyMap<string, readonly RelationColumn[]> | undefined
  #hasPlainNames: boolean | undefined

  constructor(
    /** Name in messages; undefined for a subquery without a name. */
    readonly name: string | undefined,
    readonly columns: readonly RelationColumn[],
  ) {}

  /** Created at the first lookup, because many subqueries are only passed on. */
  get #index(): ReadonlyMap<string, readonly RelationColumn[]> {
    this.#byKey ??= indexOf(this.columns)
    return this.#byKey
  }

  /** The columns with this name, ignoring case; of several, a quoted name selects the one with the same case. */
  find(name: Name): readonly RelationColumn[] {
    const found = this.#index.get(name.value.toLowerCase()) ?? []
    if (found.length < 2 || !name.isQuoted) return found
    const exact = found.filter((column) => column.name === name.value)
    return exact.length > 0 ? exact : found
  }

  has(key: string): boolean {
    return this.#index.has(key)
  }

  get keys(): Iterable<string> {
    return this.#index.keys()
  }

  /** True if all column names are distinct and identical to their SQL names. */
  get hasPlainNames(): boolean {
    // A name that contains a quote is longer in SQL and is treated as not plain.
    this.#hasPlainNames ??=
      this.columns.every(({ key, sql }) => sql.length === key.length + 2 && sql.startsWith(key, 1)) &&
      this.#index.size === this.columns.length
    return this.#hasPlainNames
  }
}

function indexOf(columns: readonly RelationColumn[]): ReadonlyMap<string, readonly RelationColumn[]> {
  const byKey = new Map<string, RelationColumn[]>()
  for (const column of columns) {
    const same = byKey.get(column.key)
    if (same === undefined) byKey.set(column.key, [column])
    else same.push(column)
  }
  return byKey
}
