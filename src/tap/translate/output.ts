import type { Name } from '../adql/ast.ts'
import { Fault } from '../adql/fault.ts'
import type { ValueType } from '../columns/value-type.ts'
import { Relation } from '../resolve/relation.ts'

/** Columns of a result in SQLite. */
const MAX_COLUMNS = 2000

/** A column that a translated query returns. */
export interface OutputColumn {
  /** As the query writes it. */
  readonly name: string
  /** In lower case. */
  readonly key: string
  /** The quoted name in SQL, which no other column of the query has. */
  readonly sql: string
  readonly type: ValueType
  /** The expression that the column is; undefined for a set operation. */
  readonly expression: string | undefined
}

/** A translated query or part of one. */
export interface Output {
  readonly sql: string
  readonly columns: readonly OutputColumn[]
  /** True if it can stand in a set operation as it is: a plain SELECT without order or limit. */
  readonly isPlain: boolean
  /** True if it ends with LIMIT. */
  readonly isCut: boolean
}

export function checkColumnCount(count: number, position: number): void {
  if (count > MAX_COLUMNS) {
    throw new Fault(
      'query_too_large',
      `A result has at most ${MAX_COLUMNS} columns: name the columns that you need.`,
      position,
    )
  }
}

/** Gives each name, in lower case, a number where it was there before: `name`, `name_1`. */
export class UniqueNames {
  readonly #used = new Set<string>()
  readonly #next = new Map<string, number>()

  unique(key: string): string {
    let name = key
    for (let i = this.#next.get(key) ?? 1; this.#used.has(name); i++) {
      name = `${key}_${i}`
      this.#next.set(key, i + 1)
    }
    this.#used.add(name)
    return name
  }
}

/** The columns of a subquery or common table, under the names that the query gives them. */
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
      const shown = given?.[i]?.value ?? column.name
      return { name: shown, key: shown.toLowerCase(), sql: column.sql, type: column.type }
    }),
  )
}
