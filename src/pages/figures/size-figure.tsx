import { place, shownNumber } from './shown-number.ts'
import { JUPITER_RADIUS } from './solar-system.ts'

/** Height of the picture, and the gap between neighbors. */
const HEIGHT = 150
const GAP = 26
const LABEL = 22

/** A planet between Earth and Jupiter, each at the size of its radius. `radius` is in those of the Earth. */
export function SizeFigure({
  name,
  radius,
  note,
}: {
  readonly name: string
  readonly radius: number
  readonly note?: string | undefined
}) {
  const bodies = [
    { id: 'earth', name: 'Earth', radius: 1 },
    { id: 'planet', name, radius },
    { id: 'jupiter', name: 'Jupiter', radius: JUPITER_RADIUS },
  ]
  const scale = (HEIGHT - LABEL) / 2 / Math.max(...bodies.map((body) => body.radius))
  const width = (body: { readonly radius: number }): number => Math.max(2 * body.radius * scale, 52)
  let at = 0
  const placed = bodies.map((body) => {
    const x = at + width(body) / 2
    at += width(body) + GAP
    return { ...body, x, r: Math.max(body.radius * scale, 0.5) }
  })
  const title = `${name} has ${shownNumber(radius)} times the radius of the Earth and ${shownNumber(radius / JUPITER_RADIUS)} times that of Jupiter.`
  return (
    <figure class="sizes">
      <svg
        viewBox={`0 0 ${place(at - GAP)} ${HEIGHT}`}
        width={place(at - GAP)}
        height={HEIGHT}
        role="img"
        aria-label={title}
      >
        {placed.map((body) => (
          <g key={body.id}>
            <circle class={`body ${body.id}`} cx={place(body.x)} cy={place((HEIGHT - LABEL) / 2)} r={place(body.r)} />
            <text x={place(body.x)} y={HEIGHT - 5} text-anchor="middle">
              {body.id === 'planet' ? 'Planet' : body.name}
            </text>
          </g>
        ))}
      </svg>
      <figcaption>
        Sizes to scale. {title} {note}
      </figcaption>
    </figure>
  )
}
