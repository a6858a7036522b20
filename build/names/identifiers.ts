import type { TargetKind } from '../../src/format/name-index.ts'

/** A column whose values are names of planets or hosts, in addition to the archive's own. */
export interface Identifier {
  readonly table: string
  readonly column: string
  /** Name of the column in responses. */
  readonly via: string
  /** The kind of target that the values name. */
  readonly kind: TargetKind
  /** The column of the same row that has the archive's own name. */
  readonly by: string
  /** The names that a value stands for. */
  readonly write: (value: string) => readonly string[]
  /** Returns the archive's own name if the column contains additional text. */
  readonly nameOf?: (value: string) => string
}

const asItIs = (value: string): readonly string[] => [value]

/** Identifiers of stars, present in both tables. */
const STAR_COLUMNS = ['hd_name', 'hip_name', 'tic_id', 'gaia_dr2_id', 'gaia_dr3_id', 'gaia_id'] as const

const KOI_NAME = /^K0*(\d+)\.(\d+)$/i

/** `K00752.01` as in the archive's table, and `KOI-752.01` as commonly written. */
function koiNames(value: string): readonly string[] {
  const [, star, planet] = KOI_NAME.exec(value) ?? []
  return star === undefined ? [value] : [value, `KOI-${star}.${planet}`]
}

function identifier(
  table: string,
  column: string,
  kind: TargetKind,
  by: string,
  write: Identifier['write'] = asItIs,
): Identifier {
  const via = table === 'exoplanets' || table === 'stellarhosts' ? column : `${table}.${column}`
  return { table, column, via, kind, by, write }
}

/** Returns `KOI-752` for `K00752.01`. */
function koiStar(value: string): readonly string[] {
  const [, star] = KOI_NAME.exec(value) ?? []
  return star === undefined ? [] : [`KOI-${star}`]
}

function hostOf(planet: string): string {
  return planet.replace(/\s[b-z]$/, '')
}

/** Every column that contains names, in the order of preference in responses. */
export const IDENTIFIERS: readonly Identifier[] = [
  ...STAR_COLUMNS.map((column) => identifier('stellarhosts', column, 'host', 'hostname')),
  ...STAR_COLUMNS.map((column) => identifier('exoplanets', column, 'host', 'hostname')),
  identifier('stellarhosts', 'sy_name', 'host', 'hostname'),
  ...STAR_COLUMNS.map((column) => identifier('pscomppars', column, 'host', 'hostname')),
  identifier('cumulative', 'kepoi_name', 'planet', 'kepler_name', koiNames),
  { ...identifier('cumulative', 'kepoi_name', 'host', 'kepler_name', koiStar), nameOf: hostOf },
  { ...identifier('cumulative', 'kepid', 'host', 'kepler_name', (value) => [`KIC ${value}`]), nameOf: hostOf },
  identifier('keplernames', 'koi_name', 'planet', 'kepler_name', koiNames),
  identifier('keplernames', 'kepler_name', 'planet', 'pl_name'),
  identifier('k2names', 'epic_candname', 'planet', 'pl_name'),
  identifier('k2names', 'k2_name', 'planet', 'pl_name'),
  identifier('k2pandc', 'k2_name', 'planet', 'pl_name'),
  identifier('k2pandc', 'epic_candname', 'planet', 'pl_name'),
  identifier('k2pandc', 'epic_hostname', 'host', 'hostname'),
  ...STAR_COLUMNS.map((column) => identifier('k2pandc', column, 'host', 'hostname')),
]
