import { isSameSubject } from './kinship.ts'
import { createNearestFinder, type NearestFinder } from './nearest.ts'

/** Columns by their names in older archive tables, or by words for their meaning. */
const MEANT: Readonly<Record<string, readonly string[]>> = {
  pl_hostname: ['hostname'],
  pl_discmethod: ['discoverymethod'],
  pl_disc: ['disc_year'],
  pl_disc_year: ['disc_year'],
  pl_facility: ['disc_facility'],
  pl_bmassj: ['pl_bmassj', 'pl_bmasse'],
  pl_pnum: ['sy_pnum'],
  pl_masse: ['pl_bmasse', 'pl_masse'],
  pl_massj: ['pl_bmassj', 'pl_massj'],
  pl_mnum: ['sy_mnum'],
  pl_snum: ['sy_snum'],
  pl_cbflag: ['cb_flag'],
  pl_tranflag: ['tran_flag'],
  pl_rvflag: ['rv_flag'],
  pl_imgflag: ['ima_flag'],
  pl_astflag: ['ast_flag'],
  pl_ttvflag: ['ttv_flag'],
  pl_omflag: ['obm_flag'],
  pl_locale: ['disc_locale'],
  pl_telescope: ['disc_telescope'],
  pl_instrument: ['disc_instrument'],
  pl_disc_refname: ['disc_refname'],
  pl_def_refname: ['pl_refname'],
  disc_method: ['discoverymethod'],
  st_dist: ['sy_dist'],
  gaia_dist: ['sy_dist'],
  st_plx: ['sy_plx'],
  gaia_plx: ['sy_plx'],
  gaia_id: ['gaia_dr3_id', 'gaia_dr2_id'],
  gaia_gmag: ['sy_gaiamag'],
  st_optmag: ['sy_vmag'],
  st_bj: ['sy_bmag'],
  st_vj: ['sy_vmag'],
  st_j: ['sy_jmag'],
  st_h: ['sy_hmag'],
  st_k: ['sy_kmag'],
  st_spstr: ['st_spectype'],
  st_metfe: ['st_met'],
  st_pmra: ['sy_pmra'],
  st_pmdec: ['sy_pmdec'],
  ra_str: ['rastr'],
  dec_str: ['decstr'],
  radius: ['pl_rade', 'pl_radj'],
  planet_radius: ['pl_rade', 'pl_radj'],
  stellar_radius: ['st_rad'],
  mass: ['pl_bmasse', 'pl_bmassj'],
  planet_mass: ['pl_bmasse', 'pl_bmassj'],
  stellar_mass: ['st_mass'],
  density: ['pl_dens', 'st_dens'],
  period: ['pl_orbper'],
  orbital_period: ['pl_orbper'],
  semi_major_axis: ['pl_orbsmax'],
  eccentricity: ['pl_orbeccen'],
  inclination: ['pl_orbincl'],
  insolation: ['pl_insol'],
  distance: ['sy_dist'],
  temperature: ['pl_eqt', 'st_teff'],
  metallicity: ['st_met'],
  luminosity: ['st_lum'],
  age: ['st_age'],
  spectral_type: ['st_spectype'],
  name: ['pl_name', 'hostname'],
  planet: ['pl_name'],
  planet_name: ['pl_name'],
  star: ['hostname'],
  host: ['hostname'],
  star_name: ['hostname'],
  method: ['discoverymethod'],
  discovery_method: ['discoverymethod'],
  year: ['disc_year'],
  discovery_year: ['disc_year'],
}

/** The columns of `names` that an older name or a word for a meaning stands for; empty if it stands for none. */
export function meantColumns(wanted: string, names: readonly string[]): readonly string[] {
  const key = wanted.trim().toLowerCase()
  return Object.hasOwn(MEANT, key) ? MEANT[key]!.filter((name) => names.includes(name)) : []
}

/** Finds the columns that a name was probably meant to be: those that it stands for, or else the most similar ones. */
export function createColumnFinder(names: readonly string[]): NearestFinder {
  const nearest = createNearestFinder(names, isSameSubject)
  return (wanted) => {
    const meant = meantColumns(wanted, names)
    return meant.length > 0 ? meant : nearest(wanted)
  }
}

/** The columns of `names` that `wanted` was probably meant to be. */
export function nearestColumns(wanted: string, names: readonly string[]): readonly string[] {
  return createColumnFinder(names)(wanted)
}
