/** Units that the archive spells as VOUnits do. */
const SAME: ReadonlySet<string> = new Set([
  '%',
  'Gyr',
  'K',
  'deg',
  'g/cm**3',
  'km/s',
  'log(cm/s**2)',
  'm/s',
  'mag',
  'mas',
  'mas/yr',
  'pc',
])

/**
 * The archive's spellings, those of file headers included. Units of planets are no known units of VOUnits, which quotes such
 * names. What VOUnits cannot say for certain is left out: `dex`, sexagesimal angles, insolation in that of Earth, `ppm`.
 */
const SPELLINGS: Readonly<Record<string, string>> = {
  day: 'd',
  days: 'd',
  BJD: 'd',
  BKJD: 'd',
  hour: 'h',
  hours: 'h',
  hrs: 'h',
  au: 'AU',
  AU: 'AU',
  'decimal degrees': 'deg',
  Rearth: "'earthRad'",
  R_Earth: "'earthRad'",
  'Earth Radius': "'earthRad'",
  'Earth radii': "'earthRad'",
  Mearth: "'earthMass'",
  'Earth Mass': "'earthMass'",
  Rjupiter: "'jupiterRad'",
  'Jupiter Radius': "'jupiterRad'",
  Mjupiter: "'jupiterMass'",
  'Jupiter Mass': "'jupiterMass'",
  Rsun: 'solRad',
  R_Sun: 'solRad',
  'Solar Radius': 'solRad',
  'Solar radii': 'solRad',
  Msun: 'solMass',
  'Solar mass': 'solMass',
  'log(Lsun)': 'log(solLum)',
  'log10(cm/s**2)': 'log(cm/s**2)',
}

export interface VoUnit {
  /** As VOUnits write it; undefined if they have no certain way. */
  readonly unit: string | undefined
  /** The archive's spelling where it differs, for the description of the column. */
  readonly archiveSpelling: string | undefined
}

/**
 * A unit of the archive as a VOUnit. The name of the column decides where a header gives the unit of a number for its logarithm,
 * as that of TESS objects of interest does for `st_logg`.
 */
export function voUnit(archiveUnit: string | undefined, column: string): VoUnit {
  const written = archiveUnit?.trim() ?? ''
  if (written === '') return { unit: undefined, archiveSpelling: undefined }
  const isLogarithm = /logg(?:err[12])?$|slogg(?:_err[12])?$/.test(column) && !written.startsWith('log')
  const spelled = isLogarithm ? `log(${written})` : written
  const unit = SAME.has(spelled) ? spelled : Object.hasOwn(SPELLINGS, spelled) ? SPELLINGS[spelled] : undefined
  return { unit, archiveSpelling: unit === written ? undefined : written }
}
