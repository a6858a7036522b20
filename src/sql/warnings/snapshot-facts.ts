import { isNameOf } from '../../core/pages/row-names.ts'
import type { PageColumn, Snapshot, WarnOfQuery } from '../../core/ports.ts'
import { allTables } from '../../format/manifest.ts'
import { TABLE_NAMES } from '../../format/table.ts'
import { queryWarnings, type TableFacts, type WarningFacts } from './query-warnings.ts'

/** The number that each code of a column stands for. */
function numbers({ distinct, offsets, fragments }: PageColumn): readonly number[] {
  const bytes = Buffer.from(fragments.buffer, fragments.byteOffset, fragments.byteLength)
  return Array.from({ length: distinct }, (_, code) =>
    Number(bytes.toString('latin1', offsets[code]!, offsets[code + 1]!)),
  )
}

/** The share of limits among a column's values; in the default rows, where the table has such. */
function limitShare(snapshot: Snapshot, table: string, column: string): number {
  const { columns, rows } = snapshot.pageTable(table)
  const values = columns.get(column)
  const flags = columns.get(`${column}lim`)
  if (values === undefined || flags === undefined) return 0
  const { columns: described } = allTables(snapshot.manifest).get(table)!
  // In a further table a column of such a name may be another thing than a flag.
  if (described.find(({ name }) => name === flags.name)?.type === 'text') return 0
  const isLimit = [...numbers(flags).map((flag) => flag !== 0), false]
  const defaults = columns.get('default_flag')
  const isDefault = defaults === undefined ? undefined : [...numbers(defaults).map((flag) => flag === 1), false]
  let [valued, limited] = [0, 0]
  for (let row = 0; row < rows; row++) {
    if (values.codes[row] === values.distinct) continue
    if (isDefault !== undefined && !isDefault[defaults!.codes[row]!]) continue
    valued += 1
    if (isLimit[flags.codes[row]!]) limited += 1
  }
  return valued === 0 ? 0 : limited / valued
}

function tableFacts(snapshot: Snapshot, table: string): TableFacts {
  const { columns, rows } = allTables(snapshot.manifest).get(table)!
  const { columns: values } = snapshot.pageTable(table)
  const [planets, hosts] = [values.get('pl_name'), values.get('hostname')]
  const shares = new Map<string, number>()
  return {
    columns: new Map(columns.map(({ name, type }) => [name.toLowerCase(), type])),
    hasSeveralRowsPerPlanet: planets !== undefined && planets.distinct < planets.nonNull && values.has('default_flag'),
    hasSeveralRowsPerHost: hosts !== undefined && hosts.distinct < rows,
    limitShare(column) {
      const share = shares.get(column) ?? limitShare(snapshot, table, column)
      shares.set(column, share)
      return share
    },
  }
}

/** Warnings of queries on a snapshot. Shares of limits are counted when they are first needed, and kept. */
export function warnOfQueries(snapshot: Snapshot): WarnOfQuery {
  const facts: WarningFacts = {
    tables: new Map([...allTables(snapshot.manifest).keys()].map((table) => [table, tableFacts(snapshot, table)])),
    hasName: (column, name, tables) => isNameOf(snapshot, column, name, [...TABLE_NAMES, ...tables]),
    bestName: (column, name) => snapshot.names.suggest(name, column === 'pl_name' ? 'planet' : 'host', 1)[0],
  }
  return (sql) => queryWarnings(sql, facts)
}
