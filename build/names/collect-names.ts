import type { TargetKind } from '../../src/format/name-index.ts'
import type { TableName } from '../../src/format/table.ts'
import type { ArchiveTable } from '../table/archive-table.ts'
import { cellText } from '../table/cell-text.ts'
import { cellsOf } from '../table/rank-cells.ts'
import { IDENTIFIERS, type Identifier } from './identifiers.ts'

/** A planet or host that can be found by name. */
export interface CollectedTarget {
  readonly kind: TargetKind
  readonly name: string
  readonly table: TableName
  /** Name of a planet's host; null if the row has none. */
  readonly host: string | null
  /** A planet's letter; null if the row has none. */
  readonly letter: string | null
}

/** Another name of a planet or host. */
export interface CollectedAlias {
  readonly kind: TargetKind
  /** The archive's own name of the planet or host. */
  readonly name: string
  readonly alias: string
  /** The origin of the alias. */
  readonly via: string
}

export type NamedTables = Readonly<Record<TableName, ArchiveTable>> & Readonly<Record<string, ArchiveTable>>

const LETTER = /\s([b-z])$/
/** The part of a planet's name before its letter. */
const BEFORE_LETTER = /^(.*\S)\s+[b-z]$/

type Reader = (row: number) => string | null

/** Reads a column as text; null in every row if the table has no such column. */
function readerOf(table: ArchiveTable, column: string): Reader {
  const cells = cellsOf(table, column)
  return cells === undefined ? () => null : (row) => cellText(cells, row)
}

/** Collects every planet and host, each once, planets first, each kind in code-point order. */
export function collectTargets({ exoplanets, stellarhosts }: NamedTables): CollectedTarget[] {
  const planets = new Map<string, CollectedTarget>()
  const hosts = new Map<string, CollectedTarget>()
  const addHost = (name: string | null, table: TableName): void => {
    if (name !== null && !hosts.has(name)) hosts.set(name, { kind: 'host', name, table, host: null, letter: null })
  }
  const hostname = readerOf(stellarhosts, 'hostname')
  for (let row = 0; row < stellarhosts.rows; row += 1) addHost(hostname(row), 'stellarhosts')
  const [planetName, planetHost, letter] = ['pl_name', 'hostname', 'pl_letter'].map((name) =>
    readerOf(exoplanets, name),
  )
  for (let row = 0; row < exoplanets.rows; row += 1) {
    const name = planetName!(row)
    const host = planetHost!(row)
    addHost(host, 'exoplanets')
    if (name === null || planets.has(name)) continue
    const ofName = letter!(row) ?? LETTER.exec(name)?.[1] ?? null
    planets.set(name, { kind: 'planet', name, table: 'exoplanets', host, letter: ofName })
  }
  const byName = (a: CollectedTarget, b: CollectedTarget): number =>
    Buffer.compare(Buffer.from(a.name), Buffer.from(b.name))
  return [...[...planets.values()].sort(byName), ...[...hosts.values()].sort(byName)]
}

function identifierAliases(
  table: ArchiveTable,
  { column, via, kind, by, write, nameOf = (name) => name }: Identifier,
): CollectedAlias[] {
  const [value, name] = [readerOf(table, column), readerOf(table, by)]
  const aliases: CollectedAlias[] = []
  for (let row = 0; row < table.rows; row += 1) {
    const [identifier, target] = [value(row), name(row)]
    if (identifier === null || target === null) continue
    for (const alias of write(identifier)) aliases.push({ kind, name: nameOf(target), alias, via })
  }
  return aliases
}

/** Collects TESS numbers, `TOI-700` and `TOI-700.01`, for the hosts whose star has the same number in the TESS Input Catalog. */
function tessAliases(toi: ArchiveTable, known: readonly CollectedAlias[]): CollectedAlias[] {
  const hosts = Map.groupBy(
    known.filter(({ via }) => via === 'tic_id'),
    ({ alias }) => alias,
  )
  const [number, star] = [readerOf(toi, 'toi'), readerOf(toi, 'tid')]
  const aliases: CollectedAlias[] = []
  for (let row = 0; row < toi.rows; row += 1) {
    const value = Number(number(row) ?? Number.NaN)
    if (Number.isNaN(value)) continue
    const names = new Set((hosts.get(`TIC ${star(row)}`) ?? []).map(({ name }) => name))
    for (const name of names)
      for (const alias of [`TOI-${Math.floor(value)}`, `TOI-${value.toFixed(2)}`])
        aliases.push({ kind: 'host', name, alias, via: 'toi.toi' })
  }
  return aliases
}

/** Collects host names used in planet names that differ from the archive's name: `Kepler-90 i` is a planet of KOI-351. */
export function hostsByPlanets(targets: readonly CollectedTarget[]): CollectedAlias[] {
  const hosts = new Set(targets.flatMap(({ kind, name }) => (kind === 'host' ? [name] : [])))
  return targets.flatMap(({ kind, name, host }): CollectedAlias[] => {
    const [, alias] = (kind === 'planet' ? BEFORE_LETTER.exec(name) : null) ?? []
    // The name of a host refers only to that host.
    return host === null || alias === undefined || hosts.has(alias)
      ? []
      : [{ kind: 'host', name: host, alias, via: 'pl_name' }]
  })
}

/** Collects the names of planets and hosts in the identifier columns of every table; some might refer to no target. */
export function collectAliases(tables: NamedTables): CollectedAlias[] {
  const aliases = IDENTIFIERS.flatMap((identifier) => {
    const table = tables[identifier.table]
    return table === undefined ? [] : identifierAliases(table, identifier)
  })
  const { toi } = tables
  return toi === undefined ? aliases : [...aliases, ...tessAliases(toi, aliases)]
}
