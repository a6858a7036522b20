import { quoteForMessage } from '../../core/text/quote-for-message.ts'
import type { Name } from '../adql/ast.ts'
import { Fault } from '../adql/fault.ts'
import type { AdqlCatalog } from './catalog.ts'
import type { Relation } from './relation.ts'
import { unknownColumn, unknownQualifier } from './unknown-names.ts'
import { columnsOf, shownSource, View, type VisibleColumn } from './view.ts'

/** A common table by its name in the query. */
export interface CommonRelation {
  readonly relation: Relation
  /** Its name in SQL, unique in the statement. */
  readonly sql: string
}

/** The common tables visible to a query; inner ones hide outer ones. */
export class CommonTables {
  readonly #own = new Map<string, CommonRelation>()

  constructor(readonly outer: CommonTables | undefined) {}

  define(name: string, table: CommonRelation): void {
    this.#own.set(name.toLowerCase(), table)
  }

  isOwn(name: string): boolean {
    return this.#own.has(name.toLowerCase())
  }

  find(name: string): CommonRelation | undefined {
    return this.#own.get(name.toLowerCase()) ?? this.outer?.find(name)
  }
}

/** The columns that the expressions of one SELECT can name: its own, then those of the outer queries. */
export class Scope {
  view: View = View.empty

  constructor(readonly outer: Scope | undefined) {}

  /** The scope to which the name belongs, and the column in it; undefined if no query has it. */
  find(path: readonly Name[]): { readonly scope: Scope; readonly column: VisibleColumn } | undefined {
    for (let scope: Scope | undefined = this; scope !== undefined; scope = scope.outer) {
      const column = scope.#findOwn(path)
      if (column !== undefined) return { scope, column }
    }
    return undefined
  }

  #findOwn(path: readonly Name[]): VisibleColumn | undefined {
    const name = path.at(-1)!
    const found =
      path.length === 1
        ? this.view.findBare(name)
        : this.view.findSources(path.slice(0, -1)).flatMap((source) => columnsOf(source, name))
    if (found.length > 1) throw ambiguous(path, this.view)
    return found[0]
  }

  /** The error for a name that no query has. */
  unknown(path: readonly Name[], catalog: AdqlCatalog): Fault {
    const name = path.at(-1)!
    if (path.length === 1) return unknownColumn(name, name.position, this, catalog)
    for (let scope: Scope | undefined = this; scope !== undefined; scope = scope.outer) {
      const [source] = scope.view.findSources(path.slice(0, -1))
      if (source !== undefined) return unknownColumn(name, path[0]!.position, this, catalog, source)
    }
    return unknownQualifier(path, this)
  }
}

function ambiguous(path: readonly Name[], view: View): Fault {
  const written = path.map(({ value }) => value).join('.')
  const name = path.at(-1)!
  const owners = view.sources.filter(({ relation }) => relation.has(name.value.toLowerCase())).map(shownSource)
  const among = [...new Set(owners)].slice(0, 4)
  const advice =
    path.length === 1 && among.length > 1
      ? ` ${among.join(', ')} have it: write ${among.map((owner) => `${owner}.${name.value}`).join(' or ')}.`
      : ' Two columns have this name: give each an alias.'
  return new Fault('invalid_sql', `The column ${quoteForMessage(written)} is ambiguous.${advice}`, path[0]!.position)
}
