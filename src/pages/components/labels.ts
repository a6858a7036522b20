import type { Column } from '../../format/column.ts'

/** With spaces at which a line does not break. */
export const M_SIN_I = 'M\u00a0sin\u00a0i'

/** Short labels for well-known columns. */
const LABELS: Readonly<Record<string, string>> = {
  pl_name: 'Planet',
  hostname: 'Host',
  sy_name: 'System',
  pl_orbper: 'Orbital period',
  pl_orbsmax: 'Semi-major axis',
  pl_orbeccen: 'Eccentricity',
  pl_orbincl: 'Inclination',
  pl_orblper: 'Argument of periastron',
  pl_orbtper: 'Epoch of periastron',
  pl_tranmid: 'Transit midpoint',
  pl_trandep: 'Transit depth',
  pl_trandur: 'Transit duration',
  pl_occdep: 'Occultation depth',
  pl_imppar: 'Impact parameter',
  pl_ratror: 'Ratio of planet to star radius',
  pl_ratdor: 'Ratio of semi-major axis to star radius',
  pl_rvamp: 'Radial velocity amplitude',
  pl_projobliq: 'Projected obliquity',
  pl_trueobliq: 'True obliquity',
  pl_rade: 'Radius',
  pl_radj: 'Radius',
  pl_bmasse: `Mass or ${M_SIN_I}`,
  pl_bmassj: `Mass or ${M_SIN_I}`,
  pl_masse: 'True mass',
  pl_massj: 'True mass',
  pl_msinie: `Minimum mass (${M_SIN_I})`,
  pl_msinij: `Minimum mass (${M_SIN_I})`,
  pl_cmasse: `Mass from ${M_SIN_I} and an inclination`,
  pl_cmassj: `Mass from ${M_SIN_I} and an inclination`,
  pl_bmassprov: 'Kind of mass',
  pl_dens: 'Density',
  pl_insol: 'Insolation',
  pl_eqt: 'Equilibrium temperature',
  discoverymethod: 'Discovery method',
  disc_year: 'Discovery year',
  disc_facility: 'Discovery facility',
  disc_telescope: 'Discovery telescope',
  disc_instrument: 'Discovery instrument',
  disc_locale: 'Discovery locale',
  disc_refname: 'Discovery reference',
  disc_pubdate: 'Discovery publication date',
  pl_refname: 'Reference',
  pl_pubdate: 'Published',
  st_refname: 'Reference (star)',
  sy_refname: 'Reference (system)',
  soltype: 'Solution',
  rowupdate: 'Row updated',
  releasedate: 'Released',
  default_flag: 'Default row',
  pl_controv_flag: 'Controversial',
  st_spectype: 'Spectral type',
  st_teff: 'Effective temperature',
  st_rad: 'Radius',
  st_mass: 'Mass',
  st_met: 'Metallicity',
  st_metratio: 'Metallicity ratio',
  st_logg: 'Surface gravity',
  st_lum: 'Luminosity',
  st_age: 'Age',
  st_dens: 'Density',
  st_vsin: 'Rotation velocity (v\u00a0sin\u00a0i)',
  st_rotp: 'Rotation period',
  st_radv: 'Systemic radial velocity',
  sy_dist: 'Distance',
  sy_plx: 'Parallax',
  sy_pm: 'Proper motion',
  sy_pmra: 'Proper motion in RA',
  sy_pmdec: 'Proper motion in Dec',
  sy_snum: 'Stars',
  sy_pnum: 'Planets',
  sy_mnum: 'Moons',
  cb_flag: 'Circumbinary',
  sy_vmag: 'V magnitude',
  sy_jmag: 'J magnitude',
  sy_hmag: 'H magnitude',
  sy_kmag: 'K magnitude',
  sy_gaiamag: 'Gaia magnitude',
  sy_tmag: 'TESS magnitude',
  ra: 'Right ascension',
  dec: 'Declination',
  rastr: 'Right ascension',
  decstr: 'Declination',
  hd_name: 'HD',
  hip_name: 'HIP',
  tic_id: 'TIC',
  gaia_id: 'Gaia',
  gaia_dr2_id: 'Gaia DR2',
  gaia_dr3_id: 'Gaia DR3',
}

/** A label within a sentence: its first word in lower case, unless that is an abbreviation. */
export function inSentence(label: string): string {
  return label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())
}

/** A short label for a column; its name if there is neither a label nor a description. */
export function labelOf({ name, description }: Pick<Column, 'name' | 'description'>): string {
  if (Object.hasOwn(LABELS, name)) return LABELS[name]!
  // The archive's descriptions end with the unit.
  const words = description?.replace(/\s*\[[^\]]*\]\s*$/, '').trim()
  return words === undefined || words === '' || words.length > 60 ? name : words
}

/** Columns of numbers that describe a star, in display order. */
export const STAR_COLUMNS = [
  'st_teff',
  'st_rad',
  'st_mass',
  'st_lum',
  'st_met',
  'st_logg',
  'st_age',
  'st_dens',
  'st_vsin',
  'st_rotp',
] as const
