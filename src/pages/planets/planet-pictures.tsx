import { OrbitFigure } from '../figures/orbit-figure.tsx'
import { PlaceFigure } from '../figures/place-figure.tsx'
import type { Population } from '../figures/population.ts'
import { SizeFigure } from '../figures/size-figure.tsx'
import { axisFromPeriod, habitableZone, luminosity } from '../figures/solar-system.ts'
import type { PublishedValue } from '../published/published.ts'
import { massKind, type PlanetFacts } from './planet-facts.ts'

/** All planets on the axes that a planet is placed on. */
export interface Populations {
  readonly massRadius: Population
  readonly periodRadius: Population
  readonly periodMass: Population
}

/** A value to draw, and what has to be said of it. */
interface Drawn {
  readonly value: number
  readonly note: string | undefined
}

function drawn(found: PublishedValue | undefined, what: string, isOther: boolean): Drawn | undefined {
  if (found === undefined || found.value <= 0) return undefined
  const note = found.isLimit
    ? `The ${what} is ${found.isUpperLimit ? 'an upper' : 'a lower'} limit.`
    : isOther
      ? `The ${what} is not of the default row.`
      : undefined
  return { value: found.value, note }
}

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** Size, orbit, and place among all planets, as far as there are values for them. */
export function PlanetPictures({
  facts,
  populations,
}: {
  readonly facts: PlanetFacts
  readonly populations: Populations
}) {
  const { name, row } = facts
  const all = facts.groups.flatMap(({ parameters }) =>
    parameters.flatMap((one) => (one.twin === undefined ? [one] : [one, one.twin])),
  )
  const find = (column: string, what: string): Drawn | undefined => {
    const parameter = all.find((one) => one.column.name === column)
    return drawn(parameter?.shown, what, parameter?.isOfOtherRow === true && facts.hasDefault)
  }
  const radius = find('pl_rade', 'radius')
  const mass = find('pl_bmasse', 'mass')
  const period = find('pl_orbper', 'period')
  const kind = massKind(row)
  const massNote = [mass?.note, kind === 'M sin i' ? 'The mass is a minimum mass, M sin i.' : undefined]
    .filter(Boolean)
    .join(' ')
  const orbit = orbitOf(facts, find('pl_orbsmax', 'semi-major axis'), period)
  const light = luminosity({
    st_lum: numberOf(row.st_lum),
    st_rad: numberOf(row.st_rad),
    st_teff: numberOf(row.st_teff),
  })
  const notes = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(' ')
  return (
    <section class="pictures" aria-labelledby="to-scale">
      <h2 id="to-scale">To scale, and among others</h2>
      <div class="gallery">
        {radius === undefined ? (
          <p>No radius is published, so that its size cannot be drawn.</p>
        ) : (
          <SizeFigure name={name} radius={radius.value} note={radius.note} />
        )}
        {orbit === undefined ? (
          <p>No semi-major axis is published, nor period and mass of the star to compute it from.</p>
        ) : (
          <OrbitFigure
            name={name}
            axis={orbit.value}
            eccentricity={numberOf(row.pl_orbeccen) ?? 0}
            periastron={numberOf(row.pl_orblper)}
            starRadius={numberOf(row.st_rad)}
            zone={light === undefined ? undefined : habitableZone(light.value)}
            note={notes(
              orbit.note,
              light === undefined
                ? undefined
                : `The habitable zone, where it is seen, is that of 0.25 to 1.75 times the insolation of the Earth, from ${light.from}.`,
            )}
          />
        )}
        {mass !== undefined && radius !== undefined ? (
          <PlaceFigure
            population={populations.massRadius}
            name={name}
            x={mass.value}
            y={radius.value}
            note={notes(massNote, radius.note)}
          />
        ) : null}
        {period !== undefined && radius !== undefined ? (
          <PlaceFigure
            population={populations.periodRadius}
            name={name}
            x={period.value}
            y={radius.value}
            note={notes(period.note, radius.note)}
          />
        ) : null}
        {period !== undefined && radius === undefined && mass !== undefined ? (
          <PlaceFigure
            population={populations.periodMass}
            name={name}
            x={period.value}
            y={mass.value}
            note={notes(period.note, massNote)}
          />
        ) : null}
      </div>
    </section>
  )
}

/** The semi-major axis in au: published, else computed from the period and the mass of the star. */
function orbitOf({ row }: PlanetFacts, axis: Drawn | undefined, period: Drawn | undefined): Drawn | undefined {
  if (axis !== undefined) return axis
  const mass = numberOf(row.st_mass)
  if (period === undefined || mass === undefined || mass <= 0) return undefined
  return {
    value: axisFromPeriod(period.value, mass),
    note: 'The semi-major axis is computed from pl_orbper and st_mass by Kepler’s third law.',
  }
}
