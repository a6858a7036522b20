import { place, shownNumber } from './shown-number.ts'
import { SOLAR_SYSTEM } from './solar-system.ts'

const WIDTH = 720
const MARGIN = 30
const LINE = 62
const SUN_LINE = 132
const HEIGHT = 182

export interface SystemPlanet {
  readonly name: string
  /** Link to its page; absent in the solar system. */
  readonly href?: string
  /** Semi-major axis in au. */
  readonly au: number
  /** In radii of the Earth; undefined where it is not known. */
  readonly radius: number | undefined
}

export interface SystemFigureProps {
  readonly host: string
  readonly planets: readonly SystemPlanet[]
  readonly zone?: { readonly inner: number; readonly outer: number } | undefined
  /** How the habitable zone and axes were made. */
  readonly note: string
}

/** Pixels of a radius: the Earth has 4. Areas would lie about the largest, so that radii are drawn as they are up to 20. */
function pixels(radius: number | undefined): number {
  return radius === undefined ? 4 : Math.min(Math.max(radius * 1.6, 1.5), 26)
}

function axisTicks(from: number, to: number): readonly number[] {
  const ticks: number[] = []
  for (let power = Math.floor(Math.log10(from)); power <= Math.ceil(Math.log10(to)); power++)
    for (const factor of [1, 2, 5]) {
      const tick = Number(`${factor}e${power}`)
      if (tick >= from && tick <= to) ticks.push(tick)
    }
  return ticks.length > 9 ? ticks.filter((tick) => /^(0\.0*)?10*$/.test(String(tick))) : ticks
}

/** A system on one line: planets on a logarithmic axis of distance, the habitable zone, the inner solar system below. */
export function SystemFigure({ host, planets, zone, note }: SystemFigureProps) {
  const sorted = planets.toSorted((a, b) => a.au - b.au)
  const all = [...sorted.map(({ au }) => au), ...(zone === undefined ? [] : [zone.inner, zone.outer]), 0.387, 1.524]
  const from = Math.min(...all) / 1.5
  const to = Math.max(...all) * 1.5
  const x = (au: number): number =>
    place(MARGIN + ((Math.log(au) - Math.log(from)) / (Math.log(to) - Math.log(from))) * (WIDTH - 2 * MARGIN))
  const solar = SOLAR_SYSTEM.filter(({ au }) => au >= from && au <= to)
  const described = `${host} and its planet${sorted.length === 1 ? '' : 's'} by distance: ${sorted
    .map(({ name, au }) => `${name} at ${shownNumber(au)} au`)
    .join(
      ', ',
    )}${zone === undefined ? '' : `; habitable zone from ${shownNumber(zone.inner)} to ${shownNumber(zone.outer)} au`}.`
  // Labels of close neighbors stand at different heights.
  let last = Number.NEGATIVE_INFINITY
  let level = 0
  const labels = sorted.map((planet) => {
    const at = x(planet.au)
    level = at - last < 26 ? (level + 1) % 3 : 0
    last = at
    return { ...planet, at, level }
  })
  return (
    <figure class="system">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is no picture, and the links in one of role "img" are hidden. */}
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="group" aria-label={described}>
        {zone === undefined ? null : (
          <g>
            <rect
              class="zone"
              x={x(zone.inner)}
              y="14"
              width={place(x(zone.outer) - x(zone.inner))}
              height={SUN_LINE + 16 - 14}
            />
            <text class="small" x={place((x(zone.inner) + x(zone.outer)) / 2)} y="11" text-anchor="middle">
              habitable zone
            </text>
          </g>
        )}
        <line class="axis" x1={MARGIN} x2={WIDTH - MARGIN} y1={LINE} y2={LINE} />
        <line class="axis" x1={MARGIN} x2={WIDTH - MARGIN} y1={SUN_LINE} y2={SUN_LINE} />
        {labels.map(({ name, href, at, radius, level }) => {
          const drawn = (
            <>
              <title>{name}</title>
              <circle
                class={radius === undefined ? 'body unknown' : 'body planet'}
                cx={at}
                cy={LINE}
                r={pixels(radius)}
              />
              <text x={at} y={LINE + 36 + level * 11} text-anchor="middle">
                {shortName(name, host)}
              </text>
            </>
          )
          return href === undefined ? (
            <g key={name}>{drawn}</g>
          ) : (
            <a key={name} href={href} aria-label={name}>
              {drawn}
            </a>
          )
        })}
        {solar.map(({ name, au, radius }) => (
          <g key={name}>
            <circle class="body other" cx={x(au)} cy={SUN_LINE} r={pixels(radius)} />
            <text class="small" x={x(au)} y={SUN_LINE + 16} text-anchor="middle">
              {name}
            </text>
          </g>
        ))}
        {axisTicks(from, to).map((tick) => (
          <g key={tick} class="tick">
            <line x1={x(tick)} x2={x(tick)} y1={HEIGHT - 24} y2={HEIGHT - 20} />
            <text class="small" x={x(tick)} y={HEIGHT - 8} text-anchor="middle">
              {tick}
              {tick === axisTicks(from, to).at(-1) ? ' au' : ''}
            </text>
          </g>
        ))}
      </svg>
      <figcaption>
        Distance from the star on a logarithmic axis, planets at the size of their radii (open circles: no radius
        known), the solar system below. {note}
      </figcaption>
    </figure>
  )
}

/** The letter of a planet, where the rest of its name is that of its host. */
function shortName(name: string, host: string): string {
  return name.startsWith(`${host} `) ? name.slice(host.length + 1) : name
}
