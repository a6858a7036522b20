import { quoteForMessage } from '../../core/text/quote-for-message.ts'
import { ASTRONOMICAL_UNIT_M, EARTH_RADIUS_M, JUPITER_RADIUS_M, SOLAR_RADIUS_M } from '../../units/nominal.ts'
import { Fault } from '../adql/fault.ts'
import { isNumeric, REAL, type ValueType } from '../columns/value-type.ts'
import type { Session } from './session.ts'
import { asNumber, constantNumber, type Value } from './value.ts'

/** Units relative to the first of their row. Radii and masses are the IAU's nominal values (resolution 2015 B3, CODATA's G). */
const SCALES: readonly Readonly<Record<string, number>>[] = [
  { deg: 1, arcmin: 1 / 60, arcsec: 1 / 3600, mas: 1 / 3_600_000, rad: 180 / Math.PI, uas: 1 / 3_600_000_000 },
  { d: 1, h: 1 / 24, min: 1 / 1440, s: 1 / 86_400, yr: 365.25, a: 365.25, Myr: 365.25e6, Gyr: 365.25e9 },
  {
    m: 1,
    km: 1e3,
    cm: 1e-2,
    AU: ASTRONOMICAL_UNIT_M,
    au: ASTRONOMICAL_UNIT_M,
    pc: (ASTRONOMICAL_UNIT_M * 648_000) / Math.PI,
    lyr: 9_460_730_472_580_800,
    solRad: SOLAR_RADIUS_M,
    Rsun: SOLAR_RADIUS_M,
    Rearth: EARTH_RADIUS_M,
    earthRad: EARTH_RADIUS_M,
    jupiterRad: JUPITER_RADIUS_M,
    Rjup: JUPITER_RADIUS_M,
  },
  {
    kg: 1,
    g: 1e-3,
    solMass: 1.988_41e30,
    Msun: 1.988_41e30,
    Mearth: 5.972_17e24,
    earthMass: 5.972_17e24,
    jupiterMass: 1.898_12e27,
    Mjup: 1.898_12e27,
  },
  { 'm/s': 1, 'km/s': 1e3, 'm.s**-1': 1, 'km.s**-1': 1e3 },
  { 'mas/yr': 1, 'arcsec/yr': 1000, 'deg/yr': 3_600_000, 'mas.yr**-1': 1, 'arcsec.yr**-1': 1000 },
  { K: 1 },
  { mag: 1 },
]

/** `IN_UNIT(value, 'unit')` */
export function convertUnit(
  value: Value,
  target: Value,
  position: number,
): { readonly sql: string; readonly type: ValueType } {
  const { unit } = value.type
  const wanted = target.constant
  // VOUnits quote the names of unknown units.
  const bare = (name: string): string => name.replace(/^'(.*)'$/, '$1')
  if (typeof wanted !== 'string' || !isNumeric(value.type)) {
    throw new Fault('invalid_sql', "The syntax of IN_UNIT is IN_UNIT(number, 'unit').", position)
  }
  if (unit === undefined)
    throw new Fault('invalid_sql', 'IN_UNIT needs a column with a unit, but this column has none.', value.position)
  const type = { ...REAL, unit: wanted, ucd: value.type.ucd }
  if (unit === wanted) return { sql: value.sql, type }
  const [from, to] = [bare(unit), bare(wanted)]
  const scale = SCALES.find((one) => Object.hasOwn(one, from) && Object.hasOwn(one, to))
  if (scale === undefined) {
    throw new Fault(
      'invalid_sql',
      `${quoteForMessage(unit)} cannot be converted to ${quoteForMessage(wanted)}.`,
      target.position,
    )
  }
  return { sql: `(${value.sql} * ${scale[from]! / scale[to]!})`, type }
}

/** Degrees per unit that can follow a radius. */
const ANGLE_UNITS: Readonly<Record<string, number>> = {
  DEGREE: 1,
  DEG: 1,
  ARCMINUTE: 1 / 60,
  ARCMIN: 1 / 60,
  ARCSECOND: 1 / 3600,
  ARCSEC: 1 / 3600,
  RADIAN: 180 / Math.PI,
  RAD: 180 / Math.PI,
}

/** An angle with a unit behind it, such as `10 arcmin`. */
export function angleInDegrees(value: Value, unit: string, position: number, warn: Session['warn']): Value {
  const name = unit.toUpperCase()
  const factor = ANGLE_UNITS[name] ?? ANGLE_UNITS[name.replace(/S$/, '')]
  if (factor === undefined) {
    throw new Fault(
      'invalid_sql',
      `"${unit}" is not a unit of an angle: write degree, arcmin, arcsec or radian.`,
      position,
    )
  }
  if (factor === 1) return value
  if (typeof value.constant === 'number') return constantNumber(value.constant * factor, value.position)
  return {
    sql: `(${asNumber(value, warn, 'before a unit')} * ${factor})`,
    type: REAL,
    position: value.position,
  }
}
