import type { Completion, CompletionContext, CompletionResult, CompletionSource } from '@codemirror/autocomplete'
import { keywordCompletionSource, SQLite, schemaCompletionSource } from '@codemirror/lang-sql'
import { syntaxTree } from '@codemirror/language'
import type { EditorView } from '@codemirror/view'
import type { DataType } from '../../src/format/column.ts'
import type { Column, createValueReader, SqlFunction, Vocabulary } from './vocabulary.ts'

/** Columns rank above functions, and functions above SQL keywords. */
const BOOST = { column: 2, function: 0, keyword: -2 } as const

/** Letters, digits and underscores: the word at the cursor. */
const WORD = /\w+$/

/** A column and a comparison before a string: `discoverymethod = '`, `disc_facility IN ('x', '`. */
const COMPARED = /(\w+)"?\s*(?:=|==|<>|!=|\blike\b|\bin\s*\((?:\s*'(?:[^']|'')*'\s*,)*)\s*$/i

/** Column types as users read them. */
const TYPES: Readonly<Record<DataType, string>> = { String: 'text', Float64: 'number', Int64: 'integer' }

function columnCompletion({ name, data_type, unit, description, note }: Column): Completion {
  const info = [description, note].filter((text) => text !== undefined).join(' ')
  return {
    label: name,
    type: 'property',
    detail: unit ?? TYPES[data_type] ?? data_type,
    boost: BOOST.column,
    ...(info === '' ? {} : { info }),
  }
}

/** Inserts the name with parentheses and puts the cursor between them. */
function putCall(name: string) {
  return (view: EditorView, _: Completion, from: number, to: number): void => {
    const isCalled = view.state.sliceDoc(to, to + 1) === '('
    view.dispatch({
      changes: { from, to, insert: isCalled ? name : `${name}()` },
      selection: { anchor: from + name.length + 1 },
      userEvent: 'input.complete',
    })
  }
}

function functionCompletions({ name, syntax, description }: SqlFunction): readonly Completion[] {
  if (!/^[a-z]\w*$/.test(name)) return []
  const call = syntax.startsWith(`${name}(`) ? { apply: putCall(name) } : {}
  return [
    {
      label: name,
      type: 'function',
      detail: syntax.slice(name.length),
      info: description,
      boost: BOOST.function,
      ...call,
    },
  ]
}

/** The name of the syntax node that begins before the cursor. */
function nodeBefore(context: CompletionContext) {
  return syntaxTree(context.state).resolveInner(context.pos, -1)
}

/** Number of tables whose columns are completed in a query that names no table. */
const MAIN_TABLES = 2

/** The tables that a query names; the first two if it names none. */
function tablesIn(text: string, vocabulary: Vocabulary): readonly string[] {
  const tables = Object.keys(vocabulary.tables)
  const named = tables.filter((table) => new RegExp(`\\b${table}\\b`, 'i').test(text))
  return named.length === 0 ? tables.slice(0, MAIN_TABLES) : named
}

function wordSource(vocabulary: Vocabulary): CompletionSource {
  const columns = Object.fromEntries(
    Object.entries(vocabulary.tables).map(([table, all]) => [table, all.map(columnCompletion)]),
  )
  const tables = Object.keys(vocabulary.tables).map(
    (label): Completion => ({ label, type: 'class', detail: 'table', boost: BOOST.column }),
  )
  const functions = vocabulary.functions.flatMap(functionCompletions)
  return (context): CompletionResult | null => {
    if (/String|Comment|Number/.test(nodeBefore(context).name)) return null
    const word = context.matchBefore(WORD)
    const from = word?.from ?? context.pos
    if (word === null && !context.explicit) return null
    if (context.state.sliceDoc(from - 1, from) === '.') return null
    const known = new Map<string, Completion>()
    for (const table of tablesIn(context.state.doc.toString(), vocabulary))
      for (const column of columns[table] ?? []) if (!known.has(column.label)) known.set(column.label, column)
    return { from, options: [...known.values(), ...tables, ...functions], validFor: /^\w*$/ }
  }
}

/** Completes strings that are compared with a column, from its frequent values. */
function valueSource(vocabulary: Vocabulary, valuesOf: ReturnType<typeof createValueReader>): CompletionSource {
  return async (context): Promise<CompletionResult | null> => {
    const node = nodeBefore(context)
    if (node.name !== 'String') return null
    const column = COMPARED.exec(context.state.sliceDoc(0, node.from))?.[1]?.toLowerCase()
    const table = tablesIn(context.state.doc.toString(), vocabulary).find((name) =>
      vocabulary.tables[name]?.some((known) => known.name === column),
    )
    if (column === undefined || table === undefined) return null
    const values = await valuesOf(table, column)
    const isClosed = context.state.sliceDoc(context.pos, context.pos + 1) === "'"
    return {
      from: node.from + 1,
      options: values.map(({ value, count }, i) => ({
        label: String(value),
        apply: `${String(value).replaceAll("'", "''")}${isClosed ? '' : "'"}`,
        detail: `${count.toLocaleString('en')} rows`,
        type: 'text',
        boost: -i,
      })),
      validFor: /^[^']*$/,
    }
  }
}

/** Completes tables, columns, functions, SQL keywords and column values. */
export function completionSources(
  vocabulary: Vocabulary,
  valuesOf: ReturnType<typeof createValueReader>,
): readonly CompletionSource[] {
  const schema = Object.fromEntries(
    Object.entries(vocabulary.tables).map(([table, columns]) => [table, columns.map(columnCompletion)]),
  )
  const keyword = keywordCompletionSource(SQLite, true, (label, type) => ({ label, type, boost: BOOST.keyword }))
  const dotted = schemaCompletionSource({ dialect: SQLite, schema })
  return [
    wordSource(vocabulary),
    keyword,
    (context) => (/\.\w*$/.test(context.state.sliceDoc(0, context.pos)) ? dotted(context) : null),
    valueSource(vocabulary, valuesOf),
  ]
}
