import type { ExpressionItem, Name } from '../adql/ast.ts'
import { Fault } from '../adql/fault.ts'
import type { AdqlCatalog } from '../resolve/catalog.ts'
import { type CommonTables, Scope } from '../resolve/scope.ts'

/** Maximum length of the SQL of a translated query, in UTF-16 units. SQLite accepts a million bytes. */
const MAX_SQL_LENGTH = 400_000

/** Maximum number of tables joined by one statement: SQLite's own limit. */
const MAX_TABLES = 64

const MAX_WARNINGS = 10

/** State of the translation of one statement. */
export class Session {
  readonly warnings: string[] = []
  /** True if the result depends on the time at which the query runs. */
  usesClock = false
  #tables = 0
  #commonTables = 0
  #positionOf = 0

  constructor(readonly catalog: AdqlCatalog) {}

  /** Adds a warning, each only once. */
  readonly warn = (message: string): void => {
    if (this.warnings.length < MAX_WARNINGS && !this.warnings.includes(message)) this.warnings.push(message)
  }

  /** An alias that no other table of the statement has. */
  nextAlias(): string {
    this.#tables += 1
    return `t${this.#tables}`
  }

  /** A name for a common table that no table has. */
  nextCommonTable(): string {
    do this.#commonTables += 1
    while (this.catalog.has(`cte${this.#commonTables}`))
    return `cte${this.#commonTables}`
  }

  /** Rejects SQL that is too long before it grows further. */
  checked(sql: string, position?: number): string {
    if (position !== undefined) this.#positionOf = position
    if (sql.length <= MAX_SQL_LENGTH) return sql
    throw new Fault(
      'query_too_large',
      'The query is too large: with all names and repeated expressions written out, it exceeds the maximum length of a statement.',
      this.#positionOf,
    )
  }

  checkTables(count: number, position: number): void {
    if (count > MAX_TABLES) {
      throw new Fault('query_too_large', `At most ${MAX_TABLES} tables can be joined in one SELECT.`, position)
    }
  }
}

export type Clause = 'FROM' | 'WHERE' | 'SELECT' | 'GROUP BY' | 'HAVING' | 'ORDER BY'

/** A column that a grouped SELECT names outside of aggregates. */
interface BareColumn {
  readonly name: string
  readonly position: number
}

/** Placeholder for a row's number until its SELECT is complete. No query contains this character. */
export const ROW_NUMBER_MARK = '\0'

/** One SELECT during its translation. */
export class Frame extends Scope {
  clause: Clause = 'FROM'
  /** SQL of the terms of GROUP BY. */
  readonly groups = new Set<string>()
  readonly #groupLengths = new Set<number>()
  bare: BareColumn[] = []
  /** The first aggregate outside of WHERE and FROM. */
  aggregateAt: number | undefined
  insideAggregate = false
  /** Number of references so far to columns of this SELECT, and of the outer ones. */
  ownReads = 0
  outerReads = 0
  /** Position of ROWNUM; undefined if it does not occur. */
  rowNumberAt: number | undefined
  /** Named expressions of the select list, by name in lower case. */
  aliases: ReadonlyMap<string, ExpressionItem> = new Map()
  readonly openAliases = new Set<ExpressionItem>()

  constructor(
    readonly session: Session,
    override readonly outer: Frame | undefined,
    readonly commonTables: CommonTables | undefined,
  ) {
    super(outer)
  }

  /** True if a column here must be grouped in a SELECT that groups. */
  get tracksColumns(): boolean {
    return !this.insideAggregate && this.clause !== 'FROM' && this.clause !== 'WHERE' && this.clause !== 'GROUP BY'
  }

  addGroup(sql: string): void {
    this.groups.add(sql)
    this.#groupLengths.add(sql.length)
  }

  /** Compares the text only if a group has the same length, so that long texts are not hashed at each level. */
  isGroup(sql: string): boolean {
    return this.#groupLengths.has(sql.length) && this.groups.has(sql)
  }

  /** The select list expression with this name, if select list names can be used. */
  alias(name: Name): ExpressionItem | undefined {
    return this.aliases.get(name.value.toLowerCase())
  }
}
