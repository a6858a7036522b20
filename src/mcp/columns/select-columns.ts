import { CatalogError } from '../../core/errors.ts'
import { nearestColumns } from '../../core/text/nearest-columns.ts'
import { noSuchColumn, quoteForMessage } from '../../core/text/quote-for-message.ts'
import { namePattern } from './name-pattern.ts'

/** The searchable fields of a column. */
export interface NamedColumn {
  readonly name: string
  readonly description?: string
  readonly note?: string
}

/** An entry of `columns` that matches nothing in the table, with similar names. */
export interface NotFound {
  readonly name: string
  readonly suggestions: string[]
}

export interface Selection<Column> {
  /** In the order of the table. */
  readonly columns: Column[]
  readonly notFound: NotFound[]
}

/** The columns with every word of `search` in their name, description or note, in any case. */
function found<Column extends NamedColumn>(columns: readonly Column[], search: string): readonly Column[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return columns.filter(({ name, description = '', note = '' }) => {
    const text = `${name} ${description} ${note}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/**
 * The columns selected by names, patterns or a search. Entries without a match are reported next to the columns found; if
 * no column is found at all, an error is thrown.
 */
export function selectColumns<Column extends NamedColumn>(
  table: string,
  columns: readonly Column[],
  wanted: readonly string[],
  search: string | undefined,
): Selection<Column> {
  const names = columns.map(({ name }) => name)
  const chosen = new Set<string>()
  const notFound: NotFound[] = []
  for (const entry of new Set(wanted.map((name) => name.trim()))) {
    const matches = names.filter(namePattern(entry))
    for (const match of matches) chosen.add(match)
    if (matches.length === 0)
      notFound.push({ name: entry, suggestions: [...nearestColumns(entry.replaceAll('*', ''), names)] })
  }
  if (search !== undefined) for (const { name } of found(columns, search)) chosen.add(name)
  if (chosen.size === 0) throw nothingFound(table, notFound, search)
  return { columns: columns.filter(({ name }) => chosen.has(name)), notFound }
}

/** Maximum number of entries that one message names. */
const MAX_TOLD = 5

function nothingFound(table: string, notFound: readonly NotFound[], search: string | undefined): CatalogError {
  const suggestions = [...new Set(notFound.flatMap((entry) => entry.suggestions))].slice(0, MAX_TOLD)
  const told = notFound.slice(0, MAX_TOLD).map(({ name }) => name)
  const words =
    search === undefined
      ? []
      : [
          `No name or description of a column of "${table}" contains ${quoteForMessage(search)}; try fewer or shorter words.`,
        ]
  const columns = told.length === 0 ? [] : [noSuchColumn(table, told, suggestions)]
  return new CatalogError('unknown_column', [...words, ...columns].join(' '), {
    suggestions,
    see: { kind: 'schema', table },
  })
}
