/** @jsxImportSource preact */
import type { Population } from '../../plots/small/population-place.ts'
import { placeInPopulation } from '../../plots/small/population-place.ts'
import { orbitSketch, sizeSketch } from '../../plots/small/scale-sketch.ts'
import { semiMajorAxis } from '../../plots/small/system-line.ts'
import { Drawing } from '../components/drawing.tsx'
import { M_SIN_I } from '../components/labels.ts'
import { limitOf } from '../components/value.tsx'
import { useSite } from '../frame/site.ts'
import type { PublishedValue } from '../published/published.ts'
import { FurtherRows, tablesWith } from './further-rows.tsx'
import { massKind, type PlanetFacts } from './planet-facts.ts'

/** All planets on the axes on which a planet is placed; undefined if the archive has no such values. */
export interface Populations {
  readonly massRadius: Population | undefined
  readonly periodRadius: Population | undefined
  readonly periodMass: Population | undefined
}

/** A value to draw, and the note that must accompany it. */
interface Drawn {
  readonly value: number
  readonly limit?: '<' | '>' | undefined
  readonly note: string
}

function drawn(found: PublishedValue | undefined, what: string, isOther: boolean): Drawn | undefined {
  if (found === undefined) return undefined
  const { value, lim, isLimit } = found
  const notes = [
    isLimit ? `The ${what} is ${lim === 1 ? 'an upper' : 'a lower'} limit.` : '',
    isOther ? `The ${what} is not from the default row.` : '',
  ]
  return { value, limit: !isLimit ? undefined : lim === 1 ? '<' : '>', note: notes.join(' ').trim() }
}

/** The notes on masses that may be minimum masses, by kind. */
const MASS_NOTES: Readonly<Record<string, string>> = {
  [M_SIN_I]: `The mass is a minimum mass, ${M_SIN_I}.`,
  'kind unknown': 'It is not known whether the mass is a minimum mass.',
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** Size, orbit, and place among all planets, each if there are values for it. */
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
  const findPositive = (column: string, what: string): Drawn | undefined => {
    const found = find(column, what)
    return found !== undefined && found.value > 0 ? found : undefined
  }
  const radius = findPositive('pl_rade', 'radius')
  const mass = findPositive('pl_bmasse', 'mass')
  const period = findPositive('pl_orbper', 'period')
  const axis = findPositive('pl_orbsmax', 'semi-major axis')
  const eccentricity = find('pl_orbeccen', 'eccentricity')
  const measuredPeriod = period?.limit === undefined ? period?.value : undefined
  const starMass = limitOf(row, 'st_mass') === undefined ? numberOf(row.st_mass) : null
  const computed = axis === undefined ? semiMajorAxis(measuredPeriod ?? null, starMass) : null
  const size = radius === undefined ? undefined : sizeSketch(name, radius.value, 'size', radius.limit)
  const distance = axis?.value ?? computed
  const orbit =
    distance === null
      ? undefined
      : orbitSketch(
          {
            name,
            distance,
            distanceLimit: axis?.limit,
            eccentricity: eccentricity?.value ?? null,
            eccentricityLimit: eccentricity?.limit,
            starRadius: limitOf(row, 'st_rad') === undefined ? numberOf(row.st_rad) : null,
          },
          'orbit',
        )
  const massRow = all.find((one) => one.column.name === 'pl_bmasse')?.shown?.row ?? row
  const massNote = MASS_NOTES[massKind(massRow) ?? ''] ?? ''
  return (
    <section class="pictures" aria-labelledby="to-scale">
      <h2 id="to-scale">To scale, and among other planets</h2>
      <div class="sketches">
        {size === undefined ? null : (
          <Drawing svg={size.svg}>
            Sizes to scale. {size.description} {radius?.note}
          </Drawing>
        )}
        {orbit === undefined ? null : (
          <Drawing svg={orbit.svg}>
            {orbit.description} {axis?.note} {eccentricity?.note}
            {computed === null
              ? ''
              : ' The semi-major axis is computed from pl_orbper and st_mass by Kepler’s third law.'}
          </Drawing>
        )}
        <Place population={populations.massRadius} name={name} x={mass} y={radius} id="mass-radius" note={massNote} />
        <Place population={populations.periodRadius} name={name} x={period} y={radius} id="period-radius" />
        {radius === undefined ? (
          <Place population={populations.periodMass} name={name} x={period} y={mass} id="period-mass" note={massNote} />
        ) : null}
      </div>
      {size === undefined ? (
        <p class="soft">
          {facts.rows.length === 1 ? 'Its row' : 'None of its rows'} in table <code>exoplanets</code> has{' '}
          {facts.rows.length === 1 ? 'no radius' : 'a radius'}, so its size is not drawn.
          <Perhaps name={name} column="pl_rade" />
        </p>
      ) : null}
      {orbit === undefined ? (
        <p class="soft">
          None of its rows in table <code>exoplanets</code> has a semi-major axis, or a period and a stellar mass to
          compute one from, so its orbit is not drawn.
          <Perhaps name={name} column="pl_orbsmax" />
        </p>
      ) : null}
    </section>
  )
}

/** Links to places where a value that no row of the planet has may be found. */
function Perhaps({ name, column }: { readonly name: string; readonly column: string }) {
  const { manifest } = useSite()
  if (tablesWith(manifest, column).length === 0) return null
  return (
    <>
      {' '}
      Perhaps another table has one: <FurtherRows name={name} column={column} />.
    </>
  )
}

interface PlaceProps {
  readonly population: Population | undefined
  readonly name: string
  readonly x: Drawn | undefined
  readonly y: Drawn | undefined
  readonly id: string
  readonly note?: string
}

function Place({ population, name, x, y, id, note }: PlaceProps) {
  if (population === undefined || x === undefined || y === undefined) return null
  const { svg, description } = placeInPopulation(
    population,
    { name, x: x.value, y: y.value, xLimit: x.limit, yLimit: y.limit },
    id,
  )
  return (
    <Drawing svg={svg}>
      {description} {x.note} {y.note} {note}
    </Drawing>
  )
}
