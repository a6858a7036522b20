import { TABLE_PARAMETERS } from '../core/table-query/table-parameters.ts'
import { foldCase } from '../core/text/fold-case.ts'
import { quotedName } from '../core/text/sql-quoting.ts'
import { jsonText, type SqlCatalog, type SqlValue } from './sql-catalog.ts'

/** A condition of a page request, with its meaning in SQL. */
export interface SampledCondition {
  /** Name and value of the query parameter. */
  readonly parameter: readonly [name: string, value: string]
  /** The SQL condition with `bound` in place of its question marks. */
  readonly where: string
  readonly bound: readonly SqlValue[]
  /** For searches in texts: the column, and whether a value of it matches, which SQLite's LIKE decides for ASCII only. */
  readonly search?: { readonly column: string; matches(value: SqlValue): boolean }
}

/** The operators of SQL for those of conditions. */
const SQL_OPERATORS = { eq: '=', ne: '<>', lt: '<', lte: '<=', gt: '>', gte: '>=' } as const
type Comparison = keyof typeof SQL_OPERATORS

/** The true comparison of two values, by how the first one compares with the second, that replaces each. */
type Replacements = Readonly<Record<Comparison, Comparison>>
const IF_EQUAL: Replacements = { eq: 'eq', ne: 'eq', lt: 'lte', lte: 'lte', gt: 'gte', gte: 'gte' }
const IF_ABOVE: Replacements = { eq: 'ne', ne: 'ne', lt: 'gt', lte: 'gte', gt: 'gt', gte: 'gte' }
const IF_BELOW: Replacements = { eq: 'ne', ne: 'ne', lt: 'lt', lte: 'lte', gt: 'lt', gte: 'lte' }

const PLACES = {
  contains: (text: string, piece: string) => text.includes(piece),
  startswith: (text: string, piece: string) => text.startsWith(piece),
  endswith: (text: string, piece: string) => text.endsWith(piece),
} as const
type Place = keyof typeof PLACES

/** All kinds of conditions; `plain` is the name of a column alone. */
const KINDS = ['plain', ...Object.keys(SQL_OPERATORS), 'between', 'in', 'isnull', ...Object.keys(PLACES)] as const

/** The text of a value as searches see it. */
export function searchedText(value: SqlValue): string {
  return typeof value === 'string' ? value : jsonText(value)
}

/** One to four consecutive characters of a text, by code point: half of a surrogate pair cannot be part of a URL. */
export function pieceOf(text: string, random: () => number, place: Place = 'contains'): string {
  const characters = [...text]
  const length = 1 + Math.floor(random() * 4)
  const starts = {
    contains: Math.floor(random() * characters.length),
    startswith: 0,
    endswith: Math.max(0, characters.length - length),
  }
  const start = starts[place]
  return characters
    .slice(start, start + length)
    .join('')
    .trim()
}

/** A value in a list: texts in quotation marks, because they can contain commas. */
function listItem(value: SqlValue): string {
  return typeof value === 'string' ? `"${value.replaceAll('"', '""')}"` : jsonText(value)
}

const RESERVED: ReadonlySet<string> = new Set(TABLE_PARAMETERS.map(({ name }) => name))

/** Makes random conditions on the columns of one table. */
export class ConditionSampler {
  readonly #columns: readonly string[]

  constructor(
    readonly catalog: SqlCatalog,
    readonly table: string,
    columns: readonly string[],
    readonly random: () => number,
  ) {
    // Parameters that begin like these are ignored.
    this.#columns = columns.filter((name) => !/^(?:_|utm_)/.test(name))
  }

  #one<T>(values: readonly T[]): T {
    return values[Math.floor(this.random() * values.length)]!
  }

  /** One to three conditions on different columns, which the row `rowid` satisfies: a page without rows has warnings, too. */
  sample(rowid: number, rows: number): readonly SampledCondition[] {
    const columns = new Set(Array.from({ length: 1 + Math.floor(this.random() * 3) }, () => this.#one(this.#columns)))
    return [...columns].flatMap((column) => {
      const valueIn = (row: number) =>
        this.catalog.value(`SELECT ${quotedName(column)} FROM ${this.table} WHERE rowid = ?`, row)
      const condition = this.#condition(column, valueIn(rowid), valueIn(1 + Math.floor(this.random() * rows)))
      // The name of a column can end like an operator.
      return this.#columns.includes(condition.parameter[0]) && condition.parameter[0] !== column ? [] : [condition]
    })
  }

  /** A condition that is true of `own`; `other` is the value of another row. */
  #condition(column: string, own: SqlValue, other: SqlValue): SampledCondition {
    const name = quotedName(column)
    const isNull = (wanted: boolean): SampledCondition => ({
      parameter: [`${column}__isnull`, wanted ? '1' : '0'],
      where: `${name} IS ${wanted ? '' : 'NOT '}NULL`,
      bound: [],
    })
    const kind = this.#one(KINDS)
    if (own === null) return isNull(true)
    // An empty value means that there is no condition.
    if (own === '' || kind === 'isnull') return isNull(false)
    if (kind === 'in') {
      const values = other === null ? [own] : [other, own]
      return {
        parameter: [`${column}__in`, values.map(listItem).join(',')],
        where: `${name} IN (${values.map(() => '?').join(', ')})`,
        bound: values,
      }
    }
    if (kind === 'between') {
      const ends = other === null ? [own, own] : this.#order(own, other) > 0 ? [other, own] : [own, other]
      return {
        parameter: [`${column}__between`, ends.map(listItem).join(',')],
        where: `${name} BETWEEN ? AND ?`,
        bound: ends,
      }
    }
    if (kind in PLACES) return this.#search(column, kind as Place, own) ?? isNull(false)
    if (kind === 'plain' && !RESERVED.has(column))
      return { ...this.#comparison(column, 'eq', own), parameter: [column, searchedText(own)] }
    return this.#compared(column, kind === 'plain' ? 'eq' : (kind as Comparison), own, other)
  }

  /** A comparison of `own` with `other` that is true, or, if they are equal, with itself; similar to the wanted one. */
  #compared(column: string, wanted: Comparison, own: SqlValue, other: SqlValue): SampledCondition {
    const order = other === null || other === '' ? 0 : this.#order(own, other)
    if (wanted === 'eq' || order === 0) return this.#comparison(column, IF_EQUAL[wanted], own)
    return this.#comparison(column, (order > 0 ? IF_ABOVE : IF_BELOW)[wanted], other)
  }

  #comparison(column: string, operator: Comparison, value: SqlValue): SampledCondition {
    return {
      parameter: [`${column}__${operator}`, searchedText(value)],
      where: `${quotedName(column)} ${SQL_OPERATORS[operator]} ?`,
      bound: [value],
    }
  }

  #search(column: string, place: Place, own: SqlValue): SampledCondition | undefined {
    const piece = pieceOf(searchedText(own), this.random, place)
    const matches = (value: SqlValue) => value !== null && PLACES[place](foldCase(searchedText(value)), foldCase(piece))
    // Without its blanks, the piece may no longer be the beginning or the end.
    if (piece === '' || !matches(own)) return undefined
    return { parameter: [`${column}__${place}`, piece], where: 'true', bound: [], search: { column, matches } }
  }

  /** Below 0 if `a` sorts before `b` in SQL. */
  #order(a: SqlValue, b: SqlValue): number {
    return Number(this.catalog.value('SELECT (?1 > ?2) - (?1 < ?2)', a, b))
  }
}
