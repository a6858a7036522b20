import type { Name } from '../adql/ast.ts'
import { Fault } from '../adql/fault.ts'
import type { ValueType } from '../columns/value-type.ts'
import { Relation, type RelationColumn } from '../resolve/relation.ts'

/** Maximum number of result columns in SQLite. */
const MAX_COLUMNS = 2000

/** A column that a translated query returns. */
export interface SelectedColumn {
  /** The name as written in the query. */
  readonly name: string
  /** In lower case. */
  readonly key: string
  /** The quoted name in SQL, unique in the query. */
  readonly sql: string
  readonly type: ValueType
  /** The expression of the column; undefined for a set operation. */
  readonly expression: string | undefined
}

/** A translated query or part of one. */
export interface Output {
  readonly sql: string
  readonly columns: readonly SelectedColumn[]
  /** True if it can be an operand of a set operation unchanged: a plain SELECT without order or limit. */
  readonly isPlain: boolean
  /** True if it ends with LIMIT. */
  readonly isCut: boolean
  /** Maximum number of rows that it requests; undefined for all. */
  readonly limit?: number | undefined
}

export function checkColumnCount(count: number, position: number): void {
  if (count > MAX_COLUMNS) {
    throw new Fault(
      'query_too_large',
      `A result can have at most ${MAX_COLUMNS} columns: name the columns that you need.`,
      position,
    )
  }
}

/** Makes names unique, in lower case, by appending a number to repeated ones: `name`, `name_1`. */
export class UniqueNames {
  readonly #used = new Set<string>()
  readonly #next = new Map<string, number>()
  /** The relation of the first `*`, whose names need not be checked one by one. */
  #whole: Relation | undefined

  unique(key: string): string {
    let name = key
    for (let i = this.#next.get(key) ?? 1; this.#used.has(name) || this.#whole?.has(name); i++) {
      name = `${key}_${i}`
      this.#next.set(key, i + 1)
    }
    this.#used.add(name)
    return name
  }

  /** Adopts all names of a relation unchanged, if that is possible without checking each one. */
  takeWhole(relation: Relation): boolean {
    if (this.#used.size > 0 || this.#whole !== undefined || !relation.hasPlainNames) return false
    this.#whole = relation
    return true
  }
}

/** A column from the expansion of `*`, with its expression created on demand. */
export class StarColumn implements SelectedColumn {
  readonly name: string
  readonly key: string
  readonly sql: string
  readonly type: ValueType

  constructor(
    column: RelationColumn,
    readonly alias: string,
  ) {
    this.name = column.name
    this.key = column.key
    this.sql = column.sql
    this.type = column.type
  }

  get expression(): string {
    return `${this.alias}.${this.sql}`
  }
}

/** The columns of a subquery or common table, under the names that the query assigns to them. */
export function relationOf(
  { columns }: Output,
  name: string | undefined,
  given: readonly Name[] | undefined,
  position: number,
): Relation {
  if (given !== undefined && given.length !== columns.length) {
    throw new Fault('invalid_sql', `${given.length} names are given for ${columns.length} columns.`, position)
  }
  return new Relation(
    name,
    columns.map((column, i) => {
      const { sql, type } = column
      const shown = given?.[i]?.value
      return shown === undefined
        ? { name: column.name, key: column.key, sql, type }
        : { name: shown, key: shown.toLowerCase(), sql, type }
    }),
  )
}
