/** Archive unit spellings that are valid VOUnits. */
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
 * VOUnits by the archive's spelling, including the spellings of file headers. Planet units are not known to VOUnits, which quotes
 * such names. Units without a certain VOUnit are omitted: `dex`, sexagesimal angles, insolation in that of Earth, `ppm`.
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
  /** The VOUnit; undefined if no certain one exists. */
  readonly unit: string | undefined
  /** The archive's spelling, if different, for the column description. */
  readonly archiveSpelling: string | undefined
}

/**
 * The VOUnit of an archive unit. `column` identifies logarithms for which a header gives the unit of the number itself, as the
 * header of TESS objects of interest does for `st_logg`.
 */
export function voUnit(archiveUnit: string | undefined, column: string): VoUnit {
  const written = archiveUnit?.trim() ?? ''
  if (written === '') return { unit: undefined, archiveSpelling: undefined }
  const isLogarithm = /logg(?:err[12])?$|slogg(?:_err[12])?$/.test(column) && !written.startsWith('log')
  const spelled = isLogarithm ? `log(${written})` : written
  const unit = SAME.has(spelled) ? spelled : Object.hasOwn(SPELLINGS, spelled) ? SPELLINGS[spelled] : undefined
  return { unit, archiveSpelling: unit === written ? undefined : written }
}
