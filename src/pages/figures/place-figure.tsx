import { type LogAxis, PLOT_HEIGHT, PLOT_WIDTH, type Population, placeX, placeY } from './population.ts'
import { shownNumber } from './shown-number.ts'

const LEFT = 46
const BOTTOM = 34
const TOP = 6
const RIGHT = 12

export interface PlaceFigureProps {
  readonly population: Population
  readonly name: string
  readonly x: number
  readonly y: number
  /** What is to be said of the values: that one is a limit, or a minimum mass. */
  readonly note?: string | undefined
  /** Link to the plot that shows every planet by itself. */
  readonly href?: string | undefined
}

function powers({ from, to }: LogAxis): readonly number[] {
  const ticks: number[] = []
  for (let power = Math.ceil(Math.log10(from)); 10 ** power <= to * 1.0001; power++) ticks.push(Number(`1e${power}`))
  return ticks
}

/** Where a planet stands among all others on two logarithmic axes. */
export function PlaceFigure({ population, name, x, y, note, href }: PlaceFigureProps) {
  const { x: xAxis, y: yAxis, planets, shades } = population
  const [cx, cy] = [placeX(xAxis, x), placeY(yAxis, y)]
  const isInside = cx >= 0 && cx <= PLOT_WIDTH && cy >= 0 && cy <= PLOT_HEIGHT
  const described = `${name} among ${planets} planets: ${xAxis.label} ${shownNumber(x)}, ${yAxis.label} ${shownNumber(y)}.`
  return (
    <figure class="place">
      <svg
        viewBox={`${-LEFT} ${-TOP} ${LEFT + PLOT_WIDTH + RIGHT} ${TOP + PLOT_HEIGHT + BOTTOM}`}
        width={LEFT + PLOT_WIDTH + RIGHT}
        height={TOP + PLOT_HEIGHT + BOTTOM}
        role="img"
        aria-label={described}
      >
        {shades.map((path, shade) => (path === '' ? null : <path key={shade} class={`shade-${shade + 1}`} d={path} />))}
        <path class="axis" d={`M0 0V${PLOT_HEIGHT}H${PLOT_WIDTH}`} />
        {powers(xAxis).map((tick) => (
          <text key={tick} class="small" x={placeX(xAxis, tick)} y={PLOT_HEIGHT + 13} text-anchor="middle">
            {shownNumber(tick)}
          </text>
        ))}
        {powers(yAxis).map((tick) => (
          <text key={tick} class="small" x="-5" y={placeY(yAxis, tick) + 4} text-anchor="end">
            {shownNumber(tick)}
          </text>
        ))}
        <text class="small" x={PLOT_WIDTH / 2} y={PLOT_HEIGHT + 29} text-anchor="middle">
          {xAxis.label}
        </text>
        <text class="small" transform={`translate(${-LEFT + 11} ${PLOT_HEIGHT / 2}) rotate(-90)`} text-anchor="middle">
          {yAxis.label}
        </text>
        {isInside ? (
          <>
            <path class="cross" d={`M${cx} 0V${PLOT_HEIGHT}M0 ${cy}H${PLOT_WIDTH}`} />
            <circle class="here" cx={cx} cy={cy} r="5" />
          </>
        ) : null}
      </svg>
      <figcaption>
        {described} {isInside ? '' : 'It lies outside of this picture. '}
        {note} {href === undefined ? null : <a href={href}>The plot with every planet</a>}
      </figcaption>
    </figure>
  )
}
