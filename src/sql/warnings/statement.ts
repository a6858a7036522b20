import { keyword, nameOf, type Token, tokenize } from '../guard/tokens.ts'

/** A table in a FROM clause. */
export interface TableUse {
  readonly table: string
  /** Index of its token. */
  readonly at: number
  /** True inside `IN (SELECT …)` or `EXISTS (SELECT …)`, where rows are not counted or shown. */
  readonly isTest: boolean
  /** Number of parentheses around it. */
  readonly depth: number
}

/** Words after which no further table of a FROM clause follows. */
const AFTER_FROM: ReadonlySet<string> = new Set(
  'WHERE GROUP ORDER HAVING LIMIT UNION SELECT ON USING WINDOW'.split(' '),
)

/** Names of common table expressions, in lower case: `WITH a AS (…), b(n) AS MATERIALIZED (…)`. */
function commonTables({ tokens, words, lowerNames }: Pick<Statement, 'tokens' | 'words' | 'lowerNames'>): Set<string> {
  const names = new Set<string>()
  for (let at = 1; at < tokens.length; at++) {
    const name = lowerNames[at]
    const before = words[at - 1]!
    const mayBegin = before === 'WITH' || before === 'RECURSIVE' || tokens[at - 1]!.text === ','
    if (name === undefined || !mayBegin) continue
    let next = at + 1
    if (tokens[next]?.text === '(') while (next < tokens.length && tokens[next++]!.text !== ')');
    if (words[next] !== 'AS') continue
    next += 1
    while (words[next] === 'NOT' || words[next] === 'MATERIALIZED') next += 1
    if (tokens[next]?.text === '(') names.add(name)
  }
  return names
}

const NONE: ReadonlySet<string> = new Set()

/**
 * The parts of a statement that can be recognized without a grammar: its tokens and the tables that it reads. Every query waits
 * for this, so that each token is read once.
 */
export class Statement {
  readonly tokens: readonly Token[]
  /** Each token as a keyword; see `keyword`. */
  readonly words: readonly string[]
  /** Each token as a name, in lower case; undefined for one that is none. */
  readonly lowerNames: readonly (string | undefined)[]
  readonly tables: readonly TableUse[]
  /** Names after AS, in lower case: a column with such a name may not be the table's column. */
  readonly aliases: ReadonlySet<string>
  /** All words and quoted names, in lower case. */
  readonly names: ReadonlySet<string>
  /** All operators and other symbols. */
  readonly signs: ReadonlySet<string>
  /** Number of open parentheses before each token. */
  readonly depths: readonly number[]
  /** The tables that it reads, each once. */
  readonly #tableNames: readonly string[]

  /** `tables` tests whether a name, in lower case, is a table. */
  constructor(sql: string, tables: { has(name: string): boolean }) {
    const tokens = tokenize(sql)
    const words: string[] = []
    const lowerNames: (string | undefined)[] = []
    const depths: number[] = []
    const read: TableUse[] = []
    const aliases = new Set<string>()
    const names = new Set<string>()
    const signs = new Set<string>()
    this.tokens = tokens
    this.words = words
    this.lowerNames = lowerNames
    this.depths = depths
    this.tables = read
    this.aliases = aliases
    this.names = names
    this.signs = signs
    for (const token of tokens) {
      const { kind } = token
      words.push(keyword(token))
      const name = kind === 'word' || kind === 'quoted' ? nameOf(token).toLowerCase() : undefined
      lowerNames.push(name)
      if (name !== undefined) names.add(name)
      else if (kind === 'symbol') signs.add(token.text)
    }
    const opened: number[] = []
    const common = names.has('with') ? commonTables(this) : NONE
    let expectsTable: number[] = []
    for (let at = 0; at < tokens.length; at++) {
      depths.push(opened.length)
      const name = lowerNames[at]
      if (name === undefined) {
        const { text } = tokens[at]!
        if (text === '(') opened.push(at)
        else if (text === ')') {
          opened.pop()
          if (expectsTable.length > 0) expectsTable = expectsTable.filter((depth) => depth <= opened.length)
        }
        continue
      }
      if (words[at - 1] === 'AS') aliases.add(name)
      if (tables.has(name) && !common.has(name)) {
        const follows = tokens[at - 1]?.text === ',' && expectsTable.includes(opened.length)
        if (follows || this.#isIntroduced(at))
          read.push({ table: name, at, isTest: this.#isTest(opened), depth: opened.length })
      }
      const word = words[at]!
      if (word === 'FROM') expectsTable.push(opened.length)
      else if (expectsTable.length > 0 && AFTER_FROM.has(word))
        expectsTable = expectsTable.filter((depth) => depth !== opened.length)
    }
    this.#tableNames = read.length === 1 ? [read[0]!.table] : [...new Set(read.map(({ table }) => table))]
  }

  /** True after FROM or JOIN, even with parentheses between them. */
  #isIntroduced(at: number): boolean {
    let before = at - 1
    while (this.tokens[before]?.text === '(') before -= 1
    return this.words[before] === 'FROM' || this.words[before] === 'JOIN'
  }

  #isTest(opened: readonly number[]): boolean {
    return opened.some((at) => this.words[at - 1] === 'IN' || this.words[at - 1] === 'EXISTS')
  }

  /** True if these words follow each other anywhere. */
  has(...words: readonly string[]): boolean {
    return this.words.some((_, at) => words.every((word, i) => this.words[at + i] === word))
  }

  /** The column, in lower case, that a whole GROUP BY entry refers to by number or name, if that result is a column. */
  resultColumn(at: number): string | undefined {
    const { tokens, words, depths } = this
    const depth = depths[at]!
    let select = at
    while (select >= 0 && !(depths[select] === depth && words[select] === 'SELECT')) select -= 1
    if (select < 0) return undefined
    const results: Token[][] = [[]]
    for (let next = select + 1; next < at; next++) {
      if (depths[next]! < depth || (depths[next] === depth && words[next] === 'FROM')) break
      if (depths[next] === depth && tokens[next]!.text === ',') results.push([])
      else results.at(-1)!.push(tokens[next]!)
    }
    const token = tokens[at]!
    const name = nameOf(token).toLowerCase()
    const result =
      token.kind === 'number'
        ? results[Number(token.text) - 1]
        : results.find((tokens) => tokens.length > 1 && nameOf(tokens.at(-1)!).toLowerCase() === name)
    // A column, with or without a table before it and a new name after it.
    const [, column] =
      /^(?:\S+ \. )?(\S+)(?: as)?(?: \S+)?$/i.exec(
        (result ?? []).map((part) => (part.kind === 'quoted' ? nameOf(part) : part.text)).join(' '),
      ) ?? []
    return column?.toLowerCase()
  }

  /** The tables read that have a column, each once; none if a result has that name. `tables` are all tables by name. */
  tablesWith(
    column: string,
    tables: ReadonlyMap<string, { readonly columns: { has(name: string): boolean } }>,
  ): readonly string[] {
    if (this.aliases.has(column)) return []
    return this.#tableNames.filter((table) => tables.get(table)!.columns.has(column))
  }

  /** The name of a column token at `at`, in lower case; undefined for keywords, functions, tables and qualifiers. */
  columnAt(at: number): string | undefined {
    const name = this.lowerNames[at]
    if (name === undefined) return undefined
    const next = this.tokens[at + 1]?.text
    return next === '(' || next === '.' ? undefined : name
  }
}
