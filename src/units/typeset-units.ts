/** A typeset unit: plain text, and the subscript after it. */
export interface TypesetUnit {
  readonly text: string
  readonly below?: string
  /** The unit spelled out, for reading aloud. */
  readonly words: string
}

const EARTH = { below: '⊕' }
const SUN = { below: '☉' }
const JUPITER = { below: 'J' }

const R_EARTH: TypesetUnit = { text: 'R', ...EARTH, words: 'Earth radii' }
const M_EARTH: TypesetUnit = { text: 'M', ...EARTH, words: 'Earth masses' }
const R_JUPITER: TypesetUnit = { text: 'R', ...JUPITER, words: 'Jupiter radii' }
const M_JUPITER: TypesetUnit = { text: 'M', ...JUPITER, words: 'Jupiter masses' }
const R_SUN: TypesetUnit = { text: 'R', ...SUN, words: 'solar radii' }
const M_SUN: TypesetUnit = { text: 'M', ...SUN, words: 'solar masses' }
const DAY: TypesetUnit = { text: 'd', words: 'days' }
const HOUR: TypesetUnit = { text: 'h', words: 'hours' }
const DEGREE: TypesetUnit = { text: '°', words: 'degrees' }
const GRAVITY: TypesetUnit = { text: 'log₁₀(cm s⁻²)', words: 'logarithm of centimeters per second squared' }

/** Typeset units by the archive's spelling. */
const UNITS: Readonly<Record<string, TypesetUnit>> = {
  Rearth: R_EARTH,
  R_Earth: R_EARTH,
  'Earth Radius': R_EARTH,
  'Earth radii': R_EARTH,
  Mearth: M_EARTH,
  M_Earth: M_EARTH,
  'Earth Mass': M_EARTH,
  Rjupiter: R_JUPITER,
  'Jupiter Radius': R_JUPITER,
  Mjupiter: M_JUPITER,
  'Jupiter Mass': M_JUPITER,
  Rsun: R_SUN,
  R_Sun: R_SUN,
  'Solar Radius': R_SUN,
  'Solar radii': R_SUN,
  Msun: M_SUN,
  'Solar mass': M_SUN,
  Searth: { text: 'S', ...EARTH, words: 'times the insolation of the Earth' },
  'Earth Flux': { text: 'S', ...EARTH, words: 'times the insolation of the Earth' },
  'log(Lsun)': { text: 'log₁₀ L', ...SUN, words: 'logarithm of solar luminosities' },
  'log(Solar)': { text: 'log₁₀ L', ...SUN, words: 'logarithm of solar luminosities' },
  day: DAY,
  days: DAY,
  hour: HOUR,
  hours: HOUR,
  hrs: HOUR,
  deg: DEGREE,
  au: { text: 'au', words: 'astronomical units' },
  AU: { text: 'au', words: 'astronomical units' },
  pc: { text: 'pc', words: 'parsecs' },
  K: { text: 'K', words: 'kelvins' },
  Gyr: { text: 'Gyr', words: 'billion years' },
  'log(cm/s**2)': GRAVITY,
  'log10(cm/s**2)': GRAVITY,
  'g/cm**3': { text: 'g cm⁻³', words: 'grams per cubic centimeter' },
  'm/s': { text: 'm s⁻¹', words: 'meters per second' },
  'km/s': { text: 'km s⁻¹', words: 'kilometers per second' },
  mas: { text: 'mas', words: 'milliarcseconds' },
  'mas/yr': { text: 'mas yr⁻¹', words: 'milliarcseconds per year' },
  arcsec: { text: '″', words: 'arcseconds' },
  dex: { text: 'dex', words: 'dex' },
  mag: { text: 'mag', words: 'magnitudes' },
  '%': { text: '%', words: 'percent' },
  ppm: { text: 'ppm', words: 'parts per million' },
}

/** Units that describe the format of a text rather than the unit of a number. */
const FORMS: ReadonlySet<string> = new Set(['hhmmss', 'ddmmss', 'sexagesimal'])

/** The typeset form of an archive unit; undefined if a column has none. */
export function typesetUnit(unit: string | undefined): TypesetUnit | undefined {
  const written = unit?.trim() ?? ''
  if (written === '' || FORMS.has(written)) return undefined
  return Object.hasOwn(UNITS, written) ? UNITS[written] : { text: written, words: written }
}

/** A unit as plain text, for labels in charts: `R⊕`. */
export function unitText(unit: string | undefined): string {
  const known = typesetUnit(unit)
  return known === undefined ? '' : `${known.text}${known.below === 'J' ? '_J' : (known.below ?? '')}`
}
