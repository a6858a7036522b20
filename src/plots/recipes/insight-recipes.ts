import type { Recipe } from './recipe.ts'

const planet = { column: 'pl_name', kind: 'planet' } as const
const host = { column: 'hostname', kind: 'host' } as const

const dots = (column: string, title: string, scale: 'linear' | 'log' = 'linear') =>
  ({ kind: 'ranking', name: planet, mark: 'dots', value: { column, title, scale } }) as const

/** The insights for which a plot shows more than their table. Lists without a common quantity have no recipe. */
export const INSIGHT_RECIPES: Readonly<Record<string, Recipe>> = {
  'nearest-planets': dots('sy_dist', 'Distance'),
  'habitable-zone-candidates': {
    kind: 'scatter',
    name: planet,
    x: { column: 'insolation', title: 'Insolation', scale: 'linear', isReversed: true },
    y: { column: 'st_teff', title: 'Temperature of the star', scale: 'linear' },
    guides: ['habitable-zone'],
  },
  'radius-valley': {
    kind: 'bars',
    x: { column: 'rade_bin_lo', title: 'Radius', scale: 'linear' },
    to: 'rade_bin_hi',
    y: 'Planets',
    series: [{ column: 'planets', label: 'Planets' }],
  },
  'discoveries-by-year-and-method': {
    kind: 'bars',
    x: { column: 'disc_year', title: 'Discovery year', scale: 'linear', style: 'year' },
    y: 'Planets',
    series: [
      { column: 'transit', label: 'Transit' },
      { column: 'radial_velocity', label: 'Radial Velocity' },
      { column: 'microlensing', label: 'Microlensing' },
      { column: 'imaging', label: 'Imaging' },
      { column: 'other', label: 'Other' },
    ],
  },
  'discovery-methods': {
    kind: 'ranking',
    name: { column: 'discoverymethod' },
    mark: 'bars',
    value: { column: 'planets', title: 'Planets', scale: 'linear' },
  },
  'transmission-spectroscopy-targets': dots('tsm', 'Transmission spectroscopy metric', 'log'),
  'smallest-exoplanets-radius': dots('pl_rade', 'Radius'),
  'largest-exoplanets-radius': dots('pl_rade', 'Radius'),
  'hottest-planets': dots('pl_eqt', 'Equilibrium temperature'),
  'ultra-short-period-planets': dots('period_hours', 'Orbital period'),
  'systems-with-most-planets': {
    kind: 'ranking',
    name: host,
    mark: 'bars',
    value: { column: 'planets', title: 'Planets', scale: 'linear' },
  },
  'near-resonant-pairs': {
    kind: 'scatter',
    name: host,
    x: { column: 'period_ratio', title: 'Ratio of periods', scale: 'linear' },
    y: { column: 'offset_percent', title: 'Offset from the ratio', scale: 'linear' },
    color: { column: 'resonance', title: 'Resonance' },
  },
  'nearest-multi-planet-systems': {
    kind: 'ranking',
    name: host,
    mark: 'dots',
    value: { column: 'sy_dist', title: 'Distance', scale: 'linear' },
  },
  'densest-small-planets': dots('density_g_cm3', 'Density'),
  'super-puffs': dots('density_g_cm3', 'Density', 'log'),
  'largest-planet-to-host-ratios': dots('radius_ratio', 'Ratio of planet to star radius', 'log'),
  'most-eccentric-orbits': dots('pl_orbeccen', 'Eccentricity'),
  'directly-imaged-planets': {
    kind: 'scatter',
    name: planet,
    x: { column: 'pl_orbsmax', title: 'Semi-major axis', scale: 'log' },
    y: { column: 'pl_bmassj', title: 'Mass', scale: 'log' },
  },
  'retrograde-and-polar-orbits': dots('pl_projobliq', 'Projected obliquity'),
  'hottest-stellar-hosts': {
    kind: 'ranking',
    name: host,
    mark: 'dots',
    value: { column: 'median_st_teff', title: 'Effective temperature', scale: 'log' },
  },
  'brightest-transit-hosts': {
    kind: 'ranking',
    name: host,
    mark: 'dots',
    value: { column: 'sy_vmag', title: 'V magnitude', scale: 'linear' },
  },
  'most-disputed-masses': {
    ...dots('max_mass', 'Published masses, smallest to largest', 'log'),
    range: ['min_mass', 'max_mass'],
  },
  'most-equal-star-planet-pairs': dots('radius_ratio', 'Ratio of planet to star radius'),
  'most-distant-exoplanets': dots('sy_dist', 'Distance'),
  'nearest-stellar-hosts': {
    kind: 'ranking',
    name: host,
    mark: 'dots',
    value: { column: 'sy_dist', title: 'Distance', scale: 'linear' },
  },
  'binary-star-systems': {
    kind: 'ranking',
    name: host,
    mark: 'bars',
    value: { column: 'stars', title: 'Stars', scale: 'linear' },
  },
}
