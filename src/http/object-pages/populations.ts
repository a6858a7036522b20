import type { Catalog } from '../../core/catalog/catalog.ts'
import { hasDefaultFlag } from '../../format/manifest.ts'
import { queryString } from '../../pages/components/addresses.ts'
import { M_SIN_I } from '../../pages/components/labels.ts'
import type { Populations } from '../../pages/planets/planet-pictures.tsx'
import { createPopulation } from '../../plots/small/population-place.ts'
import { perCatalog } from '../response/text-answer.ts'

const PERIOD = { title: 'Orbital period', unit: 'day' }
const RADIUS = { title: 'Radius', unit: 'Rearth' }
const MASS = { title: `Mass or ${M_SIN_I}`, unit: 'Mearth' }

const COLUMNS = ['pl_orbper', 'pl_rade', 'pl_bmasse'] as const

/** The values of a column, one per planet; null if there is none or it is a limit. */
type Values = readonly (number | null)[]

/** One row per planet with the columns of the axes. */
function readValues(catalog: Catalog): Readonly<Record<(typeof COLUMNS)[number], Values>> {
  const { manifest } = catalog
  const names = new Set(manifest.tables.exoplanets.columns.map(({ name }) => name))
  const columns = COLUMNS.flatMap((column) => [column, `${column}lim`]).filter((name) => names.has(name))
  if (columns.length === 0) return { pl_orbper: [], pl_rade: [], pl_bmasse: [] }
  const query = queryString([
    ['columns', columns.join(',')],
    ['limit', 'all'],
    ['format', 'csv'],
    ...(hasDefaultFlag(manifest) ? ([['default_flag', '1']] as const) : []),
  ])
  const text = new TextDecoder().decode(catalog.page('exoplanets', query.slice(1)).body())
  const cells = text
    .trimEnd()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(','))
  const valuesOf = (column: string): Values => {
    const [at, flag] = [columns.indexOf(column), columns.indexOf(`${column}lim`)]
    return cells.map((row) => {
      const isLimit = flag >= 0 && Number(row[flag]) !== 0
      const cell = at < 0 || isLimit ? '' : row[at]!
      return cell === '' ? null : Number(cell)
    })
  }
  return { pl_orbper: valuesOf('pl_orbper'), pl_rade: valuesOf('pl_rade'), pl_bmasse: valuesOf('pl_bmasse') }
}

/** All planets, on the axes of the plots on planet pages. */
export const populationsOf = perCatalog((catalog): Populations => {
  const { pl_orbper, pl_rade, pl_bmasse } = readValues(catalog)
  return {
    massRadius: createPopulation(MASS, RADIUS, pl_bmasse, pl_rade),
    periodRadius: createPopulation(PERIOD, RADIUS, pl_orbper, pl_rade),
    periodMass: createPopulation(PERIOD, MASS, pl_orbper, pl_bmasse),
  }
})
