import type { TableName } from '../../src/format/table.ts'

/** Names of a row, and columns that select and group rows: lookups and the join begin with the first two. */
const KEYS = ['hostname', 'pl_name', 'default_flag', 'discoverymethod', 'disc_year'] as const

/** Numbers that are often queried together with their uncertainties. */
const MEASURED = [
  'pl_orbper',
  'pl_orbsmax',
  'pl_rade',
  'pl_bmasse',
  'pl_orbeccen',
  'pl_insol',
  'pl_eqt',
  'st_teff',
  'st_rad',
  'st_mass',
  'st_met',
  'sy_dist',
  'sy_vmag',
] as const

const withUncertainty = (name: string): readonly string[] => [name, `${name}err1`, `${name}err2`, `${name}lim`]

/**
 * The columns of each covering index, by the suffix of the index name. If an index contains every column that a query names,
 * SQLite uses the index alone, and reads a few MB instead of 200. Measured with sql.js on the full-size archive:
 *
 * - `covering` has the columns of most queries: grouping takes 14 ms instead of 48, scanning aggregates 7 instead of 50, ten
 *   thousand rows of the default columns 6 instead of 14, and the join of both tables 9 instead of 35. It costs 8 MB and 0.2 s
 *   of the build.
 * - `uncertainties` has numbers with their uncertainties and limit flags: queries on these take 0.3 of their time.
 * - `transits` has the columns of queries on transits and velocities: 0.2 to 0.6 of their time. Both cost 16 MB together.
 *
 * Indexes over all columns in groups would take 142 MB, and the planner does not use them.
 */
export const COVERING_COLUMNS: Readonly<Record<TableName, Readonly<Record<string, readonly string[]>>>> = {
  exoplanets: {
    covering: [
      'hostname',
      'pl_name',
      'default_flag',
      'discoverymethod',
      'disc_year',
      'disc_facility',
      'pl_controv_flag',
      'pl_orbper',
      'pl_orbsmax',
      'pl_rade',
      'pl_bmasse',
      'pl_bmassprov',
      'pl_orbeccen',
      'pl_insol',
      'pl_eqt',
      'st_spectype',
      'st_teff',
      'st_rad',
      'st_mass',
      'st_met',
      'sy_dist',
      'sy_vmag',
      'sy_snum',
      'sy_pnum',
      'ra',
      'dec',
    ],
    uncertainties: [...KEYS, ...MEASURED.flatMap(withUncertainty)],
    transits: [
      ...KEYS,
      'tran_flag',
      'pl_rade',
      'pl_bmasse',
      'pl_orbper',
      'pl_trandep',
      'pl_trandur',
      'pl_tranmid',
      'pl_ratror',
      'pl_ratdor',
      'pl_imppar',
      'pl_orbincl',
      'pl_rvamp',
      'pl_dens',
      'st_rotp',
      'st_logg',
      'st_dens',
      'sy_kmag',
      'sy_jmag',
      'sy_tmag',
      'sy_gaiamag',
    ],
  },
  stellarhosts: {
    covering: [
      'hostname',
      'sy_name',
      'sy_snum',
      'sy_pnum',
      'sy_dist',
      'sy_vmag',
      'st_spectype',
      'st_teff',
      'st_rad',
      'st_mass',
      'st_met',
      'st_lum',
      'st_logg',
      'st_age',
      'ra',
      'dec',
    ],
  },
}
