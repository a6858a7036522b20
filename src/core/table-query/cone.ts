import { CatalogError } from '../errors.ts'
import { invalidValue } from '../parameters.ts'
import { intendedNumber } from '../text/intended-number.ts'
import { didYouMean } from '../text/quote-for-message.ts'
import { numberLiteral } from './number-literal.ts'
import { splitList } from './value-list.ts'

/** A circle on the sky, in degrees (ICRS): right ascension 0 to 360 (exclusive), declination -90 to 90, radius 0 to 180. */
export interface Cone {
  readonly ra: number
  readonly dec: number
  readonly radius: number
}

/** The columns with the position of a row, in degrees. */
export const POSITION_COLUMNS = ['ra', 'dec'] as const

/** Three numbers are not longer. */
const MAX_CHARS = 200

/** Parses `RA,DEC,RADIUS`. */
export function parseCone(parameter: string, text: string): Cone {
  const parts = splitList(parameter, text)
  const numbers = parts.map((part) => Number(numberLiteral(part) ?? Number.NaN))
  if (parts.length !== 3 || numbers.some((value) => !Number.isFinite(value)))
    throw invalidValue(
      parameter,
      'three numbers in degrees (right ascension, declination, radius), such as 290.2,47.9,0.5',
      text,
      intendedCone(text),
    )
  const [ra, dec, radius] = numbers as [number, number, number]
  if (Math.abs(dec) > 90) {
    // Probably the declination came first.
    const suggestions = dec > 0 && dec <= 360 && isPossible(ra, radius) ? [`${dec},${ra},${radius}`] : []
    const message = `The declination of "${parameter}" must be from -90 to 90, but is ${dec}.${didYouMean(suggestions)}`
    throw new CatalogError('invalid_parameter', message, { parameter, suggestions })
  }
  if (radius < 0 || radius > 180)
    throw new CatalogError(
      'invalid_parameter',
      `The radius of "${parameter}" must be from 0 to 180, but is ${radius}.`,
      {
        parameter,
      },
    )
  return { ra: (((ra % 360) + 360) % 360) + 0, dec: dec + 0, radius: radius + 0 }
}

/** The three numbers of a text that has other separators than commas. */
function intendedCone(text: string): readonly string[] {
  const numbers = text
    .slice(0, MAX_CHARS)
    .trim()
    .split(/[\s,;|]+/)
    .map(intendedNumber)
  const [ra, dec, radius] = numbers.map(Number)
  return numbers.length === 3 && !Number.isNaN(ra) && isPossible(dec!, radius!) ? [numbers.join(',')] : []
}

function isPossible(dec: number, radius: number): boolean {
  return Math.abs(dec) <= 90 && radius >= 0 && radius <= 180
}

/** The cone as canonical text. */
export function coneText({ ra, dec, radius }: Cone): string {
  return `${ra},${dec},${radius}`
}
