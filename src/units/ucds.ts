/** UCDs of columns that mean the same in every table of the archive. */
const COMMON: Readonly<Record<string, string>> = {
  // names and references
  pl_letter: 'meta.id.part',
  hd_name: 'meta.id.cross',
  hip_name: 'meta.id.cross',
  tic_id: 'meta.id.cross',
  gaia_id: 'meta.id.cross',
  gaia_dr2_id: 'meta.id.cross',
  gaia_dr3_id: 'meta.id.cross',
  pl_refname: 'meta.bib',
  st_refname: 'meta.bib',
  sy_refname: 'meta.bib',
  disc_refname: 'meta.bib',
  disp_refname: 'meta.bib',
  disc_year: 'time.epoch',
  discoverymethod: 'meta.code.class',
  disc_facility: 'meta.id;instr.obsty',
  disc_telescope: 'meta.id;instr.tel',
  soltype: 'meta.code.status',
  default_flag: 'meta.code',
  rowupdate: 'time.processing',
  toi_created: 'time.creation',
  releasedate: 'time.release',
  // positions
  ra: 'pos.eq.ra;meta.main',
  dec: 'pos.eq.dec;meta.main',
  rastr: 'pos.eq.ra',
  decstr: 'pos.eq.dec',
  glon: 'pos.galactic.lon',
  glat: 'pos.galactic.lat',
  elon: 'pos.ecliptic.lon',
  elat: 'pos.ecliptic.lat',
  x: 'pos.cartesian.x',
  y: 'pos.cartesian.y',
  z: 'pos.cartesian.z',
  htm20: 'pos.HTM',
  sy_pm: 'pos.pm',
  sy_pmra: 'pos.pm;pos.eq.ra',
  sy_pmdec: 'pos.pm;pos.eq.dec',
  st_pmra: 'pos.pm;pos.eq.ra',
  st_pmdec: 'pos.pm;pos.eq.dec',
  sy_plx: 'pos.parallax',
  sy_dist: 'pos.distance',
  st_dist: 'pos.distance',
  // orbits and transits
  pl_orbper: 'time.period.revolution',
  koi_period: 'time.period.revolution',
  pl_orbsmax: 'phys.size.smajAxis;src.orbital',
  pl_orbincl: 'src.orbital.inclination',
  pl_orbeccen: 'src.orbital.eccentricity',
  pl_orblper: 'src.orbital.periastron',
  pl_orbtper: 'time.epoch;src.orbital.periastron',
  pl_tranmid: 'time.epoch;obs.transit',
  koi_time0bk: 'time.epoch;obs.transit',
  pl_trandur: 'time.duration;obs.transit',
  pl_trandurh: 'time.duration;obs.transit',
  koi_duration: 'time.duration;obs.transit',
  pl_imppar: 'src.impactParam;obs.transit',
  koi_impact: 'src.impactParam;obs.transit',
  koi_model_snr: 'stat.snr',
  // planets
  pl_rade: 'phys.size.radius',
  pl_radj: 'phys.size.radius',
  koi_prad: 'phys.size.radius',
  pl_bmasse: 'phys.mass',
  pl_bmassj: 'phys.mass',
  pl_masse: 'phys.mass',
  pl_massj: 'phys.mass',
  pl_msinie: 'phys.mass',
  pl_msinij: 'phys.mass',
  pl_cmasse: 'phys.mass',
  pl_cmassj: 'phys.mass',
  pl_dens: 'phys.density',
  pl_eqt: 'phys.temperature',
  koi_teq: 'phys.temperature',
  pl_angsep: 'pos.angDistance',
  // stars
  st_spectype: 'src.spType',
  st_teff: 'phys.temperature.effective',
  koi_steff: 'phys.temperature.effective',
  st_rad: 'phys.size.radius',
  koi_srad: 'phys.size.radius',
  st_mass: 'phys.mass',
  st_met: 'phys.abund.Z',
  st_logg: 'phys.gravity',
  koi_slogg: 'phys.gravity',
  st_lum: 'phys.luminosity',
  st_age: 'time.age',
  st_dens: 'phys.density',
  st_vsin: 'phys.veloc.rotat',
  st_rotp: 'time.period.rotation',
  st_radv: 'spect.dopplerVeloc',
  // magnitudes
  sy_umag: 'phot.mag;em.opt.U',
  sy_bmag: 'phot.mag;em.opt.B',
  sy_gmag: 'phot.mag;em.opt.B',
  sy_vmag: 'phot.mag;em.opt.V',
  sy_rmag: 'phot.mag;em.opt.R',
  sy_imag: 'phot.mag;em.opt.I',
  sy_icmag: 'phot.mag;em.opt.I',
  sy_zmag: 'phot.mag;em.opt.I',
  sy_jmag: 'phot.mag;em.IR.J',
  sy_hmag: 'phot.mag;em.IR.H',
  sy_kmag: 'phot.mag;em.IR.K',
  sy_w1mag: 'phot.mag;em.IR.3-4um',
  sy_w2mag: 'phot.mag;em.IR.4-8um',
  sy_w3mag: 'phot.mag;em.IR.8-15um',
  sy_w4mag: 'phot.mag;em.IR.15-30um',
  sy_gaiamag: 'phot.mag;em.opt',
  sy_tmag: 'phot.mag;em.opt',
  st_tmag: 'phot.mag;em.opt',
  sy_kepmag: 'phot.mag;em.opt',
  koi_kepmag: 'phot.mag;em.opt',
  // numbers
  sy_snum: 'meta.number',
  sy_pnum: 'meta.number',
  sy_mnum: 'meta.number',
  st_nphot: 'meta.number',
  st_nrvc: 'meta.number',
  st_nspec: 'meta.number',
  pl_nnotes: 'meta.number',
  pl_ntranspec: 'meta.number',
  pl_nespec: 'meta.number',
  pl_ndispec: 'meta.number',
  // dispositions
  tfopwg_disp: 'meta.code.class',
  koi_disposition: 'meta.code.class',
  koi_pdisposition: 'meta.code.class',
  disposition: 'meta.code.class',
}

/** Names and identifiers by table; one in each table is the main one. */
const BY_TABLE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ps: { pl_name: 'meta.id;meta.main', hostname: 'meta.id.parent' },
  pscomppars: { pl_name: 'meta.id;meta.main', hostname: 'meta.id.parent' },
  k2pandc: { pl_name: 'meta.id;meta.main', hostname: 'meta.id.parent' },
  stellarhosts: { hostname: 'meta.id;meta.main', sy_name: 'meta.id.parent' },
  toi: { toi: 'meta.id;meta.main', tid: 'meta.id.cross' },
  cumulative: { kepoi_name: 'meta.id;meta.main', kepid: 'meta.id.parent', kepler_name: 'meta.id.cross' },
}

/** UCDs with uncertainties; codes and identifiers have none. */
const HAS_ERROR = /^(?:phys|pos|time|src|phot|spect)\./

/**
 * The UCD1+ of a column; undefined if none is certain. `table` is the archive's name of the table, for example `ps`.
 * Uncertainties (`…err1`, `…err2`) have the error UCD of their quantity, limit flags (`…lim`) a code UCD.
 */
export function ucdOf(table: string, column: string): string | undefined {
  const own = Object.hasOwn(BY_TABLE, table) ? BY_TABLE[table] : undefined
  if (own !== undefined && Object.hasOwn(own, column)) return own[column]
  if (Object.hasOwn(COMMON, column)) return COMMON[column]
  if (/^[a-z]+_flag$/.test(column) || /^koi_fpflag_[a-z]+$/.test(column)) return 'meta.code'
  const suffix = /^(.+?)_?(err[12]|lim)$/.exec(column)
  const base = suffix === null || !Object.hasOwn(COMMON, suffix[1]!) ? undefined : COMMON[suffix[1]!]
  if (base === undefined || !HAS_ERROR.test(base)) return undefined
  const quantity = base.replace(';meta.main', '')
  return `${suffix![2] === 'lim' ? 'meta.code.error' : 'stat.error'};${quantity}`
}
