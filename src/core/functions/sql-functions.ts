import { FUNCTION_TEXTS } from './function-texts.ts'

/** Groups of functions by purpose, in the order of every listing. */
export type FunctionGroup = keyof typeof FUNCTION_TEXTS

export const FUNCTION_GROUPS = Object.keys(FUNCTION_TEXTS) as FunctionGroup[]

/** One SQL function as every interface lists it. */
export interface SqlFunction {
  /** In lower case; for an operator, the operator. */
  readonly name: string
  readonly group: FunctionGroup
  /** Call syntax, for example `percentile(x, p)`. */
  readonly syntax: string
  readonly description: string
  /** True if SQLite itself lacks the function. */
  readonly added: boolean
}

/** Functions that this service adds to SQLite's. */
const ADDED: ReadonlySet<string> = new Set([
  'stddev',
  'variance',
  'stddev_pop',
  'var_pop',
  'median',
  'percentile',
  'corr',
  'regexp',
  'greatest',
  'least',
  'truncate',
  'round_to',
  'to_text',
  'to_number',
  'sky_distance',
  'sky_inside',
  'sky_point',
  'sky_circle',
  'sky_box',
  'sky_polygon',
  'sky_contains',
  'sky_intersects',
  'sky_area',
  'sky_centroid',
  'sky_longitude',
  'sky_latitude',
])

function nameIn(syntax: string): string {
  return /^(?:json )?(->>?|[a-z_0-9]+)/.exec(syntax)?.[1] ?? syntax
}

/** Every SQL function that queries can use, by group and name. All others are rejected, even if SQLite has them. */
export const SQL_FUNCTIONS: readonly SqlFunction[] = FUNCTION_GROUPS.flatMap((group) =>
  Object.entries(FUNCTION_TEXTS[group]).map(([syntax, description]) => {
    const name = nameIn(syntax)
    return { name, group, syntax, description, added: ADDED.has(name) }
  }),
)

/** The functions that this service adds to SQLite's. */
export const ADDED_FUNCTIONS: readonly SqlFunction[] = SQL_FUNCTIONS.filter(({ added }) => added)

/** The name of every allowed function, in lower case. */
export const ALLOWED_FUNCTIONS: ReadonlySet<string> = new Set(SQL_FUNCTIONS.map(({ name }) => name))

/** Functions whose result differs between runs for any arguments. */
export const RANDOM_FUNCTIONS: ReadonlySet<string> = new Set(['random', 'randomblob'])
