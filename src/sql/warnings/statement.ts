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

/** Names of common table expressions, in lower case: `WITH a AS (…), b(n) AS MATERIALIZED (…)`. */
function commonTables(tokens: readonly Token[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'word' && token.kind !== 'quoted') continue
    if (!['WITH', 'RECURSIVE', ','].includes(keyword(tokens[at - 1]) || (tokens[at - 1]?.text ?? ''))) continue
    let next = at + 1
    if (tokens[next]?.text === '(') while (next < tokens.length && tokens[next++]!.text !== ')');
    if (keyword(tokens[next]) !== 'AS') continue
    next += 1
    while (['NOT', 'MATERIALIZED'].includes(keyword(tokens[next]))) next += 1
    if (tokens[next]?.text === '(') names.add(nameOf(token).toLowerCase())
  }
  return names
}

/** The parts of a statement that can be recognized without a grammar: its tokens and the tables that it reads. */
export class Statement {
  readonly tokens: readonly Token[]
  readonly tables: readonly TableUse[]
  /** Names after AS, in lower case: a column with such a name may not be the table's column. */
  readonly aliases: ReadonlySet<string>
  /** All words and quoted names, in lower case. */
  readonly names: ReadonlySet<string>
  /** Number of open parentheses before each token. */
  readonly depths: readonly number[]

  /** `tables` tests whether a name, in lower case, is a table. */
  constructor(sql: string, tables: { has(name: string): boolean }) {
    this.tokens = tokenize(sql)
    const opened: number[] = []
    const depths: number[] = []
    const read: TableUse[] = []
    const aliases = new Set<string>()
    const names = new Set<string>()
    const common = commonTables(this.tokens)
    let expectsTable: number[] = []
    this.tokens.forEach((token, at) => {
      depths.push(opened.length)
      if (token.text === '(') opened.push(at)
      else if (token.text === ')') {
        opened.pop()
        expectsTable = expectsTable.filter((depth) => depth <= opened.length)
      }
      if (token.kind !== 'word' && token.kind !== 'quoted') return
      const word = keyword(token)
      const name = nameOf(token).toLowerCase()
      names.add(name)
      const before = this.tokens[at - 1]
      if (keyword(before) === 'AS') aliases.add(name)
      const introduces = this.#isIntroduced(at)
      const follows = before?.text === ',' && expectsTable.includes(opened.length)
      if (tables.has(name) && !common.has(name) && (introduces || follows))
        read.push({ table: name, at, isTest: this.#isTest(opened), depth: opened.length })
      if (word === 'FROM') expectsTable.push(opened.length)
      else if (
        ['WHERE', 'GROUP', 'ORDER', 'HAVING', 'LIMIT', 'UNION', 'SELECT', 'ON', 'USING', 'WINDOW'].includes(word)
      )
        expectsTable = expectsTable.filter((depth) => depth !== opened.length)
    })
    this.depths = depths
    this.tables = read
    this.aliases = aliases
    this.names = names
  }

  /** True after FROM or JOIN, even with parentheses between them. */
  #isIntroduced(at: number): boolean {
    let before = at - 1
    while (this.tokens[before]?.text === '(') before -= 1
    return ['FROM', 'JOIN'].includes(keyword(this.tokens[before]))
  }

  #isTest(opened: readonly number[]): boolean {
    return opened.some((at) => ['IN', 'EXISTS'].includes(keyword(this.tokens[at - 1])))
  }

  /** True if these words follow each other anywhere. */
  has(...words: readonly string[]): boolean {
    return this.tokens.some((_, at) => words.every((word, i) => keyword(this.tokens[at + i]) === word))
  }

  /** The column, in lower case, that a whole GROUP BY entry refers to by number or name, if that result is a column. */
  resultColumn(at: number): string | undefined {
    const { tokens, depths } = this
    const depth = depths[at]!
    let select = at
    while (select >= 0 && !(depths[select] === depth && keyword(tokens[select]) === 'SELECT')) select -= 1
    if (select < 0) return undefined
    const results: Token[][] = [[]]
    for (let next = select + 1; next < at; next++) {
      if (depths[next]! < depth || (depths[next] === depth && keyword(tokens[next]) === 'FROM')) break
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

  /** The name of a column token at `at`, in lower case; undefined for keywords, functions, tables and qualifiers. */
  columnAt(at: number): string | undefined {
    const token = this.tokens[at]
    if (token === undefined || (token.kind !== 'word' && token.kind !== 'quoted')) return undefined
    const next = this.tokens[at + 1]?.text
    if (next === '(' || next === '.') return undefined
    return nameOf(token).toLowerCase()
  }
}
