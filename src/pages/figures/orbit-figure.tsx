import { place, shownNumber } from './shown-number.ts'
import { SOLAR_SYSTEM, SUN_RADIUS_AU } from './solar-system.ts'

const SIZE = 220
const HALF = SIZE / 2

export interface OrbitFigureProps {
  readonly name: string
  /** Semi-major axis in au. */
  readonly axis: number
  /** 0 where it is not known. */
  readonly eccentricity: number
  /** Argument of periastron in degrees; undefined where it is not known. */
  readonly periastron?: number | undefined
  /** Of the star, in solar radii. */
  readonly starRadius?: number | undefined
  /** In au. */
  readonly zone?: { readonly inner: number; readonly outer: number } | undefined
  /** How the axis was made where it is no published one. */
  readonly note?: string | undefined
}

/** The orbits of the solar system that tell the size of an orbit best: the next smaller one and the next larger one. */
function neighbors(axis: number) {
  const inner = SOLAR_SYSTEM.filter(({ au }) => au <= axis)
  const outer = SOLAR_SYSTEM.filter(({ au }) => au > axis)
  return [...inner.slice(-1), ...outer.slice(0, inner.length === 0 ? 2 : 1)]
}

/** An orbit as seen from above its plane, beside those of the solar system, all to the same scale. */
export function OrbitFigure(props: OrbitFigureProps) {
  const { name, axis, eccentricity, periastron = 0, starRadius, zone, note } = props
  const e = Math.min(Math.max(eccentricity, 0), 0.99)
  const others = neighbors(axis)
  const reach = Math.max(axis * (1 + e), ...others.map(({ au }) => au)) * 1.06
  const scale = HALF / reach
  const minor = axis * Math.sqrt(1 - e * e)
  const star = (starRadius ?? 1) * SUN_RADIUS_AU * scale
  const isZoneSeen = zone !== undefined && zone.inner < reach
  const described = `The orbit of ${name}, semi-major axis ${shownNumber(axis)} au${e > 0 ? `, eccentricity ${shownNumber(e)}` : ''}, beside the orbit${others.length > 1 ? 's' : ''} of ${others.map((other) => other.name).join(' and ')}${isZoneSeen ? ' and the habitable zone' : ''}.`
  return (
    <figure class="orbit">
      <svg viewBox={`${-HALF} ${-HALF} ${SIZE} ${SIZE}`} width={SIZE} height={SIZE} role="img" aria-label={described}>
        {isZoneSeen ? (
          <circle
            class="zone"
            r={place(((zone.inner + zone.outer) / 2) * scale)}
            stroke-width={place((zone.outer - zone.inner) * scale)}
          />
        ) : null}
        {others.map(({ name, au }) => (
          <g key={name}>
            <circle class="other" r={place(au * scale)} />
            <text class="small" x="0" y={place(-au * scale + 11)} text-anchor="middle">
              {name}
            </text>
          </g>
        ))}
        <g transform={`rotate(${place(-periastron)})`}>
          <ellipse class="own" cx={place(-axis * e * scale)} rx={place(axis * scale)} ry={place(minor * scale)} />
          <circle class="body planet" cx={place(axis * (1 - e) * scale)} r="3.5" />
        </g>
        <circle class="body star" r={place(Math.max(star, 1.5))} />
      </svg>
      <figcaption>
        {described} Seen from above; the planet stands at its closest.{' '}
        {star < 1.5 ? 'The star is drawn larger than it is.' : ''} {note}
      </figcaption>
    </figure>
  )
}
