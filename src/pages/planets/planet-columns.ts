import { type Column, valueColumns } from '../../format/column.ts'
import { foldVariants } from '../../objects/column-groups.ts'
import { STAR_COLUMNS } from '../components/labels.ts'

/** Parameters by topic, in display order; those that a table lacks are omitted. */
const GROUPS: readonly (readonly [heading: string, columns: readonly string[]])[] = [
  ['Orbit', ['pl_orbper', 'pl_orbsmax', 'pl_orbeccen', 'pl_orbincl', 'pl_orblper', 'pl_orbtper']],
  [
    'Size and mass',
    [
      'pl_rade',
      'pl_radj',
      'pl_bmasse',
      'pl_bmassj',
      'pl_masse',
      'pl_massj',
      'pl_msinie',
      'pl_msinij',
      'pl_cmasse',
      'pl_cmassj',
      'pl_dens',
    ],
  ],
  ['Light and temperature', ['pl_insol', 'pl_eqt']],
  [
    'Transit and signal',
    [
      'pl_tranmid',
      'pl_trandur',
      'pl_trandep',
      'pl_imppar',
      'pl_ratror',
      'pl_ratdor',
      'pl_occdep',
      'pl_rvamp',
      'pl_projobliq',
      'pl_trueobliq',
    ],
  ],
]

/** The same parameters in units of Earth and of Jupiter: one is shown first, the other next to it. */
export const TWINS: ReadonlyMap<string, string> = new Map([
  ['pl_rade', 'pl_radj'],
  ['pl_bmasse', 'pl_bmassj'],
  ['pl_masse', 'pl_massj'],
  ['pl_msinie', 'pl_msinij'],
  ['pl_cmasse', 'pl_cmassj'],
])
const TWIN_OF_JUPITER: ReadonlyMap<string, string> = new Map(Array.from(TWINS, ([earth, jupiter]) => [jupiter, earth]))

/** Minimum radius and mass, in units of Earth's, from which Jupiter's units are shown first. */
const MIN_JUPITER_RADE = 6
const MIN_JUPITER_BMASSE = 50

export interface ParameterColumn {
  readonly column: Column
  /** The same parameter in another unit. */
  readonly twin: Column | undefined
}

export interface ParameterGroup {
  readonly heading: string
  readonly columns: readonly ParameterColumn[]
}

/** The columns that a page reads from a table of planets, computed once per archive. */
export interface PlanetColumns {
  /** All columns that the page reads. */
  readonly read: readonly string[]
  /** Numeric columns by group, in units of Earth or, for large planets, of Jupiter. */
  readonly ofSmall: readonly ParameterGroup[]
  readonly ofLarge: readonly ParameterGroup[]
}

export function planetColumns(columns: readonly Column[]): PlanetColumns {
  return {
    read: pageColumns(columns),
    ofSmall: parameterGroups(columns, false),
    ofLarge: parameterGroups(columns, true),
  }
}

/** Whether Jupiter's units suit a planet of this radius and mass (in units of Earth's) better. */
export function isLargePlanet(rade: unknown, bmasse: unknown): boolean {
  if (typeof rade === 'number') return rade >= MIN_JUPITER_RADE
  return typeof bmasse === 'number' && bmasse >= MIN_JUPITER_BMASSE
}

/** The numeric columns that describe a planet, without those of their uncertainties and limits. */
function parameterColumns(columns: readonly Column[]): readonly Column[] {
  return foldVariants(columns)
    .map(({ column }) => column)
    .filter(({ name, type }) => name.startsWith('pl_') && type !== 'text')
    .filter(({ name }) => !/_flag$|^pl_n(notes|transpec|espec|dispec)$/.test(name))
}

/** All numeric columns that describe a planet, by group; columns that no group names come last. */
function parameterGroups(columns: readonly Column[], isLarge: boolean): readonly ParameterGroup[] {
  const numbers = new Map(parameterColumns(columns).map((column) => [column.name, column]))
  const names = new Set(columns.map(({ name }) => name))
  const hasErrors = ({ name }: Column): boolean => names.has(`${name}err1`)
  const taken = new Set<string>()
  const take = (name: string): ParameterColumn[] => {
    const column = numbers.get(name)
    if (column === undefined || taken.has(name)) return []
    const twin = numbers.get(TWINS.get(name) ?? TWIN_OF_JUPITER.get(name) ?? '')
    taken.add(name)
    if (twin === undefined) return [{ column, twin }]
    taken.add(twin.name)
    const [earth, jupiter] = TWINS.has(name) ? [column, twin] : [twin, column]
    // If only one of the units has uncertainties, it comes first, whatever the size of the planet.
    const isJupiter = hasErrors(jupiter) === hasErrors(earth) ? isLarge : hasErrors(jupiter)
    return [isJupiter ? { column: jupiter, twin: earth } : { column: earth, twin: jupiter }]
  }
  const groups = GROUPS.map(([heading, names]) => ({ heading, columns: names.flatMap(take) }))
  const others = [...numbers.keys()].flatMap(take)
  return [...groups, { heading: 'Other parameters', columns: others }].filter(({ columns }) => columns.length > 0)
}

/** Columns of a planet's rows that its page shows in addition to its parameters. */
const FACTS =
  /^(pl_name|hostname|default_flag|soltype|pl_controv_flag|pl_bmassprov|disc_.*|discoverymethod|pl_pubdate|rowupdate|releasedate|st_spectype|sy_[sp]num|.*_ref(?:name|link))$/

/** The values of the star that it shows. */
const STAR_FACTS: ReadonlySet<string> = new Set([...STAR_COLUMNS, 'sy_dist'].flatMap(valueColumns))

function pageColumns(columns: readonly Column[]): readonly string[] {
  const parameters = new Set(parameterColumns(columns).flatMap(({ name }) => valueColumns(name)))
  return columns
    .map(({ name }) => name)
    .filter((name) => FACTS.test(name) || STAR_FACTS.has(name) || parameters.has(name))
}
