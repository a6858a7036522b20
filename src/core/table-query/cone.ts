import { CatalogError } from '../errors.ts'
import { mustBe } from '../text/quote-for-message.ts'
import { splitList } from './conditions.ts'
import { numberLiteral } from './number-literal.ts'

/** A circle on the sky, in degrees (ICRS): right ascension 0 to 360 (exclusive), declination -90 to 90, radius 0 to 180. */
export interface Cone {
  readonly ra: number
  readonly dec: number
  readonly radius: number
}

/** The columns with the position of a row, in degrees. */
export const POSITION_COLUMNS = ['ra', 'dec'] as const

/** Parses `RA,DEC,RADIUS`. */
export function parseCone(parameter: string, text: string): Cone {
  const parts = splitList(parameter, text)
  const numbers = parts.map((part) => Number(numberLiteral(part) ?? Number.NaN))
  if (parts.length !== 3 || numbers.some((value) => !Number.isFinite(value)))
    throw new CatalogError(
      'invalid_parameter',
      mustBe(
        parameter,
        'three numbers in degrees (right ascension, declination, radius), such as 290.2,47.9,0.5',
        text,
      ),
      { parameter },
    )
  const [ra, dec, radius] = numbers as [number, number, number]
  if (Math.abs(dec) > 90)
    throw new CatalogError(
      'invalid_parameter',
      `The declination of "${parameter}" must be from -90 to 90, but is ${dec}.`,
      {
        parameter,
      },
    )
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

/** The cone as canonical text. */
export function coneText({ ra, dec, radius }: Cone): string {
  return `${ra},${dec},${radius}`
}
