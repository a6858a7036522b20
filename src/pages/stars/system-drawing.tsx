/** @jsxImportSource preact */
import type { Row } from '../../objects/values.ts'
import { semiMajorAxis, systemLine } from '../../plots/small/system-line.ts'
import { roundedDigits } from '../../units/typeset-numbers.ts'
import { planetPath } from '../components/addresses.ts'
import { limitOf } from '../components/value.tsx'
import { useSite } from '../frame/site.ts'
import type { HostFacts } from './star-facts.ts'

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** The planets of a host on one line, its habitable zone, and the inner solar system below. */
export function SystemDrawing({ facts, planets }: { readonly facts: HostFacts; readonly planets: readonly Row[] }) {
  const { href } = useSite()
  const { name, star, parameters } = facts
  const mass = parameters.find(({ column }) => column.name === 'st_mass')?.spread?.median ?? null
  const drawn = planets.map((row) => {
    const planet = String(row.pl_name)
    const axis = limitOf(row, 'pl_orbsmax') === undefined ? numberOf(row.pl_orbsmax) : null
    const period = limitOf(row, 'pl_orbper') === undefined ? numberOf(row.pl_orbper) : null
    const computed = axis === null ? semiMajorAxis(period, mass) : null
    return {
      name: planet,
      label: planet.startsWith(`${name} `) ? planet.slice(name.length + 1) : planet,
      href: href(planetPath(planet)),
      distance: axis ?? computed,
      radius: numberOf(row.pl_rade),
      radiusLimit: limitOf(row, 'pl_rade'),
      isComputed: computed !== null,
    }
  })
  const system = { host: name, star, planets: drawn }
  const line = systemLine(system, 'system-line')
  const narrow = systemLine(system, 'system-line-narrow', 'narrow')
  if (line === undefined || narrow === undefined)
    return <p>No planet has a published semi-major axis, or a period and a stellar mass to compute one from.</p>
  const computed = drawn
    .filter(({ isComputed }) => isComputed)
    .map((planet) => `${planet.name} (${roundedDigits(planet.distance!)} au)`)
  return (
    <figure>
      {/* The markup comes from src/plots, which escapes all text in it. The style sheet shows one of the two drawings. */}
      <div class="drawing system-wide" dangerouslySetInnerHTML={{ __html: line.svg }} />
      <div class="drawing system-narrow" dangerouslySetInnerHTML={{ __html: narrow.svg }} />
      <figcaption>
        Distance from the star on a logarithmic axis. Circles show the radii of the planets; a dashed circle is a planet
        whose radius is unknown or only a limit. {line.notes}
        {computed.length === 0
          ? ''
          : ` Computed from pl_orbper and the median st_mass by Kepler’s third law: the distance of ${computed.join(', ')}.`}
      </figcaption>
    </figure>
  )
}
