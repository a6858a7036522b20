import type { Name } from '../adql/ast.ts'
import type { ValueType } from '../columns/value-type.ts'

/** A column of a table, subquery or common table. */
export interface RelationColumn {
  /** As a query writes it. */
  readonly name: string
  /** In lower case. */
  readonly key: string
  /** The quoted name that the column has in SQL. */
  readonly sql: string
  readonly type: ValueType
}

/** Rows with named columns that a FROM clause can read. */
export class Relation {
  readonly #byKey = new Map<string, RelationColumn[]>()

  constructor(
    /** How messages call it; undefined for a subquery without a name. */
    readonly name: string | undefined,
    readonly columns: readonly RelationColumn[],
  ) {
    for (const column of columns) {
      const same = this.#byKey.get(column.key)
      if (same === undefined) this.#byKey.set(column.key, [column])
      else same.push(column)
    }
  }

  /** The columns with this name, whatever its case; of several, a name in quotes means the one in the same case. */
  find(name: Name): readonly RelationColumn[] {
    const found = this.#byKey.get(name.value.toLowerCase()) ?? []
    if (found.length < 2 || !name.isQuoted) return found
    const exact = found.filter((column) => column.name === name.value)
    return exact.length > 0 ? exact : found
  }

  has(key: string): boolean {
    return this.#byKey.has(key)
  }

  get keys(): Iterable<string> {
    return this.#byKey.keys()
  }
}

/** A name as SQLite quotes it. */
export function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
