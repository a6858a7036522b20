import { distinctTexts, hasText } from '../../core/pages/code-set.ts'
import { numbersOf } from '../../core/pages/column-numbers.ts'
import type { NamingColumn } from '../../core/pages/row-names.ts'
import type { PageColumn, Snapshot, WarnOfQuery } from '../../core/ports.ts'
import { createNearestFinder } from '../../core/text/nearest.ts'
import { allTables } from '../../format/manifest.ts'
import { TABLE_NAMES } from '../../format/table.ts'
import { queryWarnings } from './query-warnings.ts'
import type { OtherTexts, Part, QueriedTable, WarningFacts } from './warning.ts'

/** A numeric column with the number for each code, NaN for null; undefined if the table lacks it or has it as text. */
function numeric(
  snapshot: Snapshot,
  table: string,
  column: string,
): { readonly values: PageColumn; readonly numbers: Float64Array } | undefined {
  const { columns } = allTables(snapshot.manifest).get(table)!
  const type = columns.find(({ name }) => name === column)?.type
  // In a further table, a column with the name of a flag may not be one.
  if (type === undefined || type === 'text') return undefined
  const values = snapshot.pageTable(table).columns.get(column)!
  return { values, numbers: numbersOf(table, values) }
}

/** A date that SQLite's functions accept, with or without a time. */
const WHOLE_DATE = /^"\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}.*)?"$/

/** The JSON text of each distinct value of a column, with its number of rows. */
function* distinctValues({
  distinct,
  offsets,
  fragments,
  starts,
}: PageColumn): Generator<[text: string, rows: number]> {
  const bytes = Buffer.from(fragments.buffer, fragments.byteOffset, fragments.byteLength)
  for (let code = 0; code < distinct; code++)
    yield [bytes.toString('latin1', offsets[code]!, offsets[code + 1]!), starts[code + 1]! - starts[code]!]
}

function nulls(snapshot: Snapshot, table: string, column: string, isOfDefaults: boolean): Part {
  const { columns, rows } = snapshot.pageTable(table)
  const values = columns.get(column)
  const defaults = isOfDefaults ? numeric(snapshot, table, 'default_flag') : undefined
  if (values === undefined) return { count: 0, of: rows }
  if (defaults === undefined) return { count: rows - values.nonNull, of: rows }
  const isDefault = Array.from(defaults.numbers, (flag) => flag === 1)
  let [count, of] = [0, 0]
  for (let row = 0; row < rows; row++) {
    if (!isDefault[defaults.values.codes[row]!]) continue
    of += 1
    if (values.codes[row] === values.distinct) count += 1
  }
  return { count, of }
}

function partialDates(snapshot: Snapshot, table: string, column: string): Part {
  const values = snapshot.pageTable(table).columns.get(column)
  let count = 0
  for (const [text, rows] of values === undefined ? [] : distinctValues(values))
    if (!WHOLE_DATE.test(text)) count += rows
  return { count, of: values?.nonNull ?? 0 }
}

/** The share of limits among a column's values; only of the default rows if the table marks them. */
function limitShare(snapshot: Snapshot, table: string, column: string): number {
  const { columns, rows } = snapshot.pageTable(table)
  const values = columns.get(column)
  const flags = numeric(snapshot, table, `${column}lim`)
  if (values === undefined || flags === undefined) return 0
  const isLimit = Array.from(flags.numbers, (flag) => !Number.isNaN(flag) && flag !== 0)
  const defaults = numeric(snapshot, table, 'default_flag')
  const isDefault = defaults === undefined ? undefined : Array.from(defaults.numbers, (flag) => flag === 1)
  let [valued, limited] = [0, 0]
  for (let row = 0; row < rows; row++) {
    if (values.codes[row] === values.distinct) continue
    if (isDefault !== undefined && !isDefault[defaults!.values.codes[row]!]) continue
    valued += 1
    if (isLimit[flags.values.codes[row]!]) limited += 1
  }
  return valued === 0 ? 0 : limited / valued
}

/** Maximum number of different texts that are compared with the one of a query, and that a warning lists. */
const MAX_COMPARED = 1_000
const MAX_LISTED = 12

function textsInsteadOf(
  snapshot: Snapshot,
  table: string,
  column: string,
  text: string,
  anyCase: boolean,
): OtherTexts | undefined {
  const values = snapshot.pageTable(table).columns.get(column)
  if (values === undefined || hasText(table, values, text)) return undefined
  const isKnown = values.distinct <= MAX_COMPARED
  if (anyCase && !isKnown) return undefined
  const texts = isKnown ? distinctTexts(values) : []
  if (anyCase && texts.some((known) => known.toLowerCase() === text.toLowerCase())) return undefined
  const [nearest] = createNearestFinder(texts)(text)
  return { ...(nearest === undefined ? {} : { nearest }), all: texts.length <= MAX_LISTED ? texts : [] }
}

function tableFacts(snapshot: Snapshot, table: string): QueriedTable {
  const { columns, rows } = allTables(snapshot.manifest).get(table)!
  const { columns: values } = snapshot.pageTable(table)
  const [planets, hosts] = [values.get('pl_name'), values.get('hostname')]
  const known = new Map<string, unknown>()
  /** Caches a count. */
  const kept = <T>(key: string, count: () => T): T => {
    if (!known.has(key)) known.set(key, count())
    return known.get(key) as T
  }
  const types = new Map(columns.map(({ name, type }) => [name.toLowerCase(), type]))
  return {
    columns: types,
    limitedColumns: new Set([...types.keys()].filter((name) => types.has(`${name}lim`))),
    hasSeveralRowsPerPlanet: planets !== undefined && planets.distinct < planets.nonNull && values.has('default_flag'),
    hasSeveralRowsPerHost: hosts !== undefined && hosts.distinct < rows,
    limitShare: (column) => kept(`limits ${column}`, () => limitShare(snapshot, table, column)),
    nulls: (column, isOfDefaults) =>
      kept(`nulls ${isOfDefaults} ${column}`, () => nulls(snapshot, table, column, isOfDefaults)),
    partialDates: (column) => kept(`dates ${column}`, () => partialDates(snapshot, table, column)),
    textsInsteadOf: (column, text, anyCase) => textsInsteadOf(snapshot, table, column, text, anyCase),
    isNeverPositive: (column) =>
      kept(`signs ${column}`, () => {
        const found = numeric(snapshot, table, column)
        return found !== undefined && !found.numbers.some((number) => number > 0)
      }),
  }
}

/** Creates the warnings of queries on a snapshot. Shares of limits are counted on first use and cached. */
export function warnOfQueries(snapshot: Snapshot): WarnOfQuery {
  const namesOf = new Map<string, ReadonlySet<string>>()
  /** The names in a column of a table; a set, because a binary search takes ten times as long (measured: 7 and 0.5 µs). */
  const namesIn = (table: string, column: NamingColumn): ReadonlySet<string> => {
    const key = `${table} ${column}`
    let names = namesOf.get(key)
    if (names === undefined) {
      const values = snapshot.pageTable(table).columns.get(column)
      names = new Set(values === undefined ? [] : distinctTexts(values))
      namesOf.set(key, names)
    }
    return names
  }
  const facts: WarningFacts = {
    tables: new Map([...allTables(snapshot.manifest).keys()].map((table) => [table, tableFacts(snapshot, table)])),
    hasName: (column, name, tables) => [...TABLE_NAMES, ...tables].some((table) => namesIn(table, column).has(name)),
    bestName: (column, name) => snapshot.names.suggest(name, column === 'pl_name' ? 'planet' : 'host', 1)[0],
  }
  return (sql) => queryWarnings(sql, facts)
}
