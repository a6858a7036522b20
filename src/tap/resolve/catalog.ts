import { createNearestFinder } from '../../core/text/nearest.ts'
import { didYouMean, quoteForMessage } from '../../core/text/quote-for-message.ts'
import { quotedName } from '../../core/text/sql-quoting.ts'
import type { Name } from '../adql/ast.ts'
import { Fault } from '../adql/fault.ts'
import type { CatalogTable } from '../columns/catalog-table.ts'
import { typeOfColumn } from '../columns/value-type.ts'
import { Relation } from './relation.ts'

/** Schemas that can precede any table. */
const DEFAULT_SCHEMAS: readonly string[] = ['exo_tap', 'public', 'tap']

/** A table with the names under which its columns can be qualified, in lower case. */
export interface KnownTable {
  readonly table: CatalogTable
  readonly relation: Relation
  /** The quoted name in SQL. */
  readonly sql: string
  readonly qualifiers: ReadonlySet<string>
}

/** The tables that can be queried, prepared for name lookup. */
export class AdqlCatalog {
  readonly #byName = new Map<string, KnownTable>()
  readonly tables: readonly KnownTable[]
  readonly #schemas: ReadonlySet<string>
  readonly #shownNames: readonly string[]
  readonly #nearest: ReturnType<typeof createNearestFinder>

  constructor(tables: readonly CatalogTable[], schemas: readonly string[] = DEFAULT_SCHEMAS) {
    this.#schemas = new Set(schemas.map((schema) => schema.toLowerCase()))
    this.tables = tables.map(knownTable)
    for (const known of this.tables) {
      for (const name of [known.table.name, ...known.table.aliases]) this.#byName.set(name.toLowerCase(), known)
    }
    this.#shownNames = this.tables.map(({ table }) => shownName(table))
    this.#nearest = createNearestFinder([...new Set([...this.#shownNames, ...this.#byName.keys()])])
  }

  /** True if a table has this name, in lower case. */
  has(name: string): boolean {
    return this.#byName.has(name)
  }

  /** The table with this name, schema included; throws a Fault with the most similar name. */
  find(path: readonly Name[]): KnownTable {
    const names = path.map(({ value }) => value.toLowerCase())
    const found = this.#byName.get(names.slice(-2).join('.')) ?? this.#findBehindSchema(names)
    if (found !== undefined) return found
    const written = path.map(({ value }) => value).join('.')
    const near = this.#nearest(names.at(-1)!).length > 0 ? this.#nearest(names.at(-1)!) : this.#nearest(names.join('.'))
    const advice = `${didYouMean(near)} The tables are ${this.#shownNames.join(', ')}.`
    throw new Fault(
      'unknown_table',
      `Unknown table ${quoteForMessage(written)}.${advice}`,
      path[0]!.position,
      near.length > 0 ? near : this.#shownNames.slice(0, 3),
    )
  }

  #findBehindSchema(names: readonly string[]): KnownTable | undefined {
    if (names.length > 3) return undefined
    const schema = names.at(-2)
    return schema === undefined || this.#schemas.has(schema) ? this.#byName.get(names.at(-1)!) : undefined
  }

  /** Names of the tables, other than `except`, that have this column. */
  tablesWith(column: string, except: ReadonlySet<string | undefined>): readonly string[] {
    return this.tables
      .filter(({ relation }) => relation.has(column) && !except.has(relation.name))
      .map(({ relation }) => relation.name!)
  }
}

function shownName(table: CatalogTable): string {
  return table.aliases[0] ?? table.name
}

function knownTable(table: CatalogTable): KnownTable {
  const columns = table.columns.map((column) => ({
    name: column.name,
    key: column.name.toLowerCase(),
    sql: quotedName(column.name),
    type: typeOfColumn(column),
  }))
  const names = [table.name, ...table.aliases].map((name) => name.toLowerCase())
  return {
    table,
    relation: new Relation(shownName(table), columns),
    sql: quotedName(table.name),
    qualifiers: new Set(names.flatMap((name) => [name, name.slice(name.lastIndexOf('.') + 1)])),
  }
}
