import type { Name } from '../adql/ast.ts'
import type { ValueType } from '../columns/value-type.ts'
import type { Relation } from './relation.ts'

/** A relation in a FROM clause. */
export interface Source {
  readonly relation: Relation
  /** Its alias in SQL, unique in the statement. */
  readonly alias: string
  /** The names that can qualify its columns, in lower case. */
  readonly qualifiers: ReadonlySet<string>
}

/** A column that an expression can name. */
export interface VisibleColumn {
  readonly name: string
  readonly key: string
  readonly sql: string
  readonly type: ValueType
}

/** A column merged from two by USING or NATURAL. */
interface MergedColumn extends VisibleColumn {
  readonly covers: ReadonlySet<Source>
}

/** A part of the expansion of `*`: a merged column, or a source without its merged columns. */
export type StarPart =
  | { readonly column: VisibleColumn }
  | { readonly source: Source; readonly without: ReadonlySet<string> }

const NOTHING: ReadonlySet<string> = new Set()

/** The columns that a FROM clause, or a part of it, makes visible. */
export class View {
  private constructor(
    readonly sources: readonly Source[],
    readonly merged: readonly MergedColumn[],
    readonly star: readonly StarPart[],
  ) {}

  static readonly empty: View = new View([], [], [])

  static of(source: Source): View {
    return new View([source], [], [{ source, without: NOTHING }])
  }

  /** Combines both views. */
  static beside(a: View, b: View): View {
    return new View([...a.sources, ...b.sources], [...a.merged, ...b.merged], [...a.star, ...b.star])
  }

  /** Combines both views; each of these columns, merged from one of `a` and one of `b`, comes first. */
  static merge(a: View, b: View, columns: readonly VisibleColumn[]): View {
    const keys = new Set(columns.map(({ key }) => key))
    const sources = [...a.sources, ...b.sources]
    const merged = columns.map((column) => {
      const older = [...a.merged, ...b.merged].filter(({ key }) => key === column.key)
      const covers = new Set(sources.filter(({ relation }) => relation.has(column.key)))
      return { ...column, covers: new Set([...covers, ...older.flatMap((one) => [...one.covers])]) }
    })
    const rest = [...a.merged, ...b.merged].filter(({ key }) => !keys.has(key))
    const star = [...a.star, ...b.star].flatMap((part): StarPart[] => {
      if ('column' in part) return keys.has(part.column.key) ? [] : [part]
      const hidden = [...keys].filter((key) => part.source.relation.has(key))
      return [hidden.length === 0 ? part : { source: part.source, without: new Set([...part.without, ...hidden]) }]
    })
    return new View(sources, [...merged, ...rest], [...columns.map((column) => ({ column })), ...star])
  }

  /** The columns that an unqualified name can refer to: exactly one if the name is valid. */
  findBare(name: Name): readonly VisibleColumn[] {
    const found: VisibleColumn[] = []
    const key = name.value.toLowerCase()
    const merged = this.merged.filter((column) => column.key === key)
    found.push(...merged)
    for (const source of this.sources) {
      if (merged.some(({ covers }) => covers.has(source))) continue
      found.push(...columnsOf(source, name))
    }
    return found
  }

  /** The sources that this qualifier can refer to; a schema before it is ignored. */
  findSources(qualifier: readonly Name[]): readonly Source[] {
    const names = qualifier.map(({ value }) => value.toLowerCase())
    const whole = names.slice(-2).join('.')
    const exact = this.sources.filter(({ qualifiers }) => qualifiers.has(whole))
    return exact.length > 0 ? exact : this.sources.filter(({ qualifiers }) => qualifiers.has(names.at(-1)!))
  }

  /** Unqualified names in this view. */
  get keys(): Set<string> {
    const keys = new Set<string>()
    for (const { relation } of this.sources) for (const key of relation.keys) keys.add(key)
    return keys
  }
}

/** The columns of a source with this name. */
export function columnsOf(source: Source, name: Name): readonly VisibleColumn[] {
  return source.relation
    .find(name)
    .map(({ name: shown, key, sql, type }) => ({ name: shown, key, sql: `${source.alias}.${sql}`, type }))
}

/** The columns of a part of `*`, in order. */
export function columnsOfStar(part: StarPart): readonly VisibleColumn[] {
  if ('column' in part) return [part.column]
  const { source, without } = part
  return source.relation.columns
    .filter(({ key }) => !without.has(key))
    .map(({ name, key, sql, type }) => ({ name, key, sql: `${source.alias}.${sql}`, type }))
}

/** Name of a source in messages: the name that the query uses for it. */
export function shownSource(source: Source): string {
  const [first] = source.qualifiers
  const { name } = source.relation
  if (name !== undefined && source.qualifiers.has(name.toLowerCase())) return name
  return first ?? 'a subquery'
}
