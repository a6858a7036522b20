import type { Catalog } from '../../core/catalog/catalog.ts'
import { hasDefaultFlag } from '../../format/manifest.ts'
import { queryString } from '../../pages/components/addresses.ts'
import { type LogAxis, populationOf } from '../../pages/figures/population.ts'
import type { Populations } from '../../pages/planets/planet-pictures.tsx'
import { perCatalog } from '../response/text-answer.ts'

const PERIOD: LogAxis = { column: 'pl_orbper', label: 'Orbital period (d)', from: 0.1, to: 1e6 }
const RADIUS: LogAxis = { column: 'pl_rade', label: 'Radius (R⊕)', from: 0.2, to: 30 }
const MASS: LogAxis = { column: 'pl_bmasse', label: 'Mass (M⊕)', from: 0.02, to: 1e4 }
const AXES = [PERIOD, RADIUS, MASS]

/** One row of each planet with the columns of the axes; NaN where there is no value, or a limit. */
function readPoints(catalog: Catalog): ReadonlyMap<string, Float64Array> {
  const { manifest } = catalog
  const names = new Set(manifest.tables.exoplanets.columns.map(({ name }) => name))
  const columns = AXES.flatMap(({ column }) => [column, `${column}lim`]).filter((name) => names.has(name))
  if (columns.length === 0) return new Map()
  const query = queryString([
    ['columns', columns.join(',')],
    ['limit', 'all'],
    ['format', 'csv'],
    ...(hasDefaultFlag(manifest) ? ([['default_flag', '1']] as const) : []),
  ])
  const text = new TextDecoder().decode(catalog.page('exoplanets', query.slice(1)).body())
  const [, ...lines] = text.trimEnd().split(/\r?\n/)
  const cells = lines.map((line) => line.split(','))
  const numbersOf = (column: string): Float64Array => {
    const [at, flag] = [columns.indexOf(column), columns.indexOf(`${column}lim`)]
    return Float64Array.from(cells, (row) => {
      const isLimit = flag >= 0 && Number(row[flag]) !== 0
      const text = at < 0 || isLimit ? '' : row[at]!
      return text === '' ? Number.NaN : Number(text)
    })
  }
  return new Map(AXES.map(({ column }) => [column, numbersOf(column)]))
}

function* pairs(
  points: ReadonlyMap<string, Float64Array>,
  x: LogAxis,
  y: LogAxis,
): Generator<readonly [number, number]> {
  const [xs, ys] = [points.get(x.column), points.get(y.column)]
  if (xs === undefined || ys === undefined) return
  for (let at = 0; at < xs.length; at++) if (xs[at]! > 0 && ys[at]! > 0) yield [xs[at]!, ys[at]!]
}

/** All planets on the axes that a planet's page places it on. */
export const populationsOf = perCatalog((catalog): Populations => {
  const points = readPoints(catalog)
  return {
    massRadius: populationOf(MASS, RADIUS, pairs(points, MASS, RADIUS)),
    periodRadius: populationOf(PERIOD, RADIUS, pairs(points, PERIOD, RADIUS)),
    periodMass: populationOf(PERIOD, MASS, pairs(points, PERIOD, MASS)),
  }
})
